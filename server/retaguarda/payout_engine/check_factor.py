"""By night no money leaves on the word of a session that is older than an hour."""

from datetime import date, timedelta

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.request import Principal

#: For how long after its second factor a session lets money leave by night.
FRESH_BY_NIGHT = timedelta(hours=1)
#: What runs on an approver's word names no session: the approver has just shown their own factor.
_STALE = (
    "select c.night is not null and coalesce(session_factor_age(%(session)s, %(person)s) > %(fresh)s, false)"
    " from payout_counts_on(%(company)s, now(), %(planned)s) c"
)


async def refuse_stale_factor(tx: Tx, principal: Principal, planned: date | None = None) -> None:
    """Refuse what would leave by night in a session whose second factor was shown more than an hour ago: who holds a
    stolen session has no code to open another.

    Args:
        planned: the later day on which it leaves; None: at once.

    Raises:
        ApiError: 403 ``second_factor_stale``.
    """
    values = {
        "company": principal.chosen(),
        "planned": planned,
        "session": principal.session_id,
        "person": principal.person_id,
        "fresh": FRESH_BY_NIGHT,
    }
    if await tx.value(_STALE, values):
        raise ApiError(
            403, "second_factor_stale", "by night money leaves within an hour of your second factor: sign in again"
        )
