"""The table-script language: parse, run and explain."""

from croupier.scripts.forms import Script, Statement
from croupier.scripts.parse import ScriptError, parse, parse_all
from croupier.scripts.run import Result, run

__all__ = ["Result", "Script", "ScriptError", "Statement", "parse", "parse_all", "run"]
