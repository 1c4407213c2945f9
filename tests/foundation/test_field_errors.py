"""What is wrong with the fields of one input is told at once; any other refusal goes on its way as it is."""

from typing import Any

import pytest

from retaguarda.foundation.errors import ApiError, FieldErrors, invalid_field


def test_wrong_fields_are_gathered_with_all_their_keys() -> None:
    wrong = FieldErrors()
    wrong.add("amount", "payment_too_large", "too large")
    with wrong.gathered():
        raise invalid_field("scheduled_for", "day_in_past", "in the past")
    with wrong.gathered():
        raise invalid_field("amount", "field_invalid", "no number")
    with pytest.raises(ApiError) as refused:
        wrong.refuse()
    assert (refused.value.status, refused.value.message) == (
        400,
        {"amount": ["payment_too_large", "field_invalid"], "scheduled_for": ["day_in_past"]},
    )


@pytest.mark.parametrize(
    "refusal",
    [
        ApiError(409, {"name": ["name_taken"]}, "taken"),
        ApiError(429, {"key": ["too_many"]}, "too many", {"Retry-After": "60"}),
        ApiError(400, "account_required", "choose a merchant"),
    ],
    ids=["conflict", "too often", "no field"],
)
def test_a_refusal_of_another_kind_keeps_its_status_and_headers(refusal: Any) -> None:
    wrong = FieldErrors()
    with pytest.raises(ApiError) as raised, wrong.gathered():
        raise refusal
    assert raised.value is refusal
    assert not wrong
