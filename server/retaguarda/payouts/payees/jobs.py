"""Look payees up in the directory: whose each key is, written beside the book and compared with it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.keys import Keys
from retaguarda.payouts.payees.add_destination import refresh_payee
from retaguarda.payouts.payees.confirm_payee import PayeeAnswer, PayeeConfirmation, PayeeQuestion
from retaguarda.payouts.payees.identify_destination import load_names
from retaguarda.payouts.payees.model import DIRECTORY
from retaguarda.payouts.payees.queries import DestinationRow, PayeeRow, destinations_of, find_payee, load_payee

CHECKED, OWNER_CHANGED = "payouts:payee:checked", "payouts:payee:owner_changed"
#: Problems after which a look-up is made again.
SILENT = ("directory_silent", "lookups_spent")
#: Seconds until a merchant without look-ups is tried again; two come back each minute.
WAIT = 60


@dataclass(frozen=True, slots=True)
class PayeeLookups:
    database: Database
    keys: Keys
    confirmation: PayeeConfirmation

    async def check(self, company: int, payee: str) -> None:
        """Look up every live key of a payee that waits for it. Safe to repeat: a payee that does not wait is left alone.

        Raises:
            TryAgain: the directory is silent, or the merchant has no look-ups left.
        """
        async with self.database.transaction(Scope((company,))) as tx:
            row = await find_payee(tx, [company], UUID(payee))
            if row is None or row.checking_at is None:
                return
            places = [each for each in await destinations_of(tx, row) if _waits(each, row.checking_at)]
        answers = list[tuple[DestinationRow, PayeeAnswer]]()
        for place in places:
            question = PayeeQuestion(row.name, row.document, place.pix_key, row.trade_name)
            answers.append((place, await self.confirmation.ask(company, question)))
        told = [(place, answer) for place, answer in answers if answer.confirmation.problem not in SILENT]
        problem = next((each.confirmation.problem for _, each in answers if each.confirmation.problem in SILENT), None)
        async with self.database.transaction(Scope((company,))) as tx:
            fresh = await find_payee(tx, [company], row.id, lock=True)
            if fresh is None or fresh.checking_at is None:
                return
            await self._write(tx, fresh, told, problem)
        if problem is not None:
            raise TryAgain(problem, WAIT)

    async def _write(
        self, tx: Tx, row: PayeeRow, answers: list[tuple[DestinationRow, PayeeAnswer]], problem: str | None
    ) -> None:
        names = await load_names(tx, self.keys)
        for place, answer in answers:
            owner = None if answer.owner_document is None else names.of_document(answer.owner_document)
            passed_on = place.owner_hash is not None and owner is not None and owner != place.owner_hash
            await _write_answer(tx, place, answer, owner, passed_on=passed_on)
            if passed_on:
                await _tell(tx, row, OWNER_CHANGED, destination=str(place.id))
        await tx.execute(
            "update payee set checking_at = case when %(problem)s::text is not null then checking_at end,"
            " check_problem = %(problem)s where company_id = %(company)s and id = %(id)s",
            {"company": row.company_id, "id": row.id, "problem": problem},
        )
        await refresh_payee(tx, row.company_id, row.id)
        if problem is None:
            after = await load_payee(tx, row.company_id, row.id)
            await _tell(tx, row, CHECKED, status=after.status, match_class=after.match_class, divergent=after.divergent)


def _waits(place: DestinationRow, since: datetime) -> bool:
    """Return whether the look-up of a destination is still unanswered."""
    return place.state in ("new", "cooling") and (place.found is None or place.found.looked_up_at < since)


async def _write_answer(
    tx: Tx, place: DestinationRow, answer: PayeeAnswer, owner: bytes | None, *, passed_on: bool
) -> None:
    """Write the result. A key with a new owner becomes new again: nobody has trusted that owner."""
    found = answer.confirmation
    await tx.execute(
        """
        update payee_destination
           set found = %(found)s::jsonb, match_class = %(class)s, owner_match = %(owner_match)s, problem = %(problem)s,
               looked_up_at = %(at)s, owner_hash = coalesce(%(owner)s, owner_hash),
               owner_changed_at = case when %(passed_on)s then now() else owner_changed_at end,
               state = case when %(passed_on)s then 'new' else state end,
               usable_from = case when %(passed_on)s then null else usable_from end,
               trusted_by = case when %(passed_on)s then null else trusted_by end
         where company_id = %(company)s and id = %(id)s and state in ('new', 'cooling')
        """,
        {
            "company": place.company_id,
            "id": place.id,
            "found": json_text(found),
            "class": found.match_class,
            "owner_match": found.owner,
            "problem": found.problem,
            "at": found.looked_up_at,
            "owner": owner,
            "passed_on": passed_on,
        },
    )


async def _tell(tx: Tx, row: PayeeRow, event: str, **data: object) -> None:
    await record(
        tx, event, company=row.company_id, subject=str(row.id), actor=DIRECTORY, data={"name": row.name, **data}
    )
