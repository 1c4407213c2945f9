"""Terms of a charge with a due date: in our API's words and in those of API Pix, and what they cost each day."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.money import BRL, LARGEST, Money
from retaguarda.payin.charges.revision import Revision
from retaguarda.providers.pix.due import MODES, MOST_STEPS, due, last_payable, next_business_day, wrong_terms
from retaguarda.providers.pix.money import amount_text, parse_amount

#: Centavos where the mode takes an amount, hundredths of a percent where it takes a percentage.
Value = Annotated[int, Meta(ge=0, le=LARGEST)]

#: Our name of a term → that of CobVValor.
NAMES: Mapping[str, str] = {"fine": "multa", "interest": "juros", "reduction": "abatimento", "discount": "desconto"}
_OURS = {theirs: ours for ours, theirs in NAMES.items()}


class FineTerm(msgspec.Struct, forbid_unknown_fields=True):
    """``mode`` 1: an amount; 2: a percentage."""

    mode: Annotated[int, Meta(ge=1, le=MODES["multa"])]
    value: Value


class InterestTerm(msgspec.Struct, forbid_unknown_fields=True):
    """``mode`` 1: an amount a day; 2, 3, 4: a percentage a day, month, year; 5 to 8: the same, of business days."""

    mode: Annotated[int, Meta(ge=1, le=MODES["juros"])]
    value: Value


class DiscountStep(msgspec.Struct, forbid_unknown_fields=True):
    """A discount that holds through the day ``until``."""

    until: date
    value: Value


class DiscountTerm(msgspec.Struct, forbid_unknown_fields=True):
    """``mode`` 1, 2: an amount, a percentage until up to three days (``steps``); 3, 4: an amount for each day, business
    day before the due date (``value``); 5, 6: a percentage for each of them.
    """

    mode: Annotated[int, Meta(ge=1, le=MODES["desconto"])]
    value: Value | None = None
    steps: Annotated[list[DiscountStep], Meta(min_length=1, max_length=MOST_STEPS)] | None = None


class Terms(msgspec.Struct, forbid_unknown_fields=True):
    """``reduction`` (abatimento) applies on every day, ``discount`` up to the due date, ``fine`` and ``interest`` after
    it.
    """

    fine: FineTerm | None = None
    interest: InterestTerm | None = None
    reduction: FineTerm | None = None
    discount: DiscountTerm | None = None


class DayCost(msgspec.Struct):
    """What the payer owes on a day."""

    day: date
    fine: Money
    interest: Money
    reduction: Money
    discount: Money
    total: Money


def to_pix(terms: Terms) -> dict[str, Any]:
    """Return the terms that are set, as parts of a CobVValor."""
    given = {theirs: getattr(terms, ours) for ours, theirs in NAMES.items()}
    return {name: _term(term) for name, term in given.items() if term is not None}


def of_pix(terms: Mapping[str, Any]) -> Terms:
    """Return the terms of a stored CobVValor; a term worth nothing is left out."""
    return Terms(
        fine=_plain(FineTerm, terms.get("multa")),
        interest=_plain(InterestTerm, terms.get("juros")),
        reduction=_plain(FineTerm, terms.get("abatimento")),
        discount=_discount(terms.get("desconto")),
    )


def check(amount: int, terms: Mapping[str, Any], due_date: date) -> None:
    """Check the terms against amount and due date.

    Raises:
        ApiError: 400 when a term does not have what its mode demands, is as large as the charge, or ends after the due
            date.
    """
    for name, why in wrong_terms(valor(amount, terms), due_date):
        raise _error_of(f"terms.{_OURS[name]}", why)


def _error_of(field: str, why: str) -> ApiError:
    match why:
        case "too_much":
            return invalid_field(field, "term_too_much", f"{field} takes away as much as the charge asks for")
        case "after_due_date":
            return invalid_field(field, "after_due_date", f"{field} ends after the due date")
        case _:
            return invalid_field(
                field, "field_invalid", f"{field}: modes 1 and 2 have steps on different days, others a value"
            )


def valor(amount: int, terms: Mapping[str, Any]) -> dict[str, Any]:
    """Build the CobVValor."""
    return {"original": amount_text(amount), **terms}


def cost(amount: int, terms: Mapping[str, Any], due_date: date, on: date) -> DayCost:
    """Compute what a charge with a due date costs on a day, from its amount in minor units."""
    found = due(valor(amount, terms), due_date, on)
    return DayCost(
        day=on,
        fine=Money(found.multa, BRL),
        interest=Money(found.juros, BRL),
        reduction=Money(found.abatimento, BRL),
        discount=Money(found.desconto, BRL),
        total=Money(found.final, BRL),
    )


def cost_schedule(charge: Revision, today: date) -> list[DayCost]:
    """Return the cost on the days that matter: today, where it changes, and the last."""
    due_date, last = charge.due_date, last_payable(charge.due_date, charge.valid_days)
    adjusted = next_business_day(due_date)
    steps = charge.terms.get("desconto", {}).get("descontoDataFixa", [])
    days = {today, due_date, adjusted, last, *(date.fromisoformat(step["data"]) for step in steps)}
    days |= {adjusted + timedelta(days=late) for late in (1, 7, 30)}
    return [
        cost(charge.amount, charge.terms, due_date, day)
        for day in sorted(days)
        if day <= last and (day >= today or day >= due_date)
    ]


def _term(term: FineTerm | InterestTerm | DiscountTerm) -> dict[str, Any]:
    found: dict[str, Any] = {"modalidade": term.mode}
    if term.value is not None:
        found["valorPerc"] = amount_text(term.value)
    if isinstance(term, DiscountTerm) and term.steps is not None:
        found["descontoDataFixa"] = [
            {"data": step.until.isoformat(), "valorPerc": amount_text(step.value)} for step in term.steps
        ]
    return found


def _plain(shape: Any, term: Mapping[str, Any] | None) -> Any:
    value = parse_amount(term["valorPerc"]) if term else 0
    return shape(mode=term["modalidade"], value=int(value)) if term and value else None


def _discount(term: Mapping[str, Any] | None) -> DiscountTerm | None:
    if not term:
        return None
    steps = [
        DiscountStep(date.fromisoformat(step["data"]), int(parse_amount(step["valorPerc"])))
        for step in term.get("descontoDataFixa", [])
    ]
    value = int(parse_amount(term["valorPerc"])) if "valorPerc" in term else None
    if not value and not any(step.value for step in steps):
        return None
    return DiscountTerm(term["modalidade"], value, steps or None)
