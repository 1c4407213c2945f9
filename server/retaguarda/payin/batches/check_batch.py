"""A table of charges as it would be sent: what is wrong with which line, and what is only worth a look."""

from datetime import UTC, datetime

from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT
from retaguarda.payin.batches.model import Checked, Line, LineProblem, TableInput
from retaguarda.payin.batches.parse_table import read
from retaguarda.payin.charges.due_terms import Terms, to_pix
from retaguarda.payin.rules import active_rules
from retaguarda.payin.rules.active_rules import Asked
from retaguarda.payin.settings.charge_terms import method_off, outside, terms_of
from retaguarda.payin.splits.agree_split import fits, kept
from retaguarda.payin.splits.model import Split
from retaguarda.providers.pix.due import day_of


async def check(tx: Tx, company: int, given: TableInput) -> Checked:
    """
    Raises:
        ApiError: 400, the text is no table, or the split none; 409, the merchant takes no charges with a due date.
    """
    lines = read(given.text, to_pix(given.terms or Terms()), day_of(datetime.now(UTC)))
    await _limits(tx, company, lines)
    await _splits(tx, company, lines, given.split)
    await _rules(tx, company, lines)
    await _warn_of_standing(tx, company, lines)
    wrong = sum(bool(line.problems) for line in lines)
    return Checked(
        lines=lines,
        amount=Money(sum(line.amount.amount for line in lines if line.amount and not line.problems)),
        wrong=wrong,
        warned=sum(bool(line.warnings) for line in lines),
        sendable=bool(lines) and wrong == 0,
    )


async def _limits(tx: Tx, company: int, lines: list[Line]) -> None:
    terms = await terms_of(tx, company, "due")
    if not terms.accepted:
        raise method_off("due")
    for line in lines:
        if line.amount and (key := outside(terms, line.amount.amount)):
            line.problems.append(LineProblem("amount", key))


async def _splits(tx: Tx, company: int, lines: list[Line], split: Split | None) -> None:
    """What is wrong with the split whatever the line is refused; what a line is too small for stands with the line."""
    await kept(tx, company, split, None)
    for line in lines:
        if split and line.amount and not fits(split, line.amount.amount):
            line.problems.append(LineProblem("amount", "split_exceeds_amount"))


async def _rules(tx: Tx, company: int, lines: list[Line]) -> None:
    """Lines that a rule in force refuses."""
    await active_rules.renewed(tx, active_rules.known())
    good = [line for line in lines if not line.problems and line.amount]
    decisions = await active_rules.met(tx, active_rules.known(), [asked_of(company, line) for line in good])
    for line, decision in zip(good, decisions, strict=True):
        if decision.action == "block":
            line.problems.append(LineProblem(None, "blocked_by_rule"))


def asked_of(company: int, line: Line, txid: str = "") -> Asked:
    return Asked(company, line.amount.amount if line.amount else 0, "due", txid, line.document or None)


async def _warn_of_standing(tx: Tx, company: int, lines: list[Line]) -> None:
    """Warns of lines that ask for what an open charge asks for already."""
    good = [line for line in lines if not line.problems and line.amount]
    rows = await tx.all(
        "select payer_document, amount, due_date from charge where company_id = %(company)s and kind = 'due'"
        " and payer_document = any(%(documents)s) and status in ('created', 'pending')",
        {"company": company, "documents": list({line.document for line in good})},
    )
    standing = {(row["payer_document"], row["amount"], row["due_date"]) for row in rows}
    for line in good:
        if line.amount and (line.document, line.amount.amount, line.due_date) in standing:
            line.warnings.append(LineProblem(None, "charge_stands"))


def check_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        given = request.read(TableInput)
        async with MERCHANT.over(access).open(request, Permission.PAYIN_CHARGE_WRITE) as (tx, principal):
            return json_response(await check(tx, principal.chosen(), given))

    return Route(
        "POST",
        "/v1/payin/batches/check",
        "What a batch that is not sent yet would hold, and what is wrong with which line",
        handler,
        permission=Permission.PAYIN_CHARGE_WRITE,
        scope=MERCHANT,
        body=TableInput,
        answers=Checked,
    )
