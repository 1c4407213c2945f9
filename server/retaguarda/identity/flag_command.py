"""Staff switch a feature flag on or off for the chosen merchant (readings 18)."""

from collections.abc import Mapping

import msgspec

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import forbidden, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT

#: Flags that some code checks.
FLAGS = ("ledger",)

#: Parameters: name, companies (ids). Both return the companies that then have the flag.
ON = """
insert into feature_flag as f (name, companies) values (%(name)s, %(companies)s::int[])
on conflict (name) do update set companies = array(
  select distinct number from unnest(f.companies || excluded.companies) as number order by number
)
returning companies
"""
OFF = """
update feature_flag set companies = array(
  select number from unnest(companies) as number where number <> all(%(companies)s::int[]) order by number
)
where name = %(name)s
returning companies
"""


class FlagInput(msgspec.Struct, forbid_unknown_fields=True):
    on: bool


class Flag(msgspec.Struct):
    """``companies``: ids of those that now have the flag."""

    name: str
    companies: list[int]


async def _switch(tx: Tx, principal: Principal, body: FlagInput, path: Mapping[str, str]) -> Done:
    if not principal.internal:
        raise forbidden(Permission.REGISTER_COMPANY_WRITE)
    name = path["name"]
    if name not in FLAGS:
        raise not_found("flag")
    companies = await tx.value(ON if body.on else OFF, {"name": name, "companies": [principal.chosen()]})
    return Done(f"flag:{name}", Flag(name, companies or []), {"flag": name, "on": body.on})


SWITCH_FLAG = Command(
    name="flag:company:switch",
    method="PUT",
    path="/v1/dashboard/feature-flags/{name:str}",
    summary="Switch a feature flag on or off for the chosen merchant",
    permission=Permission.REGISTER_COMPANY_WRITE,
    scope=MERCHANT,
    input=FlagInput,
    answers=Flag,
    apply=_switch,
    keyed=False,
)
