"""Messages as they go over a WebSocket: the bytes of a frame (RFC 6455, section 5.2), the same for all who get them."""

from __future__ import annotations

_WHOLE_TEXT = 0x81
"""A text, all of it in one frame."""

_TWO_BYTES, _EIGHT_BYTES = 126, 127
"""What stands in the place of a length to say that it follows in so many bytes."""


def text_frame(text: str) -> bytes:
    """A text in one frame, as a server sends it: neither masked nor packed.

    >>> text_frame("Hello").hex(" ")
    '81 05 48 65 6c 6c 6f'
    """
    body = text.encode()
    size = len(body)
    if size < _TWO_BYTES:
        return bytes((_WHOLE_TEXT, size)) + body
    if size < 1 << 16:
        return bytes((_WHOLE_TEXT, _TWO_BYTES)) + size.to_bytes(2, "big") + body
    return bytes((_WHOLE_TEXT, _EIGHT_BYTES)) + size.to_bytes(8, "big") + body
