"""The `croupier` command: every subcommand is named here and imported only when it is used."""

from cyclopts import App, CycloptsError, CycloptsPanel, UnknownCommandError

from croupier import __version__


def explain(error: CycloptsError) -> object:
    """What to print for bad usage."""
    if isinstance(error, UnknownCommandError) and error.unused_tokens:
        # The library's own words look for a command of a similar name, and import every command to do so.
        from rich.text import Text

        return Text(f'There is no command "{error.unused_tokens[0]}"; --help lists those there are.')
    return CycloptsPanel(error)


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
app.command("croupier.cli.carry:backup", help="Copy a store into one file while the floor plays on.")
app.command("croupier.cli.carry:restore", help="Make a store from a backup.")
app.command("croupier.cli.carry:app", name="store", help="Look after the store of a floor.")


def main() -> None:
    """Run the command line; a command's integer is the exit code, and bad usage exits with 2."""
    app()
