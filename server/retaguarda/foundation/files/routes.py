"""The two calls of whatever files are attached to: attach one, and take one home. Whose they are, and who may, its room says."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from retaguarda.foundation.call import Answer, Call, Door, Parameter, Route, Who, answer
from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.files.content import LARGEST, MEDIA_TYPES, kind_of
from retaguarda.foundation.files.scanning import Scanning, infected, tell_infected
from retaguarda.foundation.files.store import StoredFile, download, keep, named
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of


@dataclass(frozen=True, slots=True)
class Holder:
    """What a call is about. ``owner`` is as the store knows it; ``subject`` and ``data`` are of the events."""

    owner: str
    subject: str
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])


#: Finds it, or refuses the call.
Find = Callable[[Tx, Who, Call], Awaitable[Holder]]


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
    to_add: Find
    to_read: Find

    def routes(self, door: Door, scanning: Scanning) -> list[Route]:
        async def add(call: Call) -> Answer:
            if scanning.on:
                await scan(call)
            async with door.open(call, self.write) as (tx, who):
                holder = await self.to_add(tx, who, call)
                kept, new = await keep(tx, who, holder.owner, named(call), call.body)
                if new:
                    await _told(tx, who, call, self.added, holder, kept)
            return answer(kept, 201 if new else 200)

        async def scan(call: Call) -> None:
            # Whoever may not attach anything here keeps no scanner busy.
            async with door.open(call, self.write) as (tx, who):
                await self.to_add(tx, who, call)
                kind_of(call.body)
            found = await scanning.found_in(call.body)
            if found is not None:
                async with door.open(call, self.write) as (tx, who):
                    holder = await self.to_add(tx, who, call)
                    await tell_infected(tx, who, call, self.infected, holder.subject, found, call.body, named(call))
                raise infected()

        async def take(call: Call) -> Answer:
            async with door.open(call, self.read) as (tx, who):
                holder = await self.to_read(tx, who, call)
                kept, body = await download(tx, who.chosen(), holder.owner, uuid_of(call.path_params["file"]))
                await _told(tx, who, call, self.taken, holder, kept)
            return body

        name = Parameter("name", {"type": "string", "maxLength": 1_000}, "what it is called", required=True)
        return [
            Route(
                "POST",
                self.path,
                f"Attach a file to {self.thing}: PDF, PNG or JPEG, at most {LARGEST} bytes, as the body of the call",
                add,
                permission=self.write,
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
                media=MEDIA_TYPES,
            ),
        ]


async def _told(tx: Tx, who: Who, call: Call, event: str, holder: Holder, kept: StoredFile) -> None:
    await record(
        tx,
        event,
        company=who.chosen(),
        subject=holder.subject,
        actor=who.email,
        person=who.person_id,
        call=call,
        data={**holder.data, "file": kept.name, "size": kept.size, "sha256": kept.sha256},
    )
