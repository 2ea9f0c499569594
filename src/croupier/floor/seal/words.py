"""The house's signature over the words of a page of evidence: nobody else can change what stands around a record.

The page is signed as it is, byte for byte, but for the signature itself: a note (c2sp.org/signed-note) over the digest.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape

from croupier.floor.seal.note import Signer

HEAD = "croupier page of evidence"
"""The first line of such a note: no record goes by a name with spaces, so it is never taken for a checkpoint."""
BEGIN, END = '<pre class="signature">', "</pre>\n"
BEHIND = "</main>\n</body>\n</html>\n"
"""What a page ends with, before which the signature stands."""


def stated(words: str) -> str:
    """What the house signs: that it wrote these words."""
    return f"{HEAD}\n{b64encode(sha256(words.encode()).digest()).decode()}\n"


def signed(page: str, signer: Signer) -> str:
    """The page with the house's signature over it."""
    if not page.endswith(BEHIND) or BEGIN in page:
        raise ValueError("that is no page without a signature")
    note = escape(signer.sign(stated(page)), quote=False)
    return f"{page.removesuffix(BEHIND)}{BEGIN}{note}{END}{BEHIND}"
