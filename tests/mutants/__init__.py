"""The software changed on purpose, one small fault at a time: each must be noticed by its own book's witnesses.

A mutant is an event that changes nothing, a rank lowered, an audience widened, a secret told, a bound off by one, a
refusal left out, or a ruling read one way for good. Mutants are made in the running process and each is tried in a
fork of it, so a fault costs no more than the scripts and tests that come past it. What no witness notices has survived:
it wants a better witness, or stands in `explained/<book>.toml` with the reason why nothing could notice it.

`python -m tests.mutants` tries all of them and writes what killed each to `killed/<book>.tsv`; `test_sample.py` tries
some of those again.
"""
