"""Commands on banks: say that one is down or up, change its account rule, take over a new list."""

from collections.abc import Mapping
from functools import partial

from retaguarda.bank_book.model import AccountRule
from retaguarda.bank_book.revise_bank_list import ListRevision, compare_list, read_list, set_account_rule, take_list
from retaguarda.foundation.command import Command, Done, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE, with_second_factor
from retaguarda.foundation.text_input import ReasonInput, printable
from retaguarda.payouts.banks.model import AccountRuleInput, BankListInput, MarkInput, PayoutBank
from retaguarda.payouts.banks.queries import bank_standing, known_bank, paid_banks
from retaguarda.payouts.banks.records import load_bank
from retaguarda.payouts.banks.tables import BANKS

WRITE = Permission.PAYOUT_BANKS_WRITE
#: What the list as a whole is about, where a bank has its ISPB.
LIST_SUBJECT = "list"


async def _mark(tx: Tx, principal: Principal, given: MarkInput, path: Mapping[str, str]) -> Done:
    bank = await known_bank(tx, path)
    await _end_marks(tx, principal, bank.ispb)
    await tx.execute(
        "insert into bank_mark (id, ispb, state, until, reason, created_by) values"
        " (%(id)s, %(ispb)s, %(state)s, now() + make_interval(hours => %(hours)s), %(reason)s, %(by)s)",
        {
            "id": uuid7(),
            "ispb": bank.ispb,
            "state": given.state,
            "hours": given.hours,
            "reason": printable("reason", given.reason),
            "by": principal.email,
        },
    )
    return await _done(tx, principal, bank.ispb, state=given.state, hours=given.hours)


async def _unmark(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    bank = await known_bank(tx, path)
    printable("reason", given.reason)
    if not await _end_marks(tx, principal, bank.ispb):
        raise ApiError(409, "bank_not_marked", "nobody marked this bank, or the mark is over")
    return await _done(tx, principal, bank.ispb)


async def _end_marks(tx: Tx, principal: Principal, ispb: str) -> int:
    return await tx.execute(
        "update bank_mark set ended_at = clock_timestamp(), ended_by = %(by)s"
        " where ispb = %(ispb)s and ended_at is null and until > now()",
        {"ispb": ispb, "by": principal.email},
    )


async def _set_rule(tx: Tx, principal: Principal, given: AccountRuleInput, path: Mapping[str, str]) -> Done:
    bank = await known_bank(tx, path)
    printable("reason", given.reason)
    if given.number_least > given.number_most:
        raise invalid_field("number_least", "out_of_range", "number_least is more than number_most")
    rule = AccountRule(given.branch_most, given.number_least, given.number_most, given.digit_rule)
    if rule == bank.rule:
        raise ApiError(400, "bank_rule_same", "the rule of this bank is like that already")
    await set_account_rule(tx, bank.ispb, rule)
    return await _done(tx, principal, bank.ispb)


async def revision_of(tx: Tx, given: BankListInput) -> ListRevision:
    """What the list would change; a bank that is gone from it stays in the book, unlisted."""
    return await compare_list(tx, read_list(given.content))


async def _take_list(tx: Tx, principal: Principal, given: BankListInput, path: Mapping[str, str]) -> Done:
    printable("reason", given.reason)
    await tx.execute("select pg_advisory_xact_lock(hashtext('bank'))")
    revision = await revision_of(tx, given)
    if not (revision.added or revision.changed or revision.removed):
        raise ApiError(400, "bank_list_same", "the book is like this list already")
    await take_list(tx, read_list(given.content))
    counts = {name: len(getattr(revision, name)) for name in ("added", "changed", "removed")}
    return Done(LIST_SUBJECT, revision, counts)


async def _list_shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    paid = await paid_banks(tx, [bank.ispb for bank in done.result.removed])
    return plan_summary("", {**done.data, "removed_paid": len(paid)})


async def _done(tx: Tx, principal: Principal, ispb: str, **data: str | int) -> Done:
    bank = await load_bank(tx, principal, ispb)
    assert bank is not None
    return Done(ispb, bank, {"name": bank.name, **data})


_on_bank = partial(
    Command,
    method="POST",
    permission=WRITE,
    scope=with_second_factor(HOUSE),
    planned=True,
    answers=PayoutBank,
    approvable=True,
    shows=named_by("name"),
    subject=bank_standing,
)

COMMANDS = (
    _on_bank(
        name="payouts:bank:mark",
        path=f"{BANKS.path}/{{id:str}}/mark",
        summary="Say that a bank is down or up until an hour, whatever is measured",
        input=MarkInput,
        apply=_mark,
    ),
    _on_bank(
        name="payouts:bank:unmark",
        path=f"{BANKS.path}/{{id:str}}/unmark",
        summary="Take back what was said of a bank",
        input=ReasonInput,
        apply=_unmark,
        keyed=False,
    ),
    _on_bank(
        name="payouts:bank:set_rule",
        path=f"{BANKS.path}/{{id:str}}/rule",
        summary="Change what branches and accounts of a bank look like",
        input=AccountRuleInput,
        apply=_set_rule,
        keyed=False,
    ),
    Command(
        name="payouts:bank_list:take",
        method="POST",
        path="/v1/payouts/bank-list",
        summary="Take over a new list of banks; nothing is deleted, what it lacks is no longer listed",
        permission=WRITE,
        scope=with_second_factor(HOUSE),
        planned=True,
        input=BankListInput,
        answers=ListRevision,
        apply=_take_list,
        approvable=True,
        shows=_list_shows,
    ),
)
