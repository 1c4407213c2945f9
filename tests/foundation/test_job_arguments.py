"""What a job takes is written into each queued job: a queue outlives the program that filled it."""

import re
from inspect import signature

import pytest

from retaguarda.app import App, build
from retaguarda.background import timed
from retaguarda.foundation.database import SYSTEM
from retaguarda.invariants import UNFINISHED
from retaguarda.settings import Settings

#: Job → the names of what it is queued with. Whoever renames one leaves jobs behind that fail for ever: give the job a new name,
#: and keep the old one until its queue is empty.
QUEUED = {
    "bank_accounts.verify": "company account",
    "claims.follow": "company claim",
    "compliance.answer_court": "order",
    "compliance.fetch_list": "number",
    "compliance.read_file": "number",
    "compliance.read_list": "version",
    "compliance.run_check": "check",
    "compliance.screen_counterparties": "",
    "kyc.run_checks": "subject",
    "compliance.read_block_upload": "upload",
    "compliance.test_provider": "provider",
    "exchange.ask_rate": "closing",
    "exchange.confirm_closing": "closing",
    "identity.send_mail": "company person event",
    "lists.bulk": "company person work",
    "lists.export": "company person work",
    "med.tell": "company case",
    "notifications.call": "notification",
    "notifications.call_test": "person",
    "notifications.mail": "notification",
    "payin.cancel_charge": "company charge",
    "payin.drop_archived_month": "month",
    "payin.read_back": "connection end_to_end_id",
    "payin.read_back_many": "connection end_to_end_ids since until",
    "payin.register_charge": "company charge",
    "payin.revise_batch": "company batch",
    "payin.revise_charge": "company charge",
    "payin.send_batch": "company batch",
    "payin.send_refund": "company refund",
    "payin.tell_webhooks": "",
    "payin.test_processor": "processor",
    "payin.work_location": "company location",
    "payees.check": "company payee",
    "payees.read_import": "company number",
    "payouts.ask_again": "company payout person actor why",
    "payouts.apply_return_notice": "company notice",
    "payouts.read_return_notice": "company notice",
    "payouts.read_batch": "company batch",
    "payouts.read_inbox": "processor",
    "payouts.send_files": "processor",
    "payouts.test_mailbox": "processor",
    "payouts.plan_batches": "company",
    "payouts.run_batch": "company batch",
    "payouts.stop_batch": "company batch",
    "payouts.run_backtest": "backtest",
    "payouts.run_simulation": "simulation",
    "payouts.run_lots": "processor",
    "payouts.send": "company payout",
    "payouts.send_many": "company payouts",
    "payouts.take_back": "company payout",
    "payouts.test_processor": "processor",
    "payouts.watch": "processor",
    "pld.run_backtest": "backtest",
    "pld.search_blind_spots": "search",
    "pld.send_coaf_file": "file",
    "pix.cancel_charge": "company charge",
    "pix.cancel_recurrence": "company recurrence",
    "pix.cancel_request": "company request",
    "pix.change_recurrence": "company recurrence",
    "pix.read_charge": "connection txid",
    "pix.read_recurrence": "connection id_rec",
    "pix.register_charge": "company charge",
    "pix.register_recurrence": "company recurrence",
    "pix.renew_code": "company recurrence",
    "pix.retry_charge": "company charge",
    "pix.send_request": "company request",
    "returns.apply": "company file",
    "returns.read": "company file",
    "tools.run": "task run",
}


def parameters() -> dict[str, str]:
    jobs, _ = timed(build(Settings(secret="x" * 32), "postgresql://"))
    return {job.name: " ".join(signature(job.run).parameters) for job in jobs}


def test_a_queued_job_finds_the_parameters_it_was_queued_with() -> None:
    assert parameters() == QUEUED


def test_work_that_is_taken_up_again_has_the_same_values() -> None:
    for work in UNFINISHED:
        (written,) = re.findall(r"jsonb_build_object\(([^()]*)\) as args", work.things)
        names = [part.strip().strip("'") for part in written.split(",")][::2]
        assert " ".join(names) == QUEUED[work.job], work.job


async def test_a_process_that_knows_a_job_defers_nothing_that_it_does_not_take(app: App) -> None:
    with pytest.raises(TypeError, match="refund"):
        async with app.database.transaction(SYSTEM) as tx:
            await app.queue.defer(tx, "payin.send_refund", [{"company": 2, "number": "1"}])
