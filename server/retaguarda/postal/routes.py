"""GET /v1/postal-codes/{postal_code}: the address of a CEP, for whoever is signed in."""

import re

from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.providers.postal import Address, PostalCodes, PostalUnavailable

_CEP = re.compile(r"[0-9]{5}-?[0-9]{3}", re.ASCII)


def postal_route(access: Access, codes: PostalCodes) -> Route:
    async def handler(request: Request) -> Response:
        async with access.open(request, None):
            pass
        raw = request.path_params["postal_code"]
        if not _CEP.fullmatch(raw):
            raise not_found("postal code: it has eight digits, 01001-000")
        try:
            found = await codes.find(raw.replace("-", ""))
        except PostalUnavailable as error:
            raise ApiError(503, "postal_unavailable", str(error), {"Retry-After": "60"}) from None
        if found is None:
            raise not_found("postal code")
        return json_response(found)

    return Route(
        "GET",
        "/v1/postal-codes/{postal_code:str}",
        "The address of a postal code",
        handler,
        answers=Address,
    )
