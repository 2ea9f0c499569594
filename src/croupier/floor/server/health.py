"""How the house is: whether the process lives, whether it can be played here, and the figures of both."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.types import ControllerRouterHandler
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from croupier.floor import trouble
from croupier.floor.acts.stops import EVERYWHERE
from croupier.floor.metrics import FIGURES, RECORD_POSITION, STOPPED, TABLES, Counter, Gauge, Histogram
from croupier.floor.server.limits import is_local
from croupier.floor.server.pools import Pool
from croupier.floor.server.reception import AtReception, Reception
from croupier.floor.trouble import STORE

PROBE_SECONDS = 5.0
"""How often the store is looked at while all is well."""

TROUBLED_SECONDS = 1.0
"""And how often while it is not."""

PATIENCE_SECONDS = 5.0
"""How long the store may take over next to nothing."""

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"

AnyRequest = Request[Any, Any, Any]


class Ready(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether the house can be played in, and if not, why; or that a part of it cannot."""

    ready: bool
    degraded: bool = False
    """Whether play is stopped somewhere, or the record is not sealed, while the rest goes on."""
    reasons: tuple[str, ...] = ()


def _trusted(request: AnyRequest, reception: Reception) -> bool:
    """Whether the one who asks may know more than that all is well: someone at this machine, unless set otherwise."""
    if reception.settings.metrics == "public":
        return True
    passed_on = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    peer = request.client.host if request.client else None
    return reception.settings.metrics == "local" and is_local(peer) and not passed_on


@get("/healthz", include_in_schema=False)
async def healthz() -> Response[dict[str, bool]]:
    """That the process is alive; nothing else is looked at."""
    return Response({"ok": True}, headers={"cache-control": "no-store"})


@get("/readyz", include_in_schema=False)
async def readyz(request: AnyRequest, reception: AtReception) -> Response[Ready]:
    """Whether the floor is open and its record can be written.

    A house of which a part is stopped is ready, for the rest of it can be played, and says that it is degraded.
    """
    reasons, partly = tuple(_reasons(reception)), tuple(_partly(reception))
    told = (*reasons, *partly) if _trusted(request, reception) else ()
    shown = Ready(not reasons, bool(partly), told)
    headers = {"cache-control": "no-store"} | ({"retry-after": "2"} if reasons else {})
    return Response(shown, status_code=503 if reasons else 200, headers=headers)


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest, reception: AtReception) -> Response[bytes]:
    """The figures of this process as Prometheus reads them."""
    if not _trusted(request, reception):
        raise NotFoundException("there is nothing at /metrics")
    TABLES.set(len(reception.floor.tables))
    STOPPED.set(len(reception.floor.stops.standing))
    return Response(
        generate_latest(_REGISTRY),
        media_type=MediaType.TEXT,
        headers={"content-type": PROMETHEUS, "cache-control": "no-store"},
    )


def _reasons(reception: Reception) -> Iterator[str]:
    if reception.closing.is_set():
        yield "the floor is closing"
    if STORE.on:
        yield f"the store is in trouble: {STORE.why}"
    stops, tables = reception.floor.stops, reception.floor.tables.values()
    if EVERYWHERE in stops.standing:
        yield f"play is stopped at every table: {stops.standing[EVERYWHERE].why}"
    elif tables and all(table.stream in stops.standing for table in tables):
        yield "play is stopped at every table"


def _partly(reception: Reception) -> Iterator[str]:
    """What is wrong with a part of the house."""
    for stream, stop in sorted(reception.floor.stops.standing.items()):
        if stream != EVERYWHERE:
            yield f"play is stopped at {stream}: {stop.why}"
    if reception.sealing is not None and reception.sealing.broken is not None:
        yield f"the record is not sealed any more: {reception.sealing.broken}"


async def watch_store(reception: Reception) -> None:
    """Look again and again whether the store takes writes, so that trouble is known and its end is noticed."""
    probing = Pool("probe", 1, 0)
    store = reception.floor.store
    store.listen(RECORD_POSITION.set)

    def probe() -> None:
        store.forget_refusals(0)  # a write like any other, which removes nothing
        store.stay()
        RECORD_POSITION.set(store.head()[0])

    try:
        while True:
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await probing.run(probe)
                STORE.over()
            except TimeoutError:
                STORE.begin("it does not answer in time")
            except Exception as error:
                if not trouble.noticed(error):
                    STORE.begin("it does not work as it should")
            await asyncio.sleep(TROUBLED_SECONDS if STORE.on else PROBE_SECONDS)
    finally:
        probing.close()
        with suppress(Exception):
            STORE.forget()


class _Figures(Collector):
    """Our figures in the form that Prometheus' own library writes."""

    def collect(self) -> Iterable[Metric]:
        """Every figure as it is now."""
        for figure in FIGURES:
            match figure:
                case Counter():
                    counted = CounterMetricFamily(figure.name, figure.help, labels=figure.labels)
                    for labels, value in figure.samples().items():
                        counted.add_metric(labels, value)
                    yield counted
                case Gauge():
                    gauge = GaugeMetricFamily(figure.name, figure.help, labels=figure.labels)
                    for labels, value in figure.samples().items():
                        gauge.add_metric(labels, value)
                    yield gauge
                case Histogram():
                    yield _histogram(figure)


def _histogram(figure: Histogram) -> HistogramMetricFamily:
    family = HistogramMetricFamily(figure.name, figure.help, labels=figure.labels)
    for labels, (counts, total) in figure.samples().items():
        running, buckets = 0, []
        for step, count in zip((*map(str, figure.steps), "+Inf"), counts, strict=True):
            running += count
            buckets.append((step, float(running)))
        family.add_metric(labels, buckets, total)
    return family


_REGISTRY = CollectorRegistry()
_REGISTRY.register(_Figures())

HANDLERS: list[ControllerRouterHandler] = [healthz, readyz, metrics]
