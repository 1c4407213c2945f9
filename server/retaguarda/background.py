"""What runs behind the API: what follows from events, the jobs, the tasks by the clock."""

from retaguarda import adapters
from retaguarda.account.bankaccounts.verifying import Verifying
from retaguarda.account.claims.jobs import Claims
from retaguarda.account.claims.reading import FOLLOW as FOLLOW_CLAIM
from retaguarda.account.claims.reading import claim_calls
from retaguarda.account.deposits.receiving import receive_deposit
from retaguarda.account.scheduling.due import Due
from retaguarda.account.transfers.reading import SEND, TAKE_BACK, VERIFY, bank_calls
from retaguarda.account.transfers.returning import Returning
from retaguarda.account.transfers.sending import Sending
from retaguarda.app import BULKABLE, House, commands, tables
from retaguarda.approvals.expiry import Expiry
from retaguarda.approvals.gate import ApprovalGate
from retaguarda.approvals.today import kin_of
from retaguarda.foundation.calling import Caller
from retaguarda.foundation.events import Reader
from retaguarda.foundation.jobs import Cron, Job
from retaguarda.foundation.unfinished import TakingUp
from retaguarda.hooks.courier import Courier
from retaguarda.hooks.courier import Parts as CourierParts
from retaguarda.hooks.sweep import Sweep as HookSweep
from retaguarda.hooks.writing import READER as HOOK_READER
from retaguarda.identity.mails import JOB as SEND_MAIL
from retaguarda.identity.mails import Post, mail_reader
from retaguarda.identity.sweep import Sweep
from retaguarda.ledger.housekeeping import Housekeeping
from retaguarda.lists.bulk.job import JOB as DO_BULK
from retaguarda.lists.bulk.job import Bulks
from retaguarda.lists.exports.job import JOB as WRITE_EXPORT
from retaguarda.lists.exports.job import Exports
from retaguarda.lists.sweep import Sweep as ListSweep
from retaguarda.lists.work import asked_work
from retaguarda.notifications import making, webhook
from retaguarda.notifications.mailing import Mailing
from retaguarda.notifications.webhook import Telling
from retaguarda.payin.administration.hours import HOURS
from retaguarda.payin.batches.sending import Batches
from retaguarda.payin.jobs.charges import Charges
from retaguarda.payin.jobs.elsewhere import Elsewhere
from retaguarda.payin.jobs.outside import Outside
from retaguarda.payin.jobs.payments import READ_BACK, READ_BACK_MANY, Payments
from retaguarda.payin.jobs.refunds import Refunds
from retaguarda.payin.jobs.webhooks import Webhooks
from retaguarda.payin.locations.work import WORK as WORK_LOCATION
from retaguarda.payin.locations.work import Locations
from retaguarda.payin.med.jobs import Med
from retaguarda.payin.med.reading import TELL as TELL_DICT
from retaguarda.payin.med.reading import med_calls
from retaguarda.payin.processors.testing import JOB as TEST_PROCESSOR
from retaguarda.payin.processors.testing import Testing
from retaguarda.payin.reading import ROLL_UP, provider_calls
from retaguarda.pix.jobs.charges import RecurringCharges, Stale
from retaguarda.pix.jobs.recurrences import Recurrences
from retaguarda.pix.reading import automatic_calls
from retaguarda.pix.receiving import before as recurring_before
from retaguarda.postal.kept import sweep_postal_codes
from retaguarda.returns import work as return_work
from retaguarda.tools.asked import asked_runs
from retaguarda.tools.chores import Sweep as RunSweep
from retaguarda.tools.chores import Verification
from retaguarda.tools.clock import Clock
from retaguarda.tools.model import RUN
from retaguarda.tools.running import Runs
from retaguarda.verified import INVARIANTS, UNFINISHED


def readers(house: House) -> list[Reader]:
    return [
        provider_calls(house.queue),
        automatic_calls(house.queue),
        med_calls(house.queue),
        claim_calls(house.queue),
        ROLL_UP,
        HOURS,
        mail_reader(house.queue),
        making.reader(house.queue),
        bank_calls(house.queue),
        asked_work(house.queue),
        return_work.asked_files(house.queue),
        asked_runs(house.queue),
        HOOK_READER,
    ]


def courier(house: House) -> Courier:
    """Who carries webhooks to the merchants' servers."""
    settings = house.settings
    caller = Caller(private=settings.private_hooks)
    return Courier(CourierParts(house.database, house.keys, caller, settings.hook_delays))


#: The job a worker asks for when it begins.
AT_START = "payin.tell_webhooks"
#: So late, in seconds, what runs each hour or each night still makes sense.
HOUR, NIGHT = 1_800, 14_400


def timed(house: House) -> tuple[list[Job], list[Cron]]:
    """What a worker does: its jobs, and one task by the clock that asks for the runs of all others."""
    work, crons = jobs(house)
    clock, runs = Clock(house.database, house.queue, crons), Runs(house.database, crons)
    return [*work, Job(RUN, runs.run)], [Cron("tools.tick", "* * * * *", clock.tick)]


#: What there is to do when asked for, and by the clock.
Work = tuple[list[Job], list[Cron]]


def jobs(house: House) -> Work:
    outside = Outside(house.database, house.connections, house.keys, house.settings.webhook_address)
    payments = Payments(outside, recurring_before(receive_deposit), house.queue)
    parts = (
        _charges(house, outside, payments),
        _recurrences(house, outside, payments),
        _contested(house),
        _leaving(house),
        _told(house),
        _lists(house),
        _kept(house),
    )
    return [job for work, _ in parts for job in work], [cron for _, crons in parts for cron in crons]


def _charges(house: House, outside: Outside, payments: Payments) -> Work:
    elsewhere = Elsewhere(outside)
    charges = Charges(outside, payments, elsewhere)
    return (
        [
            Job("payin.register_charge", charges.register),
            Job("payin.revise_charge", charges.revise),
            Job("payin.cancel_charge", charges.cancel),
            Job("payin.send_batch", Batches(outside).send),
            Job("payin.revise_batch", Batches(outside).revise),
            Job("payin.send_refund", Refunds(outside).send),
            Job(WORK_LOCATION, Locations(outside).work),
            Job(READ_BACK, payments.read_back),
            Job(READ_BACK_MANY, payments.read_back_many),
            Job(return_work.READ, return_work.Files(house.database).read),
            Job(return_work.APPLY, return_work.Files(house.database).apply),
            Job(AT_START, Webhooks(outside).tell),
            Job(TEST_PROCESSOR, Testing(outside).run),
        ],
        [
            Cron("payin.reconcile", "* * * * *", payments.reconcile),
            Cron("payin.expire", "* * * * *", charges.expire),
            Cron("payin.withdraw_left_behind", "* * * * *", elsewhere.withdraw),
            Cron("payin.sweep_calls", "11 4 * * *", house.connections.counts.sweep, grace=NIGHT),
        ],
    )


def _recurrences(house: House, outside: Outside, payments: Payments) -> Work:
    recurrences, charges = Recurrences(outside), RecurringCharges(outside, payments.read_back)
    return (
        [
            Job("pix.register_recurrence", recurrences.register),
            Job("pix.change_recurrence", recurrences.change),
            Job("pix.renew_code", recurrences.renew_code),
            Job("pix.cancel_recurrence", recurrences.cancel),
            Job("pix.send_request", recurrences.send_request),
            Job("pix.cancel_request", recurrences.cancel_request),
            Job("pix.read_recurrence", recurrences.read_back),
            Job("pix.register_charge", charges.register),
            Job("pix.cancel_charge", charges.cancel),
            Job("pix.retry_charge", charges.retry),
            Job("pix.read_charge", charges.read_back),
        ],
        [
            Cron("pix.make_due", "*/10 * * * *", charges.make_due),
            Cron("pix.ask_again", "*/10 * * * *", Stale(outside, house.queue).run),
        ],
    )


def _contested(house: House) -> Work:
    """What payers contest at DICT, and what merchants do."""
    cases, claims = Med(house.database, house.dict), Claims(house.paying, house.dict)
    return (
        [Job(TELL_DICT, cases.tell), Job(FOLLOW_CLAIM, claims.follow)],
        [
            Cron("med.poll", "* * * * *", cases.poll),
            Cron("med.sweep", "*/5 * * * *", cases.sweep),
            Cron("claims.poll", "* * * * *", claims.poll),
        ],
    )


def _leaving(house: House) -> Work:
    """Money on its way to a bank."""
    sending, returning = Sending(house.paying), Returning(house.paying)
    return (
        [
            Job(SEND, sending.send),
            Job(TAKE_BACK, returning.take_back),
            Job(VERIFY, Verifying(house.paying).run),
        ],
        [
            Cron("transfers.due", "* * * * *", sending.due),
            Cron("transfers.returns", "* * * * *", returning.poll),
            Cron("scheduling.run_due", "* * * * *", Due(house.database).run),
        ],
    )


def _told(house: House) -> Work:
    """Mails, and webhooks of people. Those of merchants have a courier of their own."""
    database, address = house.database, house.settings.address
    mailer = adapters.mailer(house.settings)
    mailing = Mailing(database, mailer, address)
    caller = Caller(private=house.settings.private_hooks, whose="people")
    telling = Telling(database, house.keys, caller, address)
    sweep = HookSweep(database, house.settings.hook_days)
    return (
        [
            Job(SEND_MAIL, Post(database, mailer, address).send),
            Job(making.JOB, mailing.send),
            Job(webhook.JOB, telling.call),
            Job(webhook.TEST_JOB, telling.test),
        ],
        [
            Cron("notifications.digest", "*/10 * * * *", mailing.digest),
            Cron("hooks.sweep", "47 4 * * *", sweep.run, grace=NIGHT),
        ],
    )


def _lists(house: House) -> Work:
    gate = ApprovalGate(kin_of(commands(house.settings)))
    return (
        [
            Job(WRITE_EXPORT, Exports(house.database, tables, house.settings.export_days).run),
            Job(DO_BULK, Bulks(house.database, BULKABLE, gate).run),
        ],
        [
            Cron("lists.sweep", "41 * * * *", ListSweep(house.database).run, grace=HOUR),
            Cron("approvals.expire", "* * * * *", Expiry(house.database).run),
        ],
    )


def _kept(house: House) -> Work:
    """What keeps the house itself in order."""
    database, days = house.database, house.settings.signing_key_days
    ledger = Housekeeping(database)
    return [], [
        Cron("jobs.take_up", "*/10 * * * *", TakingUp(database, house.queue, UNFINISHED).run),
        Cron("ledger.checkpoint", "*/5 * * * *", ledger.checkpoint),
        Cron("ledger.expire_holds", "* * * * *", ledger.expire),
        Cron("ledger.verify", "23 5 * * *", Verification(database, INVARIANTS).run, grace=NIGHT),
        Cron("identity.rotate_keys", "17 3 * * *", lambda: house.tokens.rotate(days), grace=NIGHT),
        Cron("identity.sweep", "23 * * * *", Sweep(database, house.settings).run, grace=HOUR),
        Cron("postal.sweep", "41 4 * * *", lambda: sweep_postal_codes(database), grace=NIGHT),
        Cron("tools.sweep", "53 4 * * *", RunSweep(database).run, grace=NIGHT),
    ]
