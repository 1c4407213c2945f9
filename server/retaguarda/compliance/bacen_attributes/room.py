"""Attributes that the Central Bank wants known of merchants and partners, and what it wants done each year."""

from retaguarda.compliance.bacen_attributes.commands import CONFIRM, DO_DUTY, SET
from retaguarda.compliance.bacen_attributes.records import DUTY_RECORD, MERCHANT_RECORD
from retaguarda.compliance.bacen_attributes.tables import CCS, MERCHANTS, PARTNERS, YEARLY
from retaguarda.compliance.bacen_attributes.write_ccs_file import ccs_route
from retaguarda.foundation.invariants import Invariant
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services

INVARIANTS = (
    Invariant(
        "bacen_attribute_one_value",
        "Of an attribute one value is held for one day",
        "select count(*) from bacen_attribute a join bacen_attribute b on b.subject_company = a.subject_company"
        " and b.subject = a.subject and b.attribute = a.attribute and b.id > a.id"
        " where a.known_to is null and b.known_to is null and a.state = 'known' and b.state = 'known'"
        " and a.valid_from < coalesce(b.valid_to, 'infinity') and b.valid_from < coalesce(a.valid_to, 'infinity')",
    ),
    Invariant(
        "bacen_lowered_by_two",
        "A lower risk was confirmed by somebody else",
        "select count(*) from bacen_attribute where confirmed_id = set_by_id",
    ),
)


def _routes(services: Services) -> list[Route]:
    return [ccs_route(services[Access])]


ROOM = Room(
    name="bacen",
    tables=(MERCHANTS, PARTNERS, CCS, YEARLY),
    records=(MERCHANT_RECORD, DUTY_RECORD),
    commands=(SET, CONFIRM, DO_DUTY),
    routes=_routes,
    invariants=INVARIANTS,
)
