"""Recipients of shares, and saved splits."""

from typing import Any

from retaguarda.foundation.command import Command
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.recipients.commands import commands
from retaguarda.recipients.invariants import INVARIANTS
from retaguarda.recipients.queries import of_recipient
from retaguarda.recipients.records import RECIPIENT_RECORD
from retaguarda.recipients.saved_splits import RULE_RECORD
from retaguarda.recipients.tables import RECIPIENTS, SPLIT_RULES
from retaguarda.settings import Settings


def _configured(services: Services) -> tuple[Command[Any], ...]:
    return commands(services[Settings].payout.ispb)


ROOM = Room(
    name="recipients",
    tables=(RECIPIENTS, SPLIT_RULES),
    records=(RECIPIENT_RECORD, RULE_RECORD),
    configured=_configured,
    invariants=INVARIANTS,
    trails=(Trail("recipients", Permission.PAYIN_RECIPIENTS_READ, of_subject(of_recipient)),),
)
