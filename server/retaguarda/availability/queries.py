"""Load and lock incidents, and map their rows to the API's types."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.availability.model import Incident, IncidentRule, Maintenance
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import uuid_of


async def rule_in_force(tx: Tx) -> IncidentRule:
    row = await tx.one("select * from incident_rule where valid_from <= now() order by version desc limit 1")
    return msgspec.convert(row, IncidentRule)


async def rule_of(tx: Tx, version: int) -> IncidentRule:
    row = await tx.one("select * from incident_rule where version = %(version)s", {"version": version})
    return msgspec.convert(row, IncidentRule)


async def find_incident(tx: Tx, incident: UUID) -> Incident | None:
    row = await tx.one("select * from incident where id = %(id)s", {"id": incident})
    return None if row is None else msgspec.convert(row, Incident)


async def incident_for_update(tx: Tx, path: Mapping[str, str]) -> Incident:
    """Lock an incident until the transaction ends.

    Raises:
        ApiError: 404.
    """
    row = await tx.one("select * from incident where id = %(id)s for update", {"id": uuid_of(path.get("id", ""))})
    if row is None:
        raise not_found("incident")
    return msgspec.convert(row, Incident)


async def link_name(tx: Tx, link: UUID | None) -> str | None:
    """Returns what the connection to a bank is called, of those that payments come through."""
    if link is None:
        return None
    name: str | None = await tx.value("select name from pix_connection where id = %(id)s", {"id": link})
    return name


async def maintenance_between(tx: Tx, first: datetime, after: datetime) -> list[Maintenance]:
    rows = await tx.all(
        "select id, service, began_at, ended_at, reason, announced_by, announced_at from maintenance"
        " where began_at < %(after)s and ended_at > %(first)s order by began_at, id",
        {"first": first, "after": after},
    )
    return msgspec.convert(rows, list[Maintenance])
