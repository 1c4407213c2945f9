"""What people of the demo do through the one door, as everybody does it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from retaguarda.approvals.gate import ApprovalGate
from retaguarda.foundation.command import Command, run
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import Intent, Origin, read_input
from retaguarda.identity.acting_access import ActingAccess, Requester


async def do(
    database: Database,
    email: str,
    merchant: int,
    command: Command[Any],
    body: Mapping[str, Any],
    *,
    key: str,
    path: Mapping[str, str],
    two_factor: bool = False,
) -> Any:
    """The body of the answer."""
    async with database.transaction(SYSTEM) as tx:
        person = await tx.value("select id from person where email = %(email)s", {"email": email})
    access = ActingAccess(database, Requester(person, merchant, two_factor=two_factor, work=uuid7()), ApprovalGate({}))
    given = read_input(msgspec.json.encode(body), command.input)
    done = await run(command, Intent(given, path, Origin(str(uuid7()))), access, f"demo:{key}")
    return msgspec.json.decode(done.body)
