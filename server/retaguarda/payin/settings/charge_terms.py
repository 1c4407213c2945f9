"""The terms of a merchant and method, for creating charges and for receiving payments
(docs/decisions/payin-settings.md).
"""

from dataclasses import dataclass

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.money import share


@dataclass(frozen=True, slots=True)
class PayinTerms:
    """Minor units; ``expires_in`` in seconds, ``valid_days`` after the due date. A limit that is None does not apply."""

    accepted: bool
    minimum: int | None
    maximum: int | None
    expires_in: int
    valid_days: int
    basis_points: int
    fixed: int


async def terms_of(tx: Tx, company: int, method: str) -> PayinTerms:
    row = await tx.one("select * from payin_terms(%(company)s, %(method)s)", {"company": company, "method": method})
    assert row is not None
    return PayinTerms(**row)


def fee_of(amount: int, basis_points: int, fixed: int) -> int:
    """Compute the percentage, rounded half up to the centavo, plus the fixed part; at most the amount received."""
    return min(amount, share(amount, basis_points) + fixed)


async def fee_on(tx: Tx, company: int, method: str, amount: int) -> int:
    """Compute the merchant's fee on a payment, by the settings at its receipt."""
    terms = await terms_of(tx, company, method)
    return fee_of(amount, terms.basis_points, terms.fixed)


async def valid_days_or_default(tx: Tx, company: int, given: int | None) -> int:
    """Return the given days, else the merchant's default, for which a charge can be paid after its due date."""
    return (await terms_of(tx, company, "due")).valid_days if given is None else given


async def refuse_outside_limits(tx: Tx, company: int, method: str, *amounts: int) -> None:
    """Check the method and the amounts against the merchant's settings.

    Raises:
        ApiError: 409 for a method that is off; 400, ``amount``, when one is below the minimum or above the maximum.
    """
    terms = await terms_of(tx, company, method)
    if not terms.accepted:
        raise method_off(method)
    for amount in amounts:
        if (key := limit_problem(terms, amount)) is not None:
            raise amount_outside(key, terms)


def limit_problem(terms: PayinTerms, amount: int) -> str | None:
    """Return ``below_minimum`` or ``above_limit``; None when the amount is within the limits."""
    if terms.minimum is not None and amount < terms.minimum:
        return "below_minimum"
    return "above_limit" if terms.maximum is not None and amount > terms.maximum else None


def method_off(method: str) -> ApiError:
    return ApiError(409, "method_off", f"this merchant does not take charges of the method {method}")


def amount_outside(key: str, terms: PayinTerms) -> ApiError:
    text = f"at least {terms.minimum}" if key == "below_minimum" else f"at most {terms.maximum}"
    return invalid_field("amount", key, f"a charge of this company asks for {text} minor units")
