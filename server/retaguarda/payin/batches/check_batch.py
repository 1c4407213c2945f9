"""Checks a table of charges before it is sent: errors and warnings by line."""

from datetime import UTC, datetime

from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT
from retaguarda.payin.batches.model import Checked, Line, LineProblem, TableInput
from retaguarda.payin.batches.parse_table import parse_lines
from retaguarda.payin.charges.due_terms import Terms, to_pix
from retaguarda.payin.rules import active_rules
from retaguarda.payin.rules.active_rules import RuleInput
from retaguarda.payin.settings.charge_terms import limit_problem, method_off, terms_of
from retaguarda.payin.splits.agree_split import checked_split_json, fits
from retaguarda.payin.splits.model import Split
from retaguarda.providers.pix.due import day_of


async def check_table(tx: Tx, company: int, given: TableInput) -> Checked:
    """Parse and check a table.

    Raises:
        ApiError: 400 when the text is no table, or the split is invalid; 409 when the merchant accepts no due charges.
    """
    lines = parse_lines(given.text, to_pix(given.terms or Terms()), day_of(datetime.now(UTC)))
    await _limits(tx, company, lines)
    await _splits(tx, company, lines, given.split)
    await _rules(tx, company, lines)
    await _warn_of_open_charges(tx, company, lines)
    wrong = sum(bool(line.problems) for line in lines)
    return Checked(
        lines=lines,
        amount=Money(sum(line.amount.amount for line in lines if line.amount and not line.problems), BRL),
        wrong=wrong,
        warned=sum(bool(line.warnings) for line in lines),
        sendable=bool(lines) and wrong == 0,
    )


async def _limits(tx: Tx, company: int, lines: list[Line]) -> None:
    terms = await terms_of(tx, company, "due")
    if not terms.accepted:
        raise method_off("due")
    for line in lines:
        if line.amount and (key := limit_problem(terms, line.amount.amount)):
            line.problems.append(LineProblem("amount", key))


async def _splits(tx: Tx, company: int, lines: list[Line], split: Split | None) -> None:
    """Refuse a split that is invalid for every line; mark the lines whose amount is too small for it."""
    await checked_split_json(tx, company, split, None)
    for line in lines:
        if split and line.amount and not fits(split, line.amount.amount):
            line.problems.append(LineProblem("amount", "split_exceeds_amount"))


async def _rules(tx: Tx, company: int, lines: list[Line]) -> None:
    """Mark the lines that an active rule blocks."""
    await active_rules.refresh(tx, active_rules.cached_rules())
    good = [line for line in lines if not line.problems and line.amount]
    decisions = await active_rules.evaluate_many(
        tx, active_rules.cached_rules(), [rule_input_of(company, line) for line in good]
    )
    for line, decision in zip(good, decisions, strict=True):
        if decision.action == "block":
            line.problems.append(LineProblem(None, "blocked_by_rule"))


def rule_input_of(company: int, line: Line, txid: str = "") -> RuleInput:
    return RuleInput(company, line.amount.amount if line.amount else 0, "due", txid, line.document or None)


async def _warn_of_open_charges(tx: Tx, company: int, lines: list[Line]) -> None:
    """Warn where an open charge has the line's payer, amount and due date."""
    good = [line for line in lines if not line.problems and line.amount]
    rows = await tx.all(
        "select payer_document, amount, due_date from charge where company_id = %(company)s and kind = 'due'"
        " and payer_document = any(%(documents)s) and status in ('created', 'pending')",
        {"company": company, "documents": list({line.document for line in good})},
    )
    open_charges = {(row["payer_document"], row["amount"], row["due_date"]) for row in rows}
    for line in good:
        if line.amount and (line.document, line.amount.amount, line.due_date) in open_charges:
            line.warnings.append(LineProblem(None, "charge_stands"))


def check_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        given = request.read(TableInput)
        async with MERCHANT.over(access).open(request, Permission.PAYIN_CHARGE_WRITE) as (tx, principal):
            return json_response(await check_table(tx, principal.chosen(), given))

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
