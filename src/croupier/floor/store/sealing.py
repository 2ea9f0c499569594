"""Sealed fields: a secret is stored beside its event with a salt, and the event holds only a commitment to it.

The form is that of RFC 9901: the payload names digests under `_sd`; a disclosure is the base64url of a JSON array of
salt, field and value, and its digest the base64url of its SHA-256. Without the salt no digest can be found by trying.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection
from hashlib import sha256
from typing import Any

import msgspec

DIGESTS = "_sd"
"""Where a payload names its commitments."""

_object = msgspec.json.Decoder(dict[str, msgspec.Raw])
_disclosures = msgspec.json.Decoder(list[str])
_disclosure = msgspec.json.Decoder(tuple[str, str, msgspec.Raw])
_encode = msgspec.json.Encoder().encode


class Unsealable(ValueError):
    """A disclosure does not belong to its event."""


def seal(payload: bytes, fields: Collection[str]) -> tuple[bytes, bytes | None]:
    """The payload with a commitment in place of each of these fields, and their disclosures."""
    members = _object.decode(payload)
    found = [field for field in fields if field in members]
    if not found:
        return payload, None
    made = [disclosure(secrets.token_bytes(16), field, members.pop(field)) for field in found]
    members[DIGESTS] = msgspec.Raw(_encode(sorted(map(digest, made))))
    return _encode(members), _encode(made)


def disclosure(salt: bytes, field: str, value: Any) -> str:
    """What shows that a field had this value."""
    return _base64(_encode((_base64(salt), field, value)))


def digest(made: str) -> str:
    """The commitment to a disclosure."""
    return _base64(sha256(made.encode()).digest())


def unseal(payload: bytes, disclosures: bytes | None) -> bytes:
    """The payload with every disclosed field in its place; Unsealable if one is not what was committed to."""
    if disclosures is None:
        return payload
    members = _object.decode(payload)
    committed = set(_disclosures.decode(members.pop(DIGESTS, msgspec.Raw(b"[]"))))
    for made in _disclosures.decode(disclosures):
        if digest(made) not in committed:
            raise Unsealable("a sealed field is not what was committed to")
        _, field, value = read_disclosure(made)
        members[field] = value
    return _encode(members)


def read_disclosure(made: str) -> tuple[str, str, msgspec.Raw]:
    """Salt, field and value."""
    try:
        return _disclosure.decode(urlsafe_b64decode(made + "=" * (-len(made) % 4)))
    except ValueError as error:
        raise Unsealable("a disclosure cannot be read") from error


def _base64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
