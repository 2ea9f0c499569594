"""The seal: the record's order in a Merkle tree, its signed checkpoints, and what can be proved from them."""
