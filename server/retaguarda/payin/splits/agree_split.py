"""Checks a split and serialises it for its charge."""

from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import share
from retaguarda.payin.splits.divide_amount import recipients_of
from retaguarda.payin.splits.model import WHOLE, Split


async def checked_split_json(tx: Tx, company: int, split: Split | None, amount: int | None) -> str | None:
    """Check a split and return its JSON for the charge's row.

    Args:
        amount: None when it is known only with the payment.

    Raises:
        ApiError: 400 naming the wrong part.
    """
    if split is None:
        return None
    check_parts(split)
    if amount is not None:
        check_amount(split, amount)
    await check_recipients(tx, company, split)
    return json_text(split)


def split_of(agreed: object) -> Split | None:
    """Return the split that the JSON of a charge, or of a saved split, says."""
    return None if agreed is None else msgspec.convert(agreed, Split)


def check_parts(split: Split) -> None:
    """Check a split independent of any amount.

    Raises:
        ApiError: 400 ``split_part_value``, ``split_recipient_twice``, ``split_remainder_twice``, ``split_above_whole``
            or ``split_rounding_unknown``.
    """
    seen = set[UUID | None]()
    points, remainder = 0, False
    for place, part in enumerate(split.parts):
        at = f"split.parts.{place}"
        if (part.value == 0) != (part.kind == "remainder") or (part.kind == "percent" and part.value > WHOLE):
            raise invalid_field(f"{at}.value", "split_part_value", f"a part of kind {part.kind} of {part.value}")
        if part.recipient in seen:
            raise invalid_field(f"{at}.recipient", "split_recipient_twice", "each receiver has one part")
        if remainder and part.kind == "remainder":
            raise invalid_field(f"{at}.kind", "split_remainder_twice", "one part takes what is left")
        seen.add(part.recipient)
        remainder = remainder or part.kind == "remainder"
        points += part.value if part.kind == "percent" else 0
        if points > WHOLE:
            raise invalid_field(f"{at}.value", "split_above_whole", "the percentages are more than all of it")
    if split.rounding is not None and split.rounding not in seen:
        raise invalid_field("split.rounding", "split_rounding_unknown", "the odd cents go to one of the receivers")


def fits(split: Split, amount: int) -> bool:
    try:
        check_amount(split, amount)
    except ApiError:
        return False
    return True


def check_amount(split: Split, amount: int) -> None:
    """Check that the split fits an amount.

    Raises:
        ApiError: 400 ``split_exceeds_amount``, of the first part that does not fit.
    """
    fixed = points = 0
    for place, part in enumerate(split.parts):
        fixed += part.value if part.kind == "fixed" else 0
        points += part.value if part.kind == "percent" else 0
        if fixed + share(amount, points) > amount:
            raise invalid_field(
                f"split.parts.{place}.value",
                "split_exceeds_amount",
                f"up to this part the split takes {fixed + share(amount, points)} of {amount} minor units",
            )


async def check_recipients(tx: Tx, company: int, split: Split) -> None:
    """Check the recipients of a split.

    Raises:
        ApiError: 400 ``split_recipient_unknown``, also for another merchant's, or ``split_recipient_suspended``.
    """
    rows = await tx.all(
        "select id, status from published.recipient where company_id = %(company)s and id = any(%(ids)s)",
        {"company": company, "ids": list(recipients_of(split))},
    )
    status: dict[Any, str] = {row["id"]: row["status"] for row in rows}
    for place, part in enumerate(split.parts):
        if part.recipient is None:
            continue
        at = f"split.parts.{place}.recipient"
        if part.recipient not in status:
            raise invalid_field(at, "split_recipient_unknown", "this merchant has no such recipient")
        if status[part.recipient] == "suspended":
            raise invalid_field(at, "split_recipient_suspended", "a suspended recipient takes part in no new charge")
