"""Move an incident from one state to another."""

from datetime import UTC, date, datetime, time

import msgspec

from retaguarda.availability.model import Incident
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.local_day import BRASILIA


async def change(tx: Tx, incident: Incident, sets: str, **values: object) -> Incident:
    """Change a locked incident as ``sets`` says, in SQL over ``values``; returns it as it is now."""
    row = await tx.one(
        f"update incident set {sets} where company_id = 1 and id = %(id)s returning *", {"id": incident.id, **values}
    )
    return msgspec.convert(row, Incident)


def refuse_unless(incident: Incident, *states: str) -> None:
    """Refuse an incident in any other state.

    Raises:
        ApiError: 409 ``incident_not_so``, naming the state.
    """
    if incident.state not in states:
        raise ApiError(409, "incident_not_so", f"incident {incident.number} is {incident.state}")


def moment_of(day: date, began: str) -> datetime:
    """Returns when it is this time of a day in Brasília."""
    return datetime.combine(day, time.fromisoformat(began), BRASILIA).astimezone(UTC)
