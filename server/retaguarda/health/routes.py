"""/health, /ready and, where a token for it is set, /metrics."""

import hmac
from pathlib import Path

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.metrics import exposition
from retaguarda.foundation.request import Request, Response, Route
from retaguarda.health import readiness
from retaguarda.health.figures import figures

_TEXT = "text/plain; version=1.0.0; charset=utf-8"


def routes(database: Database, data: Path, token: str) -> list[Route]:
    """``token``: what a reader of the metrics brings as its bearer; empty: there is no such page."""

    async def metrics(request: Request) -> Response:
        # Whoever does not know the token learns nothing, not even that there are metrics.
        if not token or not hmac.compare_digest(request.bearer.encode(), token.encode()):
            raise ApiError(404, "not_found", "no such path")
        async with database.transaction(SYSTEM) as tx:
            gauges = await figures(tx, data)
        return Response(exposition(gauges), media_type=_TEXT)

    return [
        *readiness.routes(database),
        Route(
            "GET",
            "/metrics",
            "Figures for Prometheus (text/plain), where a token is set",
            metrics,
            public=True,
            media=(_TEXT,),
        ),
    ]
