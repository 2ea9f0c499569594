"""The second factor: codes that a phone works out from the time (RFC 6238), and recovery codes for when it is lost."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from urllib.parse import quote

import segno

STEP_MS = 30_000
DIGITS = 6
SECRET_BYTES = 20
RECOVERY_CODES = 8
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_secret() -> str:
    """A secret for a phone and the house to share."""
    return base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


def sound(secret: str) -> bool:
    """Whether a secret is one that we would make."""
    try:
        return len(base64.b32decode(secret)) == SECRET_BYTES
    except (binascii.Error, ValueError):
        return False


def code(secret: str, step: int) -> str:
    """The code of a moment.

    >>> code(base64.b32encode(b"12345678901234567890").decode(), 1111111109 // 30)
    '081804'
    """
    digest = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), hashlib.sha1)
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return str(number % 10**DIGITS).zfill(DIGITS)


def matching(secret: str, given: str, now: int) -> int | None:
    """The moment whose code this is, now or one moment away; the latest of them."""
    typed, here = "".join(given.split()).encode("utf-8", "replace"), now // STEP_MS
    near = (here + 1, here, here - 1)
    steps = [step for step in near if hmac.compare_digest(code(secret, step).encode(), typed)]
    return steps[0] if steps else None


def address(name: str, secret: str) -> str:
    """What an authenticator reads to know the account."""
    return f"otpauth://totp/{quote(f'Croupier:{name}')}?secret={secret}&issuer=Croupier&digits={DIGITS}&period=30"


def picture(name: str, secret: str) -> str:
    """The same as a picture to point a phone at: an SVG in a data address."""
    drawn: str = segno.make(address(name, secret), error="m").svg_data_uri(scale=4, border=4, light="#fff")
    return drawn


def recovery_codes() -> tuple[str, ...]:
    """Codes that each open the account once."""
    return tuple(
        "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(4)) for _ in range(RECOVERY_CODES)
    )


def hashed(recovery_code: str) -> str:
    """What is kept of a recovery code: it is as long as a key, so a plain digest does not give it away."""
    plain = "".join(recovery_code.lower().replace("-", "").split())
    return hashlib.sha256(b"croupier recovery code " + plain.encode()).hexdigest()
