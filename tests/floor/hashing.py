"""How passwords are hashed where a test is not about what that costs."""

from argon2 import PasswordHasher

CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
"""At full cost each password takes 64 MiB and a fifth of a second; a house open for seconds keeps no secrets."""
