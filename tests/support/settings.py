"""Settings of payouts in tests, in force at once: what people change loosens only after a day."""

from collections.abc import Callable
from typing import Any

from people import AURORA

_BEFORE = {
    "currency": "BRL",
    "methods": ["pix"],
    "queue": False,
    "queue_days": 30,
    "queue_skips": True,
    "hold_ends": "refuse",
    "duplicates": "off",
    "external_id_needed": False,
    "actor": "a test",
}


def set_payouts(sql: Callable[..., Any], company: int = AURORA, **more: Any) -> None:
    """Write the next version of a merchant's settings; what is not named is as without any."""
    values = _BEFORE | more
    names, places = ", ".join(values), ", ".join(["%s"] * len(values))
    sql(
        f"insert into payout_setting_version (company_id, version, valid_from, {names})"
        f" select %s, 1 + coalesce(max(version), 0), now() - interval '1 minute', {places}"
        " from payout_setting_version where company_id = %s",
        company,
        *values.values(),
        company,
    )
