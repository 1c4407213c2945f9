"""What the active rules see of the planted patterns."""

import msgspec

from retaguarda.compliance.pld_blind_spots.check_coverage import coverage_of
from retaguarda.compliance.pld_blind_spots.model import Coverage
from retaguarda.compliance.pld_blind_spots.tables import READ
from retaguarda.compliance.pld_rules.queries import typologies
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.typed_rows import fetch_one, present


class OpenSituations(msgspec.Struct):
    """Situations of Carta Circular 4.001: all that we know, and those that no rule in force names and nobody declared not applicable."""

    situations: int
    uncovered: int


_OPEN = """
    select count(*) as situations, count(*) filter (where not exists (
             select from pld_rule_version v where v.status = 'active' and c.code = any (v.typologies))
             and not exists (select from pld_exclusion x where x.status = 'in_force' and x.code = c.code)) as uncovered
      from unnest(%(codes)s::text[]) as c (code)
"""


def open_situations_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with HOUSE.over(access).open(request, READ) as (tx, _):
            return json_response(present(await fetch_one(tx, OpenSituations, _OPEN, {"codes": sorted(typologies())})))

    return Route(
        "GET",
        "/v1/pld-engine/open-situations",
        "How many situations neither a rule in force names nor anybody declared not applicable",
        handler,
        permission=READ,
        scope=HOUSE,
        answers=OpenSituations,
    )


def coverage_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with HOUSE.over(access).open(request, READ) as (tx, principal):
            return json_response(await coverage_of(tx, principal.person_id))

    return Route(
        "GET",
        "/v1/pld-engine/coverage",
        "Which planted patterns of money laundering the active rules see, and which situations they name or do not apply",
        handler,
        permission=READ,
        scope=HOUSE,
        answers=Coverage,
    )
