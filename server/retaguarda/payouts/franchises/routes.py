"""Looking at a file of units before it is added."""

from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import CHOSEN_MERCHANT, with_second_factor
from retaguarda.foundation.services import Services
from retaguarda.payouts.franchises.add_unit import read_file, shown
from retaguarda.payouts.franchises.commands import WRITE
from retaguarda.payouts.franchises.model import UnitFile, UnitFilePreview
from retaguarda.payouts.franchises.tables import FRANCHISES


def franchise_routes(services: Services) -> list[Route]:
    access = services[Access]

    async def preview(request: Request) -> Response:
        given = request.read(UnitFile)
        async with with_second_factor(CHOSEN_MERCHANT).over(access).open(request, WRITE) as (tx, principal):
            return json_response(shown(await read_file(tx, principal.chosen(), given.content)))

    return [
        Route(
            "POST",
            f"{FRANCHISES.path}/import/preview",
            "What a file of units would add, and what is wrong with its lines",
            preview,
            permission=WRITE,
            scope=with_second_factor(CHOSEN_MERCHANT),
            body=UnitFile,
            answers=UnitFilePreview,
        )
    ]
