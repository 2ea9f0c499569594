"""Lets `python -m croupier` stand for the `croupier` command."""

from croupier.cli import main

if __name__ == "__main__":
    main()
