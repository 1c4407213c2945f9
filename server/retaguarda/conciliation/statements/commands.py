"""House accounts: one person proposes an account with its opening balance, another agrees."""

from collections.abc import Mapping
from typing import Any

import msgspec

from retaguarda.conciliation.matching.run_ladder import fill_expectations, refresh_days
from retaguarda.conciliation.statements.files import APPLY_FILE, CREATE_FILE, FINISH_FILE
from retaguarda.conciliation.statements.model import (
    OPTIONS,
    ChangeAccountInput,
    DecideAccountInput,
    HouseAccount,
    HouseAccountInput,
    HouseAccountRow,
)
from retaguarda.conciliation.statements.queries import account_for_update, account_of, refuse_maker
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.currencies import EXPONENT
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable
from retaguarda.providers.statements import Mapping as CsvMapping

#: A year outside of this range is a typing error.
_YEARS = range(2000, 2101)


def _mapping(mapping: dict[str, str] | None, number: str, currency: str) -> str | None:
    if not mapping:
        return None
    options = {name: mapping[name] for name in OPTIONS if name in mapping}
    columns = {name: title for name, title in mapping.items() if name not in options}
    try:
        msgspec.convert(options | {"account": number, "currency": currency, "columns": columns}, CsvMapping)
    except (msgspec.ValidationError, ValueError) as error:
        raise invalid_field("mapping", "field_invalid", f"mapping: {error}") from None
    return json_text(mapping)


async def _add(tx: Tx, principal: Principal, given: HouseAccountInput, path: Mapping[str, str]) -> Done:
    if given.currency not in EXPONENT:
        raise invalid_field("currency", "field_invalid", f"ISO 4217 knows no {given.currency}")
    if given.opened_on.year not in _YEARS:
        raise invalid_field("opened_on", "day_invalid", f"opened_on lies between {_YEARS[0]} and {_YEARS[-1]}")
    values = {
        "id": uuid7(),
        "name": printable("name", given.name),
        "bank": given.bank,
        "branch": given.branch,
        "number": given.number,
        "currency": given.currency,
        "code": given.clearing_code,
        "opened_on": given.opened_on,
        "opening": given.opening,
        "grace": given.grace,
        "tariff": given.tariff,
        "mapping": _mapping(given.mapping, given.number, given.currency),
        "by": principal.email,
    }
    if not await tx.value(
        "select exists (select from ledger_account where company_id = 1 and code = %(code)s and currency = %(currency)s and append_only)",
        values,
    ):
        raise invalid_field("clearing_code", "not_found", "the provider has no such ledger account in this currency")
    row = await tx.one(
        "insert into house_account (id, name, bank, branch, number, currency, clearing_code, opened_on, opening, grace, tariff,"
        " mapping, created_by) values (%(id)s, %(name)s, %(bank)s, %(branch)s, %(number)s, %(currency)s, %(code)s, %(opened_on)s,"
        " %(opening)s, %(grace)s, %(tariff)s, %(mapping)s::jsonb, %(by)s) on conflict do nothing returning *",
        values,
    )
    if row is None:
        raise ApiError(409, "house_account_taken", "this account, or its ledger account, has a house account already")
    account = msgspec.convert(row, HouseAccountRow)
    return Done(str(account.id), account_of(account), {"name": account.name, "opening": account.opening})


async def _change(tx: Tx, principal: Principal, given: ChangeAccountInput, path: Mapping[str, str]) -> Done:
    account = await account_for_update(tx, path)
    if account.state not in ("proposed", "open"):
        raise ApiError(409, "house_account_not_so", f"account {account.name} is {account.state}")
    row = await tx.one(
        "update house_account set name = coalesce(%(name)s, name), grace = coalesce(%(grace)s, grace), tariff = coalesce(%(tariff)s, tariff),"
        " mapping = case when %(keeps)s then mapping else %(mapping)s::jsonb end where company_id = 1 and id = %(id)s returning *",
        {
            "name": None if given.name is None else printable("name", given.name),
            "grace": given.grace,
            "tariff": given.tariff,
            "keeps": given.mapping is None,
            "mapping": _mapping(given.mapping, account.number, account.currency),
            "id": account.id,
        },
    )
    after = msgspec.convert(row, HouseAccountRow)
    before, told = account_of(account), account_of(after)
    changed = sorted(
        name for name in ("name", "grace", "tariff", "mapping") if getattr(before, name) != getattr(told, name)
    )
    return Done(str(account.id), told, {"name": after.name, "fields": changed})


#: Choice → the state before and after.
_CHOICES = {"agree": ("proposed", "open"), "refuse": ("proposed", "refused"), "end": ("open", "ended")}


async def _decide(tx: Tx, principal: Principal, given: DecideAccountInput, path: Mapping[str, str]) -> Done:
    account = await account_for_update(tx, path)
    before, after = _CHOICES[given.choice]
    if account.state != before:
        raise ApiError(409, "house_account_not_so", f"account {account.name} is {account.state}, not {before}")
    if given.choice == "agree":
        await refuse_maker(tx, principal, "house_account", account.id)
    row = await tx.one(
        "update house_account set state = %(state)s, decided_at = now(), decided_by = %(by)s"
        " where company_id = 1 and id = %(id)s returning *",
        {"state": after, "by": principal.email, "id": account.id},
    )
    if given.choice == "agree":
        await fill_expectations(tx)
        await refresh_days(tx, account.id)
    data = {"name": account.name, "from": account.state, "to": after}
    return Done(str(account.id), account_of(msgspec.convert(row, HouseAccountRow)), data)


ADD_ACCOUNT = Command(
    name="conciliation:account:add",
    method="POST",
    path="/v1/conciliation/house-accounts",
    summary="Propose an account of ours with its opening balance; a second person agrees",
    permission=Permission.CONCILIATION_BANK_STATEMENT_WRITE,
    scope=HOUSE,
    input=HouseAccountInput,
    answers=HouseAccount,
    apply=_add,
    status=201,
)
DECIDE_ACCOUNT = Command(
    name="conciliation:account:decide",
    method="POST",
    path="/v1/conciliation/house-accounts/{id:str}/decide",
    summary="Agree to a proposed account, refuse it, or end an open one",
    permission=Permission.CONCILIATION_BANK_STATEMENT_WRITE,
    scope=HOUSE,
    input=DecideAccountInput,
    answers=HouseAccount,
    apply=_decide,
    keyed=False,
)
CHANGE_ACCOUNT = Command(
    name="conciliation:account:change",
    method="POST",
    path="/v1/conciliation/house-accounts/{id:str}/change",
    summary="Change what an account is called, what its bank keeps, when it is overdue, and how its CSV is read",
    permission=Permission.CONCILIATION_BANK_STATEMENT_WRITE,
    scope=HOUSE,
    input=ChangeAccountInput,
    answers=HouseAccount,
    apply=_change,
    keyed=False,
)
COMMANDS: tuple[Command[Any], ...] = (ADD_ACCOUNT, DECIDE_ACCOUNT, CHANGE_ACCOUNT, CREATE_FILE, FINISH_FILE, APPLY_FILE)
