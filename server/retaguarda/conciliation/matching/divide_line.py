"""Split a line of the bank: parts of it pay different expectations, each a match of its own that is undone alone."""

from collections.abc import Mapping

import msgspec

from retaguarda.conciliation.matching.confirm_match import (
    Item,
    lock_accounts,
    make_group,
    open_items,
    withdraw_proposals,
)
from retaguarda.conciliation.matching.model import LineSplit, MatchInput, MatchItems, SplitLineInput
from retaguarda.conciliation.matching.run_ladder import refresh_days
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE


async def _split(tx: Tx, principal: Principal, given: SplitLineInput, path: Mapping[str, str]) -> Done:
    wanted = [part.expectation for part in given.parts]
    if len(set(wanted)) != len(wanted):
        raise invalid_field("parts", "field_invalid", "name each expectation once")
    key = path_id(path)
    await lock_accounts(tx, [key])
    items = await open_items(tx, [key], wanted)
    line = next((item for item in items if item.id == key), None)
    if line is None:
        if not await tx.value(
            "select exists (select from bank_line where company_id = 1 and id = %(id)s)", {"id": key}
        ):
            raise not_found("line")
        raise ApiError(409, "match_not_open", "this line is matched already")
    expected = {item.id: item for item in items if item.side == "expectation"}
    if set(expected) != set(wanted):
        raise ApiError(409, "match_not_open", "some of these are matched already, or are not there")
    if any(item.account_id != line.account_id for item in expected.values()):
        raise ApiError(422, "match_two_accounts", "a match is within one house account")
    await withdraw_proposals(tx, [item.id for item in items], principal.email)
    sign = 1 if line.open_amount > 0 else -1
    left, made = line.open_amount, list[str]()
    for part in given.parts:
        item = expected[part.expectation]
        amount = item.open_amount if part.amount is None else sign * part.amount
        if (
            amount * sign <= 0
            or abs(amount) > abs(left)
            or abs(amount) > abs(item.open_amount)
            or item.open_amount * sign < 0
        ):
            raise ApiError(422, "split_too_much", "the parts are more than the line, or than what is expected")
        left -= amount
        group, _ = await make_group(
            tx,
            principal,
            [_part(line, amount), _part(item, amount)],
            MatchInput(MatchItems([line.id], [item.id])),
        )
        made.append(str(group.id))
    await refresh_days(tx, line.account_id)
    state = await tx.value("select state from bank_line where company_id = 1 and id = %(id)s", {"id": key})
    done = msgspec.convert(
        {"id": key, "state": state, "left": Money(left, line.currency), "matches": made}, LineSplit, strict=False
    )
    return Done(str(key), done, {"matches": len(made), "left": left})


def _part(item: Item, amount: int) -> Item:
    return msgspec.structs.replace(item, open_amount=amount)


SPLIT_LINE: Command[SplitLineInput] = Command(
    name="conciliation:line:split",
    method="POST",
    path="/v1/conciliation/bank-lines/{id:str}/split",
    summary="Split a line over what the ledger expects: each part is a match of its own, the rest stays open",
    permission=Permission.CONCILIATION_BANK_STATEMENT_WRITE,
    scope=HOUSE,
    input=SplitLineInput,
    answers=LineSplit,
    apply=_split,
)
