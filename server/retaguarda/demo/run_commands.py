"""What people of the demo do through the one door, as everybody does it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from retaguarda.approvals.gate import ApprovalGate
from retaguarda.foundation.command import Command, run
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import Request
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
    request = Request(
        method=command.method,
        path=command.path,
        path_params=dict(path),
        query=[],
        headers={"idempotency-key": f"demo:{key}"},
        body=msgspec.json.encode(body),
        request_id=str(uuid7()),
        ip=None,
        user_agent=None,
    )
    return msgspec.json.decode((await run(command, request, access)).body)
