"""One policy for the demo: a large refund needs a second person."""

import psycopg

from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda_demo.people import HOUSE, PEOPLE


def load_policy(connection: psycopg.Connection) -> None:
    """Of the provider, so for every merchant; as if its staff had made it, one having asked and the other approved."""
    maker = next(person for person in PEOPLE if person.internal)
    connection.execute(
        "insert into approval_policy (id, company_id, name, command, condition, permission, needed, distinct_teams,"
        " expires_days, emergency, active, alone, updated_by)"
        " values (%s, %s, 'Devoluções acima de R$ 1.000,00', 'payin:refund:create', 'amount > 100000', %s, 1, false, 7,"
        " null, true, false, %s)",
        (uuid7(), HOUSE.id, str(Permission.APPROVALS_DECIDE), maker.email),
    )
