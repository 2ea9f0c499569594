"""Numba kernels: each plays a chunk of rounds from its own seed and returns counts that add up."""
