"""`croupier completion`: what completes the commands, their options and their choices in a shell."""

from __future__ import annotations

from typing import Literal


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

    print(app.generate_completion(shell=shell))
    return 0
