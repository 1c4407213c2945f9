"""The two calls of whatever files are attached to: attach one, and take one home. Whose they are, and who may, its room says."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.files.content import LARGEST, MEDIA_TYPES, kind_of
from retaguarda.foundation.files.scanning import Scanning, infected, tell_infected
from retaguarda.foundation.files.store import StoredFile, download, keep, named
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import (
    Access,
    Parameter,
    Principal,
    Request,
    Response,
    Route,
    RowScope,
    json_response,
)


@dataclass(frozen=True, slots=True)
class Holder:
    """What a call is about. ``owner`` is as the store knows it; ``subject`` and ``data`` are of the events."""

    owner: str
    subject: str
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])


#: Finds it, or refuses the call.
Find = Callable[[Tx, Principal, Request], Awaitable[Holder]]


@dataclass(frozen=True, slots=True)
class Attaching:
    """
    Args:
        thing: in words, with its article.
        added, taken, infected: names of the events.
        to_add: locks what it finds.
    """

    path: str
    thing: str
    added: str
    taken: str
    infected: str
    write: Permission
    read: Permission
    scope: RowScope
    to_add: Find
    to_read: Find

    def routes(self, access: Access, scanning: Scanning) -> list[Route]:
        scoped = self.scope.over(access)

        async def add(request: Request) -> Response:
            if scanning.on:
                await scan(request)
            async with scoped.open(request, self.write) as (tx, principal):
                holder = await self.to_add(tx, principal, request)
                kept, new = await keep(tx, principal, holder.owner, named(request), request.body)
                if new:
                    await _told(tx, principal, request, self.added, holder, kept)
            return json_response(kept, 201 if new else 200)

        async def scan(request: Request) -> None:
            # Whoever may not attach anything here keeps no scanner busy.
            async with scoped.open(request, self.write) as (tx, principal):
                await self.to_add(tx, principal, request)
                kind_of(request.body)
            found = await scanning.found_in(request.body)
            if found is not None:
                async with scoped.open(request, self.write) as (tx, principal):
                    holder = await self.to_add(tx, principal, request)
                    await tell_infected(
                        tx, principal, request, self.infected, holder.subject, found, request.body, named(request)
                    )
                raise infected()

        async def take(request: Request) -> Response:
            async with scoped.open(request, self.read) as (tx, principal):
                holder = await self.to_read(tx, principal, request)
                kept, body = await download(tx, principal.chosen(), holder.owner, uuid_of(request.path_params["file"]))
                await _told(tx, principal, request, self.taken, holder, kept)
            return body

        name = Parameter("name", {"type": "string", "maxLength": 1_000}, "what it is called", required=True)
        return [
            Route(
                "POST",
                self.path,
                f"Attach a file to {self.thing}: PDF, PNG or JPEG, at most {LARGEST} bytes, as the body of the call",
                add,
                permission=self.write,
                scope=self.scope,
                answers=StoredFile,
                status=201,
                also=((200, StoredFile),),
                parameters=(name,),
                largest_body=LARGEST,
            ),
            Route(
                "GET",
                f"{self.path}/{{file:str}}",
                f"One file of {self.thing}, as a download",
                take,
                permission=self.read,
                scope=self.scope,
                media=MEDIA_TYPES,
            ),
        ]


async def _told(tx: Tx, principal: Principal, request: Request, event: str, holder: Holder, kept: StoredFile) -> None:
    await record(
        tx,
        event,
        company=principal.chosen(),
        subject=holder.subject,
        actor=principal.email,
        person=principal.person_id,
        request=request,
        data={**holder.data, "file": kept.name, "size": kept.size, "sha256": kept.sha256},
    )
