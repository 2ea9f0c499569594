"""`croupier completion`: what completes the commands, their options and their choices in a shell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from cyclopts import App


def completion(shell: Literal["bash", "zsh", "fish"], /) -> int:
    """Print what completes these commands in a shell.

    In bash: eval "$(croupier completion bash)"; in zsh, with a folder of your fpath: croupier completion zsh >
    FOLDER/_croupier; in fish: croupier completion fish | source.

    Parameters
    ----------
    shell
        The shell that is to complete them.
    """
    from croupier.cli import app

    _in_plain_words(app)
    print(app.generate_completion(shell=shell))
    return 0


def _in_plain_words(app: App) -> None:
    """Have what is said of a command, and of all commands in it, taken as it stands.

    Each is asked for its own format, not for that of what it is part of, and would be read as Markdown.
    """
    app.help_format = "plaintext"
    for name in app:
        if not name.startswith("-"):
            _in_plain_words(app[name])
