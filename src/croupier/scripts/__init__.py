"""The table-script language: parse, run and explain."""
