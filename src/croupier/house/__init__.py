"""What reaches beyond one table: wallets, prize meters, tournaments and exclusions."""
