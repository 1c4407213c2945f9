"""Move an incident from one state to another."""

from datetime import datetime

import msgspec

from retaguarda.availability.model import Incident
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field


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


def check_moment(field: str, at: datetime) -> datetime:
    """Returns a moment at its full minute.

    Raises:
        ApiError: 400 for one without its zone.
    """
    if at.tzinfo is None:
        raise invalid_field(field, "moment_invalid", "a moment with its zone")
    return at.replace(second=0, microsecond=0)
