"""The porter: looks at the head of a request, and turns away at once what could only be refused further in.

It reads nothing but the head, asks nobody and makes nothing: the answers are ready, and what is turned away is counted.
"""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple
from urllib.parse import unquote

from uvicorn.middleware.proxy_headers import _TrustedHosts

from croupier.floor.acts.floor import UnknownTable
from croupier.floor.metrics import REQUESTS, TURNED_AWAY
from croupier.floor.server.gate import class_of
from croupier.floor.server.hosts import Hosts
from croupier.floor.server.limits import Class, address_key
from croupier.floor.server.pages import at_once
from croupier.floor.server.plan import API, FEED, Plan
from croupier.floor.server.reception import Reception
from croupier.floor.server.refusals import NOTHING, refusal
from croupier.floor.store import Damaged

Header = tuple[bytes, bytes]

_VERSIONS = ("1.1", "1.0")
_TABLES = [API, "tables"]

MALFORMED = refusal(400, "the request is malformed", close=True)
NO_HOST = refusal(400, "the request does not say for which host it is")
NOT_OURS = refusal(421, "the floor does not go by that name; its operator may give it with --host-name")
OLD = refusal(505, "the floor speaks HTTP/1.1", close=True)
SIGN_IN = refusal(401, "sign in first")


class Head(NamedTuple):
    """The head of a request as it came, and between which addresses."""

    method: str
    target: bytes
    headers: list[Header]
    version: str = "1.1"
    upgrade: bool = False
    """Whether a feed is asked for."""
    here: str | None = None
    client: str | None = None


class Verdict(NamedTuple):
    """What becomes of a request: an answer that refuses it, or whether it goes before those of strangers."""

    refusal: bytes | None = None
    last: bool = False
    """Whether the connection ends with the refusal."""
    first: bool = False


class Porter:
    """Decides by the head of a request alone."""

    def __init__(self, plan: Plan, reception: Reception) -> None:
        settings = reception.settings
        self._plan, self._floor, self._gate = plan, reception.floor, reception.gate
        self._hosts = Hosts(settings.hosts)
        self._proxies = _TrustedHosts(list(settings.trusted))

    def look(self, head: Head) -> Verdict:
        """Refuse a request, or say whether it goes first."""
        refused = self._why_no_request_of_ours(head)
        if refused is not None:
            return refused
        path = head.target.partition(b"?")[0].decode("latin-1")
        if "%" in path:
            path = unquote(path)
        asked = Class.READING if head.upgrade else class_of(head.method, path)
        session = self._gate.session(head.headers)
        if not head.upgrade:  # the gate counts feeds as they are opened
            why = self._gate.why_not(asked, address_key(self._client(head)), session, monotonic())
            if why is not None:
                return Verdict(refusal(why.status, why.error, wait=why.wait))
        refused = self._why_nothing_there(head, path, session)
        if refused is not None:
            return refused
        if (
            asked is Class.PAGES
            and head.method == "GET"
            and (page := at_once(path.strip("/"), head.headers)) is not None
        ):
            REQUESTS.observe(0.0, "GET", "pages", "4xx" if page is NOTHING else "2xx")
            return Verdict(page)
        return Verdict(first=asked is Class.HEALTH or self._gate.knows(session))

    def _why_no_request_of_ours(self, head: Head) -> Verdict | None:
        if head.version not in _VERSIONS:
            return _refused("version", OLD, last=True)
        hosts = [value for name, value in head.headers if name == b"host"]
        if len(hosts) != 1:
            return _refused("host", NO_HOST)
        if not self._hosts.own(hosts[0], head.here):
            return _refused("host", NOT_OURS)
        if not head.target.startswith(b"/"):
            return _refused("target", MALFORMED, last=True)
        return None

    def _why_nothing_there(self, head: Head, path: str, session: int | None) -> Verdict | None:
        parts = [part for part in path.split("/") if part]
        place = self._plan.at(parts)
        method = FEED if head.upgrade else head.method
        if place is None or (head.upgrade and FEED not in place.methods):
            return _refused("nothing there", NOTHING)
        if method not in place.methods:
            return _refused("method", refusal(405, "that cannot be done with this", allow=place.allow))
        if session is None and method not in place.anyone:
            return _refused("nobody", SIGN_IN)
        if parts[:2] == _TABLES and len(parts) > 2 and not head.upgrade and not self._is_table(parts[2]):
            return _refused("no table", NOTHING)
        return None

    def _is_table(self, table: str) -> bool:
        try:
            self._floor.table(table)
        except UnknownTable:
            return False
        except Damaged:
            return True
        return True

    def _client(self, head: Head) -> str | None:
        """Whom a request comes from: a proxy's word is taken for it where the proxy is trusted."""
        if head.client not in self._proxies:
            return head.client
        passed = b", ".join([value for name, value in head.headers if name == b"x-forwarded-for"])
        found = self._proxies.get_trusted_client_address(passed.decode("latin-1"))[0] if passed else ""
        return found or head.client


def _refused(why: str, answer: bytes, *, last: bool = False) -> Verdict:
    TURNED_AWAY.add("junk", why)
    return Verdict(answer, last)
