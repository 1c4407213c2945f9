"""Commands on locations: create one, link a charge to it, unlink it. Each takes effect once the provider confirms."""

from collections.abc import Mapping
from uuid import UUID

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.text_input import clean_or_none
from retaguarda.payin.charges.queries import charge_for_update
from retaguarda.payin.locations.model import LinkInput, LocationInput, PayloadLocation
from retaguarda.payin.locations.queries import (
    SeenLocation,
    fields_of,
    location_for_update,
    location_of,
    location_subject,
)
from retaguarda.payin.rows import ChargeRow


async def _create(tx: Tx, principal: Principal, given: LocationInput, path: Mapping[str, str]) -> Done:
    company, name = principal.chosen(), clean_or_none("name", given.name)
    if name is None:
        raise invalid_field("name", "field_required", "name is only white space")
    location = uuid7()
    created = await tx.execute(
        "insert into payload_location (company_id, id, connection_id, processor, name, kind, status, created_by)"
        " select %(company)s, %(id)s, c.id, c.name, %(name)s, %(kind)s, 'created', %(person)s"
        " from pix_connection_for(%(company)s, 1) c",
        {"company": company, "id": location, "name": name, "kind": given.kind, "person": principal.person_id},
    )
    if not created:
        raise ApiError(409, "no_connection", "no payment provider is connected; staff connect one first")
    return await _done(tx, company, location, {"name": name, "kind": given.kind})


async def _link(tx: Tx, principal: Principal, given: LinkInput, path: Mapping[str, str]) -> Done:
    location = await location_for_update(tx, principal, path)
    if location.status != "free":
        raise ApiError(409, "location_not_free", f"a location that is {location.status} takes no charge")
    charge = await charge_for_update(tx, principal, given.charge)
    _check_charge(location, charge)
    linked = await tx.value(
        "select l.status from payload_location l where l.company_id = %(company_id)s and l.charge_id = %(id)s", charge
    )
    if linked is not None:
        raise ApiError(
            409, "charge_has_location", "the charge stands at another of these locations; take it away first"
        )
    await tx.execute(
        "update payload_location set status = 'linking', charge_id = %(charge)s, last_error = null"
        " where company_id = %(company_id)s and id = %(id)s",
        location.with_columns(charge=charge.id),
    )
    return await _done(tx, principal.chosen(), location.id, {"charge": str(charge.id), "name": location.name})


def _check_charge(location: SeenLocation, charge: ChargeRow) -> None:
    if charge.kind != location.kind:
        raise invalid_field("charge", "charge_of_another_kind", f"at this location only {location.kind} charges stand")
    if charge.status != "pending" or charge.cancel_requested_at is not None or charge.revising is not None:
        raise ApiError(409, "charge_not_pending", f"a charge that is {charge.status} or changing is not put elsewhere")
    if charge.connection_id != location.connection_id:
        raise invalid_field("charge", "charge_elsewhere", "the charge stands at another provider than the location")


async def _unlink(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    location = await location_for_update(tx, principal, path)
    if location.status not in ("linked", "unlinking"):
        raise ApiError(409, "location_not_linked", f"no charge stands at a location that is {location.status}")
    await tx.execute(
        "update payload_location set status = 'unlinking', last_error = null where company_id = %(company_id)s and id = %(id)s",
        location,
    )
    return await _done(tx, principal.chosen(), location.id, {"charge": str(location.charge_id), "name": location.name})


async def _done(tx: Tx, company: int, location: UUID, data: dict[str, str]) -> Done:
    row = await location_of(tx, [company], location)
    assert row is not None
    return Done(str(row.id), PayloadLocation(**fields_of(row)), data)


CREATE_LOCATION = Command(
    name="payin:location:create",
    method="POST",
    path="/v1/payin/locations",
    summary="Ask the provider for an address that a code can lead to before there is a charge",
    permission=Permission.PAYIN_CHARGE_WRITE,
    scope=MERCHANT,
    planned=True,
    input=LocationInput,
    answers=PayloadLocation,
    apply=_create,
    status=201,
)

LINK_LOCATION = Command(
    name="payin:location:link",
    method="POST",
    path="/v1/payin/locations/{id:str}/link",
    summary="Put an open charge at a location: its code becomes the location's",
    permission=Permission.PAYIN_CHARGE_WRITE,
    scope=MERCHANT,
    planned=True,
    input=LinkInput,
    answers=PayloadLocation,
    apply=_link,
    subject=location_subject,
)

UNLINK_LOCATION = Command(
    name="payin:location:unlink",
    method="POST",
    path="/v1/payin/locations/{id:str}/unlink",
    summary="Take the charge away from a location: it keeps its state and has no code any more",
    permission=Permission.PAYIN_CHARGE_WRITE,
    scope=MERCHANT,
    planned=True,
    input=Nothing,
    answers=PayloadLocation,
    apply=_unlink,
    keyed=False,
    subject=location_subject,
)

COMMANDS = (CREATE_LOCATION, LINK_LOCATION, UNLINK_LOCATION)
