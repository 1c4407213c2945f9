"""What holds for charges of a merchant and a method, where money is asked for and where it comes in (docs/decisions/payin-settings.md)."""

from dataclasses import dataclass

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.money import share


@dataclass(frozen=True, slots=True)
class PayinTerms:
    """Minor units; ``expires_in`` in seconds, ``valid_days`` after the due date. None: no such limit."""

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
    """The percentage rounded half up to the centavo, then the fixed part; never more than what came in."""
    return min(amount, share(amount, basis_points) + fixed)


async def fee_on(tx: Tx, company: int, method: str, amount: int) -> int:
    """What a payment costs its merchant, as the settings are when it comes in."""
    terms = await terms_of(tx, company, method)
    return fee_of(amount, terms.basis_points, terms.fixed)


async def usual_days(tx: Tx, company: int, given: int | None) -> int:
    """For how many days after its due date a charge can be paid, where nobody says it."""
    return (await terms_of(tx, company, "due")).valid_days if given is None else given


async def refuse_outside(tx: Tx, company: int, method: str, *amounts: int) -> None:
    """
    Raises:
        ApiError: 409 for a method that is off; 400, ``amount``, when one is less or more than a charge may ask for.
    """
    terms = await terms_of(tx, company, method)
    if not terms.accepted:
        raise method_off(method)
    for amount in amounts:
        if (key := outside(terms, amount)) is not None:
            raise amount_outside(key, terms)


def outside(terms: PayinTerms, amount: int) -> str | None:
    """``below_minimum`` or ``above_limit``; None: the amount is within the limits."""
    if terms.minimum is not None and amount < terms.minimum:
        return "below_minimum"
    return "above_limit" if terms.maximum is not None and amount > terms.maximum else None


def method_off(method: str) -> ApiError:
    return ApiError(409, "method_off", f"this merchant does not take charges of the method {method}")


def amount_outside(key: str, terms: PayinTerms) -> ApiError:
    text = f"at least {terms.minimum}" if key == "below_minimum" else f"at most {terms.maximum}"
    return invalid_field("amount", key, f"a charge of this company asks for {text} minor units")
