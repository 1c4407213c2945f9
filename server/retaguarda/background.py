"""What runs behind the API: what follows from events, the jobs, the tasks by the clock."""

from retaguarda import adapters
from retaguarda.account.deposits.receive_deposit import receive_deposit
from retaguarda.app import BULKABLE, TABLES, App, commands, services
from retaguarda.approvals.amount_today import kin_of
from retaguarda.approvals.expire_requests import Expiry
from retaguarda.approvals.gate import ApprovalGate
from retaguarda.bank_files import jobs as return_work
from retaguarda.bank_files.commands import COLLECTION
from retaguarda.cron_tasks.clock import Clock
from retaguarda.cron_tasks.consumers import asked_runs
from retaguarda.cron_tasks.housekeeping import NightlyVerification
from retaguarda.cron_tasks.housekeeping import Sweep as RunSweep
from retaguarda.cron_tasks.model import RUN
from retaguarda.cron_tasks.run_task import Runs
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron, Job
from retaguarda.foundation.outbound_http import OutboundClient
from retaguarda.foundation.room import HOUR, NIGHT
from retaguarda.foundation.stuck_work import ResumeStuckWork
from retaguarda.identity.mails import JOB as SEND_MAIL
from retaguarda.identity.mails import Post, mail_reader
from retaguarda.identity.sweep import Sweep
from retaguarda.invariants import INVARIANTS, UNFINISHED
from retaguarda.ledger.housekeeping import Housekeeping
from retaguarda.lists.bulk.jobs import JOB as DO_BULK
from retaguarda.lists.bulk.jobs import Bulks
from retaguarda.lists.deferred_work import asked_work
from retaguarda.lists.exports.jobs import JOB as WRITE_EXPORT
from retaguarda.lists.exports.jobs import Exports
from retaguarda.lists.sweep import Sweep as ListSweep
from retaguarda.notifications import fanout, webhook
from retaguarda.notifications.send_mail import NotificationMails
from retaguarda.notifications.webhook import PersonWebhook
from retaguarda.payin.administration.hourly_rollup import HOURS
from retaguarda.payin.batches.jobs import Batches
from retaguarda.payin.charges.fail_over import FailOver
from retaguarda.payin.charges.jobs import Charges
from retaguarda.payin.consumers import ROLL_UP, provider_calls
from retaguarda.payin.locations.jobs import WORK as WORK_LOCATION
from retaguarda.payin.locations.jobs import Locations
from retaguarda.payin.payments.jobs import READ_BACK, READ_BACK_MANY, Payments
from retaguarda.payin.processors.register_webhook import Webhooks
from retaguarda.payin.processors.try_credentials import JOB as TEST_PROCESSOR
from retaguarda.payin.processors.try_credentials import Testing
from retaguarda.payin.provider_context import ProviderContext
from retaguarda.payin.refunds.jobs import Refunds
from retaguarda.payouts.return_files.commands import PAYMENT
from retaguarda.postal.postal_cache import sweep_postal_codes
from retaguarda.recurrences.consumers import automatic_calls
from retaguarda.recurrences.jobs.charges import RecurringCharges, Stale
from retaguarda.recurrences.jobs.recurrences import Recurrences
from retaguarda.recurrences.receive_payment import before as recurring_before
from retaguarda.rooms import ROOMS
from retaguarda.webhooks.fanout import READER as HOOK_READER
from retaguarda.webhooks.sender import SenderServices as CourierParts
from retaguarda.webhooks.sender import WebhookSender
from retaguarda.webhooks.sweep import Sweep as HookSweep


def readers(app: App) -> list[EventConsumer]:
    return [
        provider_calls(app.queue),
        automatic_calls(app.queue),
        ROLL_UP,
        HOURS,
        mail_reader(app.queue),
        fanout.reader(app.queue),
        asked_work(app.queue),
        return_work.asked_files(app.queue),
        asked_runs(app.queue),
        HOOK_READER,
        *(consumer for room in ROOMS for consumer in room.consumers(services(app))),
    ]


def courier(app: App) -> WebhookSender:
    """Who carries webhooks to the merchants' servers."""
    settings = app.settings
    caller = OutboundClient(private=settings.private_hooks)
    return WebhookSender(CourierParts(app.database, app.keys, caller, settings.hook_delays))


#: The job a worker asks for when it begins.
AT_START = "payin.tell_webhooks"


def timed(app: App) -> tuple[list[Job], list[Cron]]:
    """What a worker does: its jobs, and one task by the clock that asks for the runs of all others."""
    work, crons = jobs(app)
    clock, runs = Clock(app.database, app.queue, crons), Runs(app.database, crons)
    return [*work, Job(RUN, runs.run)], [Cron("tools.tick", "* * * * *", clock.tick)]


#: Families of return files by name.
FAMILIES = {each.name: each for each in (COLLECTION, PAYMENT)}
#: What there is to do when asked for, and by the clock.
Work = tuple[list[Job], list[Cron]]


def jobs(app: App) -> Work:
    outside = ProviderContext(app.database, app.connections, app.keys, app.settings.webhook_address)
    payments = Payments(outside, recurring_before(receive_deposit), app.queue)
    parts = (
        _charges(app, outside, payments),
        _recurrences(app, outside, payments),
        _told(app),
        _lists(app),
        _kept(app),
    )
    given = services(app)
    return (
        [*(job for work, _ in parts for job in work), *(job for room in ROOMS for job in room.jobs(given))],
        [*(cron for _, crons in parts for cron in crons), *(cron for room in ROOMS for cron in room.crons(given))],
    )


def _charges(app: App, outside: ProviderContext, payments: Payments) -> Work:
    elsewhere = FailOver(outside)
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
            Job(return_work.READ, return_work.Files(app.database, FAMILIES).read),
            Job(return_work.APPLY, return_work.Files(app.database, FAMILIES).apply),
            Job(AT_START, Webhooks(outside).tell),
            Job(TEST_PROCESSOR, Testing(outside).run),
        ],
        [
            Cron("payin.reconcile", "* * * * *", payments.reconcile),
            Cron("payin.expire", "* * * * *", charges.expire),
            Cron("payin.withdraw_left_behind", "* * * * *", elsewhere.withdraw),
            Cron("payin.sweep_calls", "11 4 * * *", app.connections.counts.sweep, grace=NIGHT),
        ],
    )


def _recurrences(app: App, outside: ProviderContext, payments: Payments) -> Work:
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
            Cron("pix.ask_again", "*/10 * * * *", Stale(outside, app.queue).run),
        ],
    )


def _told(app: App) -> Work:
    """Mails, and webhooks of people. Those of merchants have a courier of their own."""
    database, address = app.database, app.settings.address
    mailer = adapters.mailer(app.settings)
    mailing = NotificationMails(database, mailer, address)
    caller = OutboundClient(private=app.settings.private_hooks, whose="people")
    telling = PersonWebhook(database, app.keys, caller, address)
    sweep = HookSweep(database, app.settings.hook_days)
    return (
        [
            Job(SEND_MAIL, Post(database, mailer, address).send),
            Job(fanout.JOB, mailing.send),
            Job(webhook.JOB, telling.call),
            Job(webhook.TEST_JOB, telling.test),
        ],
        [
            Cron("notifications.digest", "*/10 * * * *", mailing.digest),
            Cron("hooks.sweep", "47 4 * * *", sweep.run, grace=NIGHT),
        ],
    )


def _lists(app: App) -> Work:
    gate = ApprovalGate(kin_of(commands(app.settings)))
    return (
        [
            Job(WRITE_EXPORT, Exports(app.database, TABLES, app.settings.export_days).run),
            Job(DO_BULK, Bulks(app.database, BULKABLE, gate).run),
        ],
        [
            Cron("lists.sweep", "41 * * * *", ListSweep(app.database).run, grace=HOUR),
            Cron("approvals.expire", "* * * * *", Expiry(app.database).run),
        ],
    )


def _kept(app: App) -> Work:
    """What keeps the house itself in order."""
    database, days = app.database, app.settings.signing_key_days
    ledger = Housekeeping(database)
    return [], [
        Cron("jobs.take_up", "*/10 * * * *", ResumeStuckWork(database, app.queue, UNFINISHED).run),
        Cron("ledger.checkpoint", "*/5 * * * *", ledger.checkpoint),
        Cron("ledger.expire_holds", "* * * * *", ledger.expire),
        Cron("ledger.verify", "23 5 * * *", NightlyVerification(database, INVARIANTS).run, grace=NIGHT),
        Cron("identity.rotate_keys", "17 3 * * *", lambda: app.tokens.rotate(days), grace=NIGHT),
        Cron("identity.sweep", "23 * * * *", Sweep(database, app.settings).run, grace=HOUR),
        Cron("postal.sweep", "41 4 * * *", lambda: sweep_postal_codes(database), grace=NIGHT),
        Cron("tools.sweep", "53 4 * * *", RunSweep(database).run, grace=NIGHT),
    ]
