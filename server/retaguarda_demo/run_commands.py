"""What people of the demo do through the one door, as everybody does it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from retaguarda.app import App
from retaguarda.approvals.gate import ApprovalGate
from retaguarda.foundation.caller import RequestCaller
from retaguarda.foundation.command import Command, run
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import Intent, Origin, read_input
from retaguarda.identity.acting_access import NO_REQUEST, ActingAccess, Requester
from retaguarda_demo.people import HOUSE

STAFF = "diego@retaguarda.example"


async def do(
    database: Database,
    email: str,
    merchant: int | None,
    command: Command[Any],
    body: Mapping[str, Any],
    *,
    key: str,
    path: Mapping[str, str],
    two_factor: bool = False,
    scoped: bool = False,
) -> Any:
    """The body of the answer. ``scoped``: in the scope that the Command declares, as over the API."""
    async with database.transaction(SYSTEM) as tx:
        person = await tx.value("select id from person where email = %(email)s", {"email": email})
    access = ActingAccess(database, Requester(person, merchant, two_factor=two_factor, work=uuid7()), ApprovalGate({}))
    given = read_input(msgspec.json.encode(body), command.input)
    caller = RequestCaller(command.scope.over(access), replace(NO_REQUEST, path_params=path)) if scoped else access
    done = await run(command, Intent(given, path, Origin(str(uuid7()))), caller, f"demo:{key}")
    return msgspec.json.decode(done.body)


async def ask(app: App, command: Command[Any], body: dict[str, Any], **path: str) -> Any:
    """What one of the staff asks for, of the provider's own; the body of the answer."""
    return await do(app.database, STAFF, HOUSE.id, command, body, key=str(uuid7()), path=path, two_factor=True)
