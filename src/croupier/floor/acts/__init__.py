"""Acts: commands decided on live tables, meters and wallets, and written together or not at all."""
