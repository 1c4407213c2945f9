"""Templates of columns: how a merchant's own tables call what we read. Saving under a known name writes its next version."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import CHOSEN_MERCHANT, of_subject, with_second_factor
from retaguarda.payouts.batches.model import COLUMNS
from retaguarda.payouts.batches.parse_line import HEADINGS, NEEDED
from retaguarda.payouts.verify_factor import FACTOR_CHOSEN

PATH = "/v1/payouts/batch-mappings"
Heading = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class PayoutMappingInput(msgspec.Struct, forbid_unknown_fields=True):
    """``columns``: what is read → its heading in the merchant's file. What has no heading there is not sent."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    columns: dict[str, Heading]


class PayoutMapping(msgspec.Struct):
    """One version of a template; ``retired_at``: since when it is offered no more."""

    id: UUID
    name: str
    version: int
    columns: dict[str, str]
    created_at: datetime
    actor: str
    retired_at: datetime | None


_FIELDS = ", ".join(PayoutMapping.__struct_fields__)
_NEWEST = f"""
    select {_FIELDS} from (select distinct on (name) * from payout_mapping where company_id = %(company)s order by name, version desc) m
     where retired_at is null
"""


async def load_mapping(tx: Tx, company: int, mapping: UUID) -> PayoutMapping | None:
    row = await tx.one(
        f"select {_FIELDS} from payout_mapping where company_id = %(company)s and id = %(id)s",
        {"company": company, "id": mapping},
    )
    return None if row is None else msgspec.convert(row, PayoutMapping)


async def refuse_old_mapping(tx: Tx, company: int, mapping: UUID | None) -> None:
    """Refuse to read a batch with anything but a template in use.

    Raises:
        ApiError: 400 ``mapping``: there is a newer version, it is out of use, or it is none of this merchant's.
    """
    found = mapping and await tx.value(f"{_NEWEST} and id = %(id)s", {"company": company, "id": mapping})
    if mapping is not None and found is None:
        raise invalid_field("mapping", "not_found", "mapping is the newest version of one of your templates")


async def _save(tx: Tx, principal: Principal, given: PayoutMappingInput, path: Mapping[str, str]) -> Done:
    company, name, columns = principal.chosen(), given.name.strip(), _checked(given.columns)
    if not name or not name.isprintable():
        raise invalid_field("name", "field_invalid", "name is one line of text")
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('payout_mapping', %(company)s))", {"company": company}
    )
    key = {"company": company, "name": name}
    newest = await tx.one(f"{_NEWEST} and name = %(name)s", key)
    if newest is not None and newest["columns"] == columns:
        return _done(msgspec.convert(newest, PayoutMapping))
    row = await tx.one(
        "insert into payout_mapping (company_id, id, name, version, columns, created_by, actor)"
        " select %(company)s, %(id)s, %(name)s, coalesce(max(version), 0) + 1, %(columns)s::jsonb, %(person)s, %(actor)s"
        f" from payout_mapping where company_id = %(company)s and name = %(name)s returning {_FIELDS}",
        key | {"id": uuid7(), "columns": json_text(columns), "person": principal.person_id, "actor": principal.email},
    )
    return _done(msgspec.convert(row, PayoutMapping))


def _checked(given: Mapping[str, str]) -> dict[str, str]:
    """Return the columns in our order, without blanks around their headings.

    Raises:
        ApiError: 400 ``columns``: one that we do not read, two under one heading, or one that every file needs is missing.
    """
    strange = sorted(set(given) - set(COLUMNS))
    if strange:
        raise invalid_field("columns", "not_allowed", f"columns are of {', '.join(COLUMNS)}")
    columns = {column: given[column].strip() for column in COLUMNS if column in given}
    if not all(heading and heading.isprintable() for heading in columns.values()):
        raise invalid_field("columns", "field_invalid", "each heading is one line of text")
    if len({heading.lower() for heading in columns.values()}) < len(columns):
        raise invalid_field("columns", "columns_twice", "each heading stands for one column")
    missing = [HEADINGS[column][0] for column in NEEDED if column not in columns]
    if missing or not {"pix_key", "account"} & set(columns):
        raise invalid_field(
            "columns", "field_required", "name, document, amount, and a Pix key or an account are needed"
        )
    return columns


async def _retire(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Take a template out of use with all its versions; batches that were read with it keep theirs."""
    company, found = principal.chosen(), await load_mapping(tx, principal.chosen(), path_id(path))
    if found is None:
        raise not_found("mapping")
    await tx.execute(
        "update payout_mapping set retired_at = clock_timestamp()"
        " where company_id = %(company)s and name = %(name)s and retired_at is null",
        {"company": company, "name": found.name},
    )
    after = await load_mapping(tx, company, found.id)
    assert after is not None
    return _done(after)


def _done(made: PayoutMapping) -> Done:
    return Done(str(made.id), made, {"name": made.name, "version": made.version})


async def _of_mapping(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from payout_mapping where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


def mappings_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with FACTOR_CHOSEN.over(access).open(request, Permission.PAYOUT_PAYMENT_READ) as (tx, principal):
            rows = await tx.all(f"{_NEWEST} order by name", {"company": principal.chosen()})
            return json_response(msgspec.convert(rows, list[PayoutMapping]))

    return Route(
        "GET",
        PATH,
        "Templates of columns in use, each with its newest version",
        handler,
        permission=Permission.PAYOUT_PAYMENT_READ,
        scope=FACTOR_CHOSEN,
        answers=list[PayoutMapping],
    )


SAVE = Command(
    name="payouts:payout_mapping:save",
    method="POST",
    path=PATH,
    summary="Save how your tables call their columns; a known name gets its next version",
    permission=Permission.PAYOUT_PAYMENT_WRITE,
    scope=with_second_factor(CHOSEN_MERCHANT),
    input=PayoutMappingInput,
    answers=PayoutMapping,
    apply=_save,
    status=201,
)
RETIRE = Command(
    name="payouts:payout_mapping:retire",
    method="POST",
    path=f"{PATH}/{{id:str}}/retire",
    summary="Take a template of columns out of use; batches that were read with it keep theirs",
    permission=Permission.PAYOUT_PAYMENT_WRITE,
    scope=with_second_factor(of_subject(_of_mapping)),
    input=Nothing,
    answers=PayoutMapping,
    apply=_retire,
    keyed=False,
)
