"""The `croupier` command: every subcommand is named here and imported only when it is used."""

import os
import sys

from cyclopts import App, CycloptsError

from croupier import __version__

CUT_SHORT = 141
"""The exit code when nobody reads on: that of a program ended by a broken pipe."""


def explain(error: CycloptsError) -> object:
    """What to print for bad usage: one line, as for everything else that cannot be done."""
    from croupier.cli.usage import Line, complaint

    command = " ".join(("croupier", *(error.command_chain or ())))
    return Line(f"{command}: {complaint(error, app)}")


app = App(
    name="croupier",
    help="Approved table-game rulebooks, running.",
    version=__version__,
    help_format="plaintext",
    error_formatter=explain,
)

app.command("croupier.cli.run:run", help="Open the floor: the tables, their store and the pages.")
app.command("croupier.cli.rules:rules", help="Read a rulebook, one of its clauses, or how each clause is met.")
app.command("croupier.cli.script:script", help="Run table scripts and check what they expect.")
app.command("croupier.cli.odds:odds", help="Work out the exact odds of a game's wagers.")
app.command("croupier.cli.odds:simulate", help="Play many rounds and estimate the odds.")
app.command("croupier.cli.verify:verify", help="Play the engine against its own PAR sheet.")
app.command("croupier.cli.meters:meters", help="Reconcile the prize meters of a floor from its record.")
app.command("croupier.cli.staff:staff", help="List the accounts of a floor with their rights, and check them.")
app.command("croupier.cli.audit:app", name="audit", help="Verify, export or replay the record of a floor.")
app.command(
    "croupier.cli.hands:app", name="hands", help="Replay poker hands that others wrote down, or write out ours."
)
app.command(
    "croupier.cli.tournament:app",
    name="tournament",
    help="Draft, check and print the conditions of a tournament; what chips are worth.",
)
app.command("croupier.cli.carry:backup", help="Copy a store into one file while the floor plays on.")
app.command("croupier.cli.carry:restore", help="Make a store from a backup.")
app.command("croupier.cli.carry:app", name="store", help="Look after the store of a floor.")
app.command("croupier.cli.completion:completion", help="Print what completes these commands in a shell.")


def main() -> None:
    """Run the command line; a command's integer is the exit code, and bad usage exits with 2."""
    _fill_what_is_closed()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # whoever was reading has read enough
        _read_by_nobody()
        sys.exit(CUT_SHORT)
    except SystemExit as end:
        # Whatever draws tables ends a program by itself when nobody reads on.
        sys.exit(CUT_SHORT if isinstance(end.__context__, BrokenPipeError) else end.code)
    except OSError as error:
        from croupier.cli.output import REFUSED, told

        _read_by_nobody()
        print(f"croupier: {told(error)}", file=sys.stderr)
        sys.exit(REFUSED)


def _fill_what_is_closed() -> None:
    """Have a standard stream that was closed lead nowhere, so that no file of ours comes to stand in its place."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))  # noqa: SIM115


def _read_by_nobody() -> None:
    """Let what is still to be written go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
