"""Move money between a company's own accounts: the available balance and its sub-accounts. No money leaves the
provider.

source −amount, destination +amount
"""

from collections.abc import Mapping

import msgspec

from retaguarda import ledger
from retaguarda.accounts.limits import refuse_beyond_limits
from retaguarda.accounts.model import MoneyMoved, MoveMoneyInput
from retaguarda.accounts.records import subject_of
from retaguarda.accounts.tables import JOINED
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.company_block import refuse_blocked
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import COMPANY
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.ledger import AccountRef, Leg

KIND = "accounts.move"
AVAILABLE = "available"


async def _move(tx: Tx, principal: Principal, given: MoveMoneyInput, path: Mapping[str, str]) -> Done:
    principal.require(Permission.TWO_FACTOR)
    company, amount = principal.chosen(), Money(given.amount.amount, given.amount.currency)
    await refuse_blocked(tx, company, "out")
    if given.source == given.destination:
        raise invalid_field("destination", "same_account", "money moves from one account to another one")
    source = await _own_account(tx, company, given.source, amount.currency, "source")
    destination = await _own_account(tx, company, given.destination, amount.currency, "destination")
    await refuse_beyond_limits(tx, company, given.source, amount.amount)
    move_id = uuid7()
    await ledger.post(
        tx,
        company=company,
        key=f"move:{move_id}",
        kind=KIND,
        reference=str(move_id),
        effective_at=None,
        legs=[
            Leg(AccountRef(company, source.code, amount.currency), -amount.amount),
            Leg(AccountRef(company, destination.code, amount.currency), amount.amount),
        ],
    )
    result = MoneyMoved(move_id, source.alias or source.code, destination.alias or destination.code, amount)
    data = {"source": source.code, "destination": destination.code, "amount": amount.amount}
    return Done(subject_of(given.source), result, data)


class _Own(msgspec.Struct):
    code: str
    alias: str | None


async def _own_account(tx: Tx, company: int, account: int, currency: str, field: str) -> _Own:
    """Load one of the company's own accounts in a currency, which a move may name.

    Raises:
        ApiError: 400 naming the field.
    """
    found = await fetch_one(
        tx,
        _Own,
        f"select a.code, s.alias from {JOINED} where a.id = %(id)s and a.company_id = %(company)s and a.currency = %(currency)s"
        f" and (a.code = '{AVAILABLE}' or s.closed_at is null and s.number is not null)",
        {"id": account, "company": company, "currency": currency},
    )
    if found is None:
        raise invalid_field(field, "account_unknown", f"{field} is not an open account of this company")
    return found


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    result: MoneyMoved = done.result
    facts = {
        "source": None,
        "destination": None,
        "from_account": result.source,
        "to_account": result.destination,
        "amount": result.amount,
    }
    return plan_summary(f"{result.source} → {result.destination}", facts)


MOVE_MONEY = Command(
    name="accounts:money:move",
    method="POST",
    path="/v1/companies/{id:str}/moves",
    summary="Move money between a company's own accounts",
    permission=Permission.PAYIN_WITHDRAWALS_WRITE,
    scope=COMPANY,
    planned=True,
    moves_money=True,
    input=MoveMoneyInput,
    answers=MoneyMoved,
    apply=_move,
    status=201,
    approvable=True,
    shows=_shows,
)
