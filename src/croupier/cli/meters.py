"""`croupier meters`: reconcile the prize meters of a floor from its record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from croupier.cli.output import print_shown, refusing
from croupier.cli.store import DEFAULT_STORE, StoreUrl, opened_store, print_json

if TYPE_CHECKING:
    from croupier.floor.reading.reconcile import MeterReport

OUT_OF_BALANCE = 1


def meters(*, store: StoreUrl = DEFAULT_STORE, format: Literal["text", "json"] = "text") -> int:
    """Reconcile the prize meters: what went on, what was paid, displayed or held, to the last fraction of a cent.

    Each meter is also compared with the record of its tables and with the ledger; any difference exits with 1.

    Parameters
    ----------
    store
        Where the record is kept, as sqlite:///PATH or postgresql://….
    format
        Text for people, JSON for programs.
    """
    return refusing("meters", lambda: _meters(store, format))


def _meters(store: str, format: str) -> int:
    from croupier.floor.reading.reconcile import reports

    with opened_store(store) as found:
        reconciled = reports(found)
    if format == "json":
        print_json({"meters": reconciled})
    else:
        _print(reconciled)
    return 0 if all(report.ok for report in reconciled) else OUT_OF_BALANCE


def _print(reconciled: list[MeterReport]) -> None:
    from rich.markup import escape
    from rich.table import Table
    from rich.text import Text

    from croupier.house.prizes import exact_dollars

    if not reconciled:
        print("There is no meter on this floor.")
    for report in reconciled:
        sums = report.reconciliation
        shown = Table("Meter", escape(sums.meter), title_justify="left")
        shown.columns[1].justify = "right"
        for name in ("contributed", "topped_up", "transferred", "paid", "displayed", "held", "difference"):
            mites = getattr(sums, name)
            shown.add_row(name.replace("_", " "), ("-" if mites < 0 else "") + exact_dollars(abs(mites)))
        for tally in report.tables:
            same = "as at the table" if tally.on_meter == tally.at_table else f"but {tally.at_table} at the table"
            shown.add_row(f"wagers of {tally.table}", f"{tally.on_meter}, {same}")
        print_shown(shown)
        print_shown(Text("It reconciles.") if report.ok else Text("It does not reconcile.", "bold red"))
