"""Splits saved under a name. A charge copies the split it picks, so that later changes do not touch it."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec
import psycopg

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import BRL
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record, path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.payin.splits.agree_split import check_parts, check_recipients
from retaguarda.payin.splits.model import Split
from retaguarda.payin.splits.queries import agreed_shares
from retaguarda.recipients.model import SplitRule, SplitRuleInput

#: Amount on which the shares of a saved split are illustrated, minor units.
_EXAMPLE = 10_000


async def _create(tx: Tx, principal: Principal, given: SplitRuleInput, path: Mapping[str, str]) -> Done:
    company, name = principal.chosen(), given.name.strip()
    if not name or not name.isprintable():
        raise invalid_field("name", "invalid", "name must be a line of text")
    check_parts(given.split)
    await check_recipients(tx, company, given.split)
    await tx.execute("savepoint adding")
    try:
        row = await tx.one(
            "insert into split_rule (company_id, id, name, split, created_by)"
            " values (%(company)s, %(id)s, %(name)s, %(split)s::jsonb, %(person)s) returning *",
            {
                "company": company,
                "id": uuid7(),
                "name": name,
                "split": json_text(given.split),
                "person": principal.person_id,
            },
        )
    except psycopg.errors.UniqueViolation:
        await tx.execute("rollback to savepoint adding")
        raise ApiError(409, "split_rule_known", "this merchant has a split of this name") from None
    assert row is not None
    return Done(str(row["id"]), await _rule(tx, row), {"name": name})


async def _remove(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await tx.one(
        "delete from split_rule where company_id = %(company)s and id = %(id)s returning *",
        {"company": principal.chosen(), "id": path_id(path)},
    )
    if row is None:
        raise not_found("split")
    return Done(str(row["id"]), await _rule(tx, row), {"name": row["name"]})


async def _rule(tx: Tx, row: Row) -> SplitRule:
    fields: dict[str, Any] = {name: row[name] for name in ("id", "created_at", "name", "company_id")}
    parts = await agreed_shares(tx, row["company_id"], row["split"], _EXAMPLE, BRL)
    return SplitRule(**fields, split=msgspec.convert(row["split"], Split), agreed=parts)


async def _load(tx: Tx, principal: Principal, rule: UUID) -> SplitRule | None:
    row = await tx.one(
        "select * from split_rule where id = %(id)s and company_id = any(%(seen)s)",
        {"id": rule, "seen": list(principal.companies)},
    )
    return await _rule(tx, row) if row else None


RULE_RECORD = Record(
    path="/v1/payin/split-rules/{id:str}",
    summary="One saved split, with its parts",
    permission=Permission.PAYIN_RECIPIENTS_READ,
    scope=MERCHANT,
    answers=SplitRule,
    load=_load,
)
CREATE_RULE = Command(
    name="payin:split_rule:create",
    method="POST",
    path="/v1/payin/split-rules",
    summary="Save a split under a name",
    permission=Permission.PAYIN_RECIPIENTS_WRITE,
    scope=MERCHANT,
    planned=True,
    input=SplitRuleInput,
    answers=SplitRule,
    apply=_create,
    status=201,
)
REMOVE_RULE = Command(
    name="payin:split_rule:remove",
    method="POST",
    path="/v1/payin/split-rules/{id:str}/remove",
    summary="Delete a saved split; charges keep theirs",
    permission=Permission.PAYIN_RECIPIENTS_WRITE,
    scope=MERCHANT,
    planned=True,
    input=Nothing,
    answers=SplitRule,
    apply=_remove,
    keyed=False,
)
