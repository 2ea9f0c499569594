"""Where a request comes from."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from croupier.floor.server.reception import address


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::99", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("x" * 1000, "x" * 64),
    ],
)
def test_an_address_is_counted_as_one_household(host: str, counted: str) -> None:
    connection: Any = SimpleNamespace(client=SimpleNamespace(host=host))
    assert address(connection) == counted


def test_someone_without_an_address_has_none() -> None:
    connection: Any = SimpleNamespace(client=None)
    assert address(connection) == ""
