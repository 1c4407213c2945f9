"""Send deliveries to the merchants' servers.

A worker takes turns with the endpoints: a batch of one endpoint's deliveries, then the next endpoint. A failing endpoint
gets one attempt a turn, and all failing ones together only part of the slots: a server that hangs delays only itself.
A process that dies during a turn loses nothing: the lease expires, and unrecorded attempts are sent again.
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

from retaguarda.foundation.database import SYSTEM, Database, Scope, sweeping
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.outbound_http import OutboundClient
from retaguarda.foundation.typed_rows import fetch_all
from retaguarda.foundation.webhook_signature import HEADER, signature, unsealed
from retaguarda.webhooks.rows import HookDeliveryRow, HookEndpointRow
from retaguarda.webhooks.write_attempt import record_attempt

log = logging.getLogger("retaguarda.webhooks")

#: Concurrent turns; of them, those for endpoints whose last attempt failed.
SLOTS, FAILING_SLOTS = 32, 8
#: Deliveries in a turn, and concurrent requests to one endpoint.
BATCH, CONCURRENCY = 20, 4
#: Longer than any turn takes.
LEASE_SECONDS = 120
#: Interval of polling while nothing is due.
IDLE_SECONDS = 0.5


_LEASE = """
update hook_endpoint e set leased_until = now() + %(lease)s * interval '1 second', turned_at = now()
 where (e.company_id, e.id) in (select o.company_id, o.id from hook_endpoint o where o.status = 'enabled'
   and (o.failing_since is not null) = %(ill)s and coalesce(o.leased_until < now(), true)
   and exists (select from hook_delivery d where d.company_id = o.company_id and d.endpoint_id = o.id
     and d.status = 'waiting' and d.next_at <= now())
   order by o.turned_at nulls first limit %(room)s for update skip locked) returning e.*
"""


@dataclass(frozen=True, slots=True)
class SenderServices:
    """Dependencies of the sender. ``delays``: seconds before each further attempt; after the last, the delivery fails."""

    database: Database
    keys: Keys
    caller: OutboundClient
    delays: Sequence[int]


class WebhookSender:
    def __init__(self, services: SenderServices) -> None:
        self._services = services
        self._turns = dict[asyncio.Task[None], bool]()

    async def run(self) -> None:
        """Run until cancelled; keep waiting while the database is away."""
        try:
            while True:
                try:
                    started = await self.begin()
                except (psycopg.Error, PoolTimeout) as error:
                    log.warning("webhooks wait: %s", error)
                    started = 0
                if not started:
                    await asyncio.sleep(IDLE_SECONDS)
        finally:
            for turn in self._turns:
                turn.cancel()
            await asyncio.gather(*self._turns, return_exceptions=True)
            await self._services.caller.close()

    async def empty(self) -> None:
        """Run until nothing is due; for tests."""
        while await self.begin() or self._turns:
            await asyncio.gather(*self._turns)

    async def begin(self) -> int:
        """Start as many due turns as there are slots. Return how many."""
        failing = sum(self._turns.values())
        started = 0
        for failing_group, free_slots in (
            (False, SLOTS - FAILING_SLOTS - (len(self._turns) - failing)),
            (True, FAILING_SLOTS - failing),
        ):
            for endpoint in await self._lease(failing_group, free_slots) if free_slots > 0 else ():
                turn = asyncio.create_task(self._turn(endpoint))
                self._turns[turn] = failing_group
                turn.add_done_callback(self._turns.pop)
                started += 1
        return started

    async def _lease(self, failing_group: bool, free_slots: int) -> list[HookEndpointRow]:
        """Lease endpoints with due deliveries, longest waiting first; no other worker takes them until the lease ends."""
        with sweeping():
            async with self._services.database.transaction(SYSTEM) as tx:
                leased = {"lease": LEASE_SECONDS, "ill": failing_group, "room": free_slots}
                return await fetch_all(tx, HookEndpointRow, _LEASE, leased)

    async def _turn(self, endpoint: HookEndpointRow) -> None:
        try:
            most = 1 if endpoint.failing_since else BATCH
            due = await self._due(endpoint, most)
            # Send the first delivery alone: it shows whether the endpoint responds.
            for group in (due[:1], *(due[at : at + CONCURRENCY] for at in range(1, len(due), CONCURRENCY))):
                if not all(await asyncio.gather(*(self._deliver(endpoint, each) for each in group))):
                    break
        except (psycopg.Error, PoolTimeout, ValueError) as error:
            log.warning("webhooks of endpoint %s are sent again: %s", endpoint.id, error)
        finally:
            with suppress(psycopg.Error, PoolTimeout):
                await self._release(endpoint)

    async def _due(self, endpoint: HookEndpointRow, most: int) -> list[HookDeliveryRow]:
        async with self._services.database.transaction(Scope((endpoint.company_id,))) as tx:
            return await fetch_all(
                tx,
                HookDeliveryRow,
                "select * from hook_delivery where company_id = %(company_id)s and endpoint_id = %(id)s"
                f" and status = 'waiting' and next_at <= now() order by next_at, id limit {most}",
                endpoint,
            )

    async def _release(self, endpoint: HookEndpointRow) -> None:
        async with self._services.database.transaction(Scope((endpoint.company_id,))) as tx:
            await tx.execute(
                "update hook_endpoint set leased_until = null where company_id = %(company_id)s and id = %(id)s",
                endpoint,
            )

    async def _deliver(self, endpoint: HookEndpointRow, delivery: HookDeliveryRow) -> bool:
        """Send one delivery and record the attempt. True when the receiver accepted it."""
        body, at = delivery.body.encode(), datetime.now(UTC)
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Retaguarda-Webhooks/1",
            "Retaguarda-Event-Id": str(delivery.event_id),
            HEADER: signature(self._secrets(endpoint), body, int(time.time())),
        }
        response = await self._services.caller.post(endpoint.url, body, headers)
        await record_attempt(self._services.database, self._services.delays, endpoint, delivery, response, at)
        return response.ok

    def _secrets(self, endpoint: HookEndpointRow) -> list[bytes]:
        in_grace = endpoint.grace_until is not None and endpoint.grace_until > datetime.now(UTC)
        secrets = [endpoint.secret, *([endpoint.previous_secret] if in_grace else [])]
        return [unsealed(self._services.keys, bytes(each)) for each in secrets]
