"""A company moves its money between its own accounts: the available balance and its sub-accounts. Nothing leaves the house.

source −amount, destination +amount
"""

from collections.abc import Mapping

from retaguarda import ledger
from retaguarda.accounts.limits import refuse_beyond_limits
from retaguarda.accounts.model import MoneyMoved, MoveMoneyInput
from retaguarda.accounts.records import name_of, subject_of
from retaguarda.accounts.tables import JOINED
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.company_block import refuse_blocked
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanSummary, shown
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import COMPANY
from retaguarda.ledger import AccountRef, Leg

KIND = "accounts.move"
AVAILABLE = "available"


async def _move(tx: Tx, principal: Principal, given: MoveMoneyInput, path: Mapping[str, str]) -> Done:
    principal.require(Permission.TWO_FACTOR)
    company, amount = principal.chosen(), given.amount.amount
    await refuse_blocked(tx, company, "out")
    if given.source == given.destination:
        raise invalid_field("destination", "same_account", "money moves from one account to another one")
    source = await _own(tx, company, given.source, "source")
    destination = await _own(tx, company, given.destination, "destination")
    await refuse_beyond_limits(tx, company, given.source, amount)
    number = uuid7()
    await ledger.post(
        tx,
        company=company,
        key=f"move:{number}",
        kind=KIND,
        reference=str(number),
        effective_at=None,
        legs=[
            Leg(AccountRef(company, source["code"]), -amount),
            Leg(AccountRef(company, destination["code"]), amount),
        ],
    )
    moved = MoneyMoved(number, name_of(source), name_of(destination), Money(amount))
    told = {"source": source["code"], "destination": destination["code"], "amount": amount}
    return Done(subject_of(given.source), moved, told)


async def _own(tx: Tx, company: int, account: int, field: str) -> Row:
    """An account between which a company may move money.

    Raises:
        ApiError: 400, this field.
    """
    row = await tx.one(
        f"select a.code, s.alias from {JOINED} where a.id = %(id)s and a.company_id = %(company)s and a.currency = 'BRL'"
        f" and (a.code = '{AVAILABLE}' or s.closed_at is null and s.number is not null)",
        {"id": account, "company": company},
    )
    if row is None:
        raise invalid_field(field, "account_unknown", f"{field} is not an open account of this company")
    return row


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    moved: MoneyMoved = done.result
    facts = {
        "source": None,
        "destination": None,
        "from_account": moved.source,
        "to_account": moved.destination,
        "amount": moved.amount,
    }
    return shown(f"{moved.source} → {moved.destination}", facts)


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
