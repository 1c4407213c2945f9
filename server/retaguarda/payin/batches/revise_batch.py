"""Revises every charge of a batch that is not paid. Each changes once its bank agrees, as a charge revised alone."""

from collections.abc import Mapping

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.typed_rows import fetch_all
from retaguarda.payin.batches.model import Batch, BatchRevisionInput
from retaguarda.payin.batches.queries import OPEN, batch_of, lock_done_batch
from retaguarda.payin.charges import due_terms
from retaguarda.payin.charges.create_due_charge import check_due_date
from retaguarda.payin.charges.model import RevisionInput
from retaguarda.payin.charges.revise_charge import with_changes
from retaguarda.payin.charges.revision import revision_of
from retaguarda.payin.rows import ChargeRow


async def _revise(tx: Tx, principal: Principal, given: BatchRevisionInput, path: Mapping[str, str]) -> Done:
    batch = await lock_done_batch(tx, principal, path["id"], "changed")
    if given.due_date is not None:
        check_due_date(given.due_date)
    rows = await fetch_all(
        tx,
        ChargeRow,
        "select * from charge where company_id = %(company_id)s and batch = %(id)s and status = 'pending' and revising is null"
        f" and {OPEN} order by batch_line for update",
        batch,
    )
    revision = RevisionInput(None, given.due_date, given.valid_days, given.terms, given.description)
    changes = [(row, wanted) for row in rows if (wanted := with_changes(row, revision)) != revision_of(row)]
    if not changes:
        raise ApiError(400, "nothing_changes", "no charge of the batch would be another")
    for _, wanted in changes:
        due_terms.check(wanted.amount, wanted.terms, wanted.due_date)
    await tx.execute(
        "update charge c set revising = l.revising, revision_error = null"
        " from unnest(%(ids)s::uuid[], %(revisions)s::jsonb[]) l (id, revising)"
        " where c.company_id = %(company_id)s and c.id = l.id",
        batch.with_columns(
            ids=[row.id for row, _ in changes],
            revisions=[json_text(wanted) for _, wanted in changes],
        ),
    )
    return Done(str(batch.id), batch_of(batch), {"lines": len(changes)})


REVISE_BATCH = Command(
    name="payin:batch:revise",
    method="POST",
    path="/v1/payin/batches/{id:str}/revise",
    summary="Change due date, terms or message of every charge of a batch that is not paid",
    permission=Permission.PAYIN_CHARGE_WRITE,
    scope=MERCHANT,
    planned=True,
    input=BatchRevisionInput,
    answers=Batch,
    apply=_revise,
)
