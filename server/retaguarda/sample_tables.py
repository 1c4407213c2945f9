"""The sample endpoints of development (readings 8): no installation of ours answers them."""

from retaguarda.foundation.request import Request, Response, Route
from retaguarda.settings import Environment


def sample_routes(environment: Environment) -> list[Route]:
    """Outside development there are none."""

    async def nothing(request: Request) -> Response:
        return Response(b"", 400)

    if environment != "development":
        return []
    path, summary = "/v1/dashboard/tables", "A sample of development: always 400, without a body"
    return [
        Route("GET", path, summary, nothing, public=True, status=400),
        Route("POST", path, summary, nothing, public=True, status=400),
    ]
