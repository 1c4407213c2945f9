"""Policies of the demo: a large refund needs a second person, a large batch of payouts two more."""

import psycopg

from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda_demo.people import HOUSE, PEOPLE

#: Name, Command, condition, and how many have to approve.
_POLICIES = (
    ("Devoluções acima de R$ 1.000,00", "payin:refund:create", "amount > 100000", 1),
    ("Lotes acima de R$ 10.000,00", "payouts:payout_batch:submit", "amount > 1000000", 2),
)


def load_policies(connection: psycopg.Connection) -> None:
    """Of the provider, so for every merchant; as if its staff had made them, one having asked and the other approved."""
    maker = next(person for person in PEOPLE if person.internal)
    for name, command, condition, needed in _POLICIES:
        connection.execute(
            "insert into approval_policy (id, company_id, name, command, condition, permission, needed, distinct_teams,"
            " expires_days, emergency, active, alone, updated_by)"
            " values (%s, %s, %s, %s, %s, %s, %s, false, 7, null, true, false, %s)",
            (uuid7(), HOUSE.id, name, command, condition, str(Permission.APPROVALS_DECIDE), needed, maker.email),
        )
