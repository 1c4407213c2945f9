"""Carries deliveries to the merchants' servers.

An endpoint is served in turns, by one worker at a time: some deliveries of it, then it is the next one's turn. Whoever fails
gets one try a turn, and those together at most a part of the hands: a server that hangs holds up its own deliveries alone.
A process that dies with a turn in hand loses nothing: the turn's lease ends, and what was not noted down is sent again.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

import psycopg
from psycopg_pool import PoolTimeout

from retaguarda.foundation.database import SYSTEM, Database, Row, Scope
from retaguarda.foundation.events import record
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.outbound_http import OutboundClient, OutboundResponse
from retaguarda.foundation.webhook_signature import HEADER, signature, unsealed
from retaguarda.webhooks.model import PATIENCE

log = logging.getLogger("retaguarda.webhooks")

#: Turns at once; and of them, of endpoints whose last try failed.
HANDS, OF_FAILING = 32, 8
#: Deliveries in a turn, and calls at once to one endpoint.
A_TURN, AT_ONCE = 20, 4
#: Longer than any turn lasts.
LEASE_SECONDS = 120
#: How long a delivery waits at most before somebody looks.
IDLE_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class SenderServices:
    """``delays``: seconds before each further try; once they are used up, a delivery has failed."""

    database: Database
    keys: Keys
    caller: OutboundClient
    delays: Sequence[int]


class WebhookSender:
    def __init__(self, parts: SenderServices) -> None:
        self._parts = parts
        self._turns = dict[asyncio.Task[None], bool]()

    async def run(self) -> None:
        """Until cancelled. A database that goes away is waited for."""
        try:
            while True:
                try:
                    begun = await self.begin()
                except (psycopg.Error, PoolTimeout) as error:
                    log.warning("webhooks wait: %s", error)
                    begun = 0
                if not begun:
                    await asyncio.sleep(IDLE_SECONDS)
        finally:
            for turn in self._turns:
                turn.cancel()
            await asyncio.gather(*self._turns, return_exceptions=True)
            await self._parts.caller.close()

    async def empty(self) -> None:
        """Until nothing is due any more; for tests."""
        while await self.begin() or self._turns:
            await asyncio.gather(*self._turns)

    async def begin(self) -> int:
        """Begins the turns that are due and for which there are hands; how many."""
        failing = sum(self._turns.values())
        begun = 0
        for ill, room in ((False, HANDS - OF_FAILING - (len(self._turns) - failing)), (True, OF_FAILING - failing)):
            for endpoint in await self._claim(ill, room) if room > 0 else ():
                turn = asyncio.create_task(self._turn(endpoint))
                self._turns[turn] = ill
                turn.add_done_callback(self._turns.pop)
                begun += 1
        return begun

    async def _claim(self, ill: bool, room: int) -> list[Row]:
        """Endpoints with something due, whoever waited longest first; nobody else takes them until the lease is over."""
        async with self._parts.database.transaction(SYSTEM) as tx:
            return await tx.all(
                "update hook_endpoint e set leased_until = now() + %(lease)s * interval '1 second', turned_at = now()"
                " where (e.company_id, e.id) in (select o.company_id, o.id from hook_endpoint o where o.status = 'enabled'"
                "   and (o.failing_since is not null) = %(ill)s and coalesce(o.leased_until < now(), true)"
                "   and exists (select from hook_delivery d where d.company_id = o.company_id and d.endpoint_id = o.id"
                "     and d.status = 'waiting' and d.next_at <= now())"
                "   order by o.turned_at nulls first limit %(room)s for update skip locked) returning e.*",
                {"lease": LEASE_SECONDS, "ill": ill, "room": room},
            )

    async def _turn(self, endpoint: Row) -> None:
        try:
            most = 1 if endpoint["failing_since"] else A_TURN
            due = await self._due(endpoint, most)
            # The first alone: it shows whether the others have a chance.
            for some in (due[:1], *(due[at : at + AT_ONCE] for at in range(1, len(due), AT_ONCE))):
                if not all(await asyncio.gather(*(self._deliver(endpoint, each) for each in some))):
                    break
        except (psycopg.Error, PoolTimeout, ValueError) as error:
            log.warning("webhooks of endpoint %s are sent again: %s", endpoint["id"], error)
        finally:
            with suppress(psycopg.Error, PoolTimeout):
                await self._give_back(endpoint)

    async def _due(self, endpoint: Row, most: int) -> list[Row]:
        async with self._parts.database.transaction(Scope((endpoint["company_id"],))) as tx:
            return await tx.all(
                "select * from hook_delivery where company_id = %(company_id)s and endpoint_id = %(id)s"
                f" and status = 'waiting' and next_at <= now() order by next_at, id limit {most}",
                endpoint,
            )

    async def _give_back(self, endpoint: Row) -> None:
        async with self._parts.database.transaction(Scope((endpoint["company_id"],))) as tx:
            await tx.execute(
                "update hook_endpoint set leased_until = null where company_id = %(company_id)s and id = %(id)s",
                endpoint,
            )

    async def _deliver(self, endpoint: Row, delivery: Row) -> bool:
        """Whether the other side took it."""
        body, at = delivery["body"].encode(), datetime.now(UTC)
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Retaguarda-Webhooks/1",
            "Retaguarda-Event-Id": str(delivery["event_id"]),
            HEADER: signature(self._secrets(endpoint), body, int(time.time())),
        }
        answered = await self._parts.caller.post(endpoint["url"], body, headers)
        await self._note(endpoint, delivery, answered, at)
        return answered.ok

    def _secrets(self, endpoint: Row) -> list[bytes]:
        in_grace = endpoint["grace_until"] is not None and endpoint["grace_until"] > datetime.now(UTC)
        kept = [endpoint["secret"], *([endpoint["previous_secret"]] if in_grace else [])]
        return [unsealed(self._parts.keys, bytes(each)) for each in kept]

    async def _note(self, endpoint: Row, delivery: Row, answered: OutboundResponse, at: datetime) -> None:
        """The try, and what follows from it."""
        tries = delivery["tries"] + 1
        delays = self._parts.delays
        params = {
            "company": endpoint["company_id"],
            "endpoint": endpoint["id"],
            "id": delivery["id"],
            "at": at,
            "duration": answered.duration_ms,
            "status": answered.status,
            "error": answered.error,
            "answer": answered.body,
            "patience": PATIENCE,
            "to": "delivered" if answered.ok else "waiting" if tries <= len(delays) else "failed",
            "wait": delays[tries - 1] if tries <= len(delays) else 0,
        }
        async with self._parts.database.transaction(Scope((endpoint["company_id"],))) as tx:
            # In the order in which people lock them: the endpoint, then its deliveries.
            await tx.execute(_LOCK, params)
            # What was taken back, or asked for again, while the call was made is not this try's to decide.
            noted = await tx.one(_NOTE, params | {"before": delivery["attempts"]})
            if noted is None:
                return
            await tx.execute(_ATTEMPT, params | {"number": noted["attempts"]})
            ill = await tx.one(_WELL if answered.ok else _ILL, params)
            if ill is not None and ill["given_up"]:
                await tx.execute(HOLD, {"company": endpoint["company_id"], "endpoint": endpoint["id"]})
                await record(
                    tx,
                    "hooks:endpoint:suspended",
                    company=endpoint["company_id"],
                    subject=str(endpoint["id"]),
                    actor="webhooks",
                    data={"url": endpoint["url"], "failing_since": ill["failing_since"]},
                )


_LOCK = "select from hook_endpoint where company_id = %(company)s and id = %(endpoint)s for update"
_NOTE = (
    "update hook_delivery set attempts = attempts + 1, tries = tries + 1, status = %(to)s, last_status = %(status)s,"
    " last_error = %(error)s, next_at = case %(to)s when 'waiting' then now() + %(wait)s * interval '1 second' end,"
    " ended_at = case when %(to)s in ('delivered', 'failed') then now() end"
    " where company_id = %(company)s and id = %(id)s and attempts = %(before)s and status = 'waiting' returning attempts"
)
_ATTEMPT = (
    "insert into hook_attempt (company_id, delivery_id, number, at, duration_ms, status, error, answer)"
    " values (%(company)s, %(id)s, %(number)s, %(at)s, %(duration)s, %(status)s, %(error)s, %(answer)s)"
)
_WELL = (
    "update hook_endpoint set failing_since = null, last_success_at = now()"
    " where company_id = %(company)s and id = %(endpoint)s returning false as given_up"
)
_ILL = (
    "update hook_endpoint set failing_since = coalesce(failing_since, now()),"
    " status = case when failing_since < now() - %(patience)s then 'suspended' else status end"
    " where company_id = %(company)s and id = %(endpoint)s and status = 'enabled'"
    " returning status = 'suspended' as given_up, failing_since"
)
#: Of an endpoint that is off, what waited is kept for later.
HOLD = (
    "update hook_delivery set status = 'held', next_at = null"
    " where company_id = %(company)s and endpoint_id = %(endpoint)s and status = 'waiting'"
)
