"""Jobs on files to COAF: hand over those that no person brought there, and take the answer."""

from uuid import UUID

from retaguarda.compliance.coaf.queries import FileRow, file_for_update
from retaguarda.compliance.coaf.seal_texts import ToldTexts
from retaguarda.compliance.coaf.send_files import take_answer
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.events import Event, EventConsumer, record
from retaguarda.foundation.jobs import Queue, TryAgain
from retaguarda.foundation.request import PROVIDER
from retaguarda.providers.coaf import CoafDidNotAnswer, CoafSender

WORK, SEND = "pld.coaf_files", "pld.send_coaf_file"
ACTOR = "retaguarda"


class SendingFiles:
    def __init__(self, database: Database, sender: CoafSender, texts: ToldTexts) -> None:
        self._database, self._sender, self._texts = database, sender, texts

    async def send(self, file: str) -> None:
        """Hand one file over. The same file again has the same answer, so trying again is safe.

        Raises:
            TryAgain: COAF did not answer.
        """
        async with self._database.transaction(SYSTEM) as tx:
            row = await file_for_update(tx, UUID(file))
            told = await self._texts.of_file(tx, row.id, row.bytes, sealed=row.sealed)
            await tx.execute("update coaf_file set tries = tries + 1 where id = %(id)s", {"id": row.id})
        # Nobody can send what nobody can read; verify says of which file the key is gone.
        if row.status != "sent" or not self._sender.connected or told is None:
            return
        try:
            content = await self._sender.send(row.kind, told)
        except CoafDidNotAnswer as error:
            async with self._database.transaction(SYSTEM) as tx:
                await tx.execute(
                    "update coaf_file set last_error = %(error)s where id = %(id)s and status = 'sent'",
                    {"id": row.id, "error": str(error)[:500]},
                )
            raise TryAgain(str(error)) from None
        async with self._database.transaction(SYSTEM) as tx:
            await self._take(tx, await file_for_update(tx, row.id), content)

    async def _take(self, tx: Tx, row: FileRow, content: bytes) -> None:
        if row.status != "sent":
            return
        told = await take_answer(self._texts, tx, row, content, ACTOR)
        await record(
            tx,
            "pld:coaf_file:answered",
            company=PROVIDER,
            subject=str(row.id),
            actor=ACTOR,
            data={"name": row.batch_id, **told},
        )


def handed_over(queue: Queue) -> EventConsumer:
    async def enqueue(tx: Tx, events: list[Event]) -> None:
        files = [{"file": each.subject_id} for each in events if not each.data.get("by_hand")]
        await queue.defer(tx, SEND, files)

    return EventConsumer(WORK, enqueue, frozenset({"pld:coaf_file:send"}))
