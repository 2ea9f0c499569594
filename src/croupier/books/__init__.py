"""The rulebooks clause by clause, and how each clause is met."""
