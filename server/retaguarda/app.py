"""The only place where the rooms are wired together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

import httpx
import msgspec
from litestar.types import ASGIApp

from retaguarda import adapters
from retaguarda.access import routes as access
from retaguarda.access.commands.make_key import CARRYING
from retaguarda.access.door import RoomDoor, new_here
from retaguarda.access.keys import KEYS
from retaguarda.access.people import USERS
from retaguarda.access.roles import ROLES
from retaguarda.account.bankaccounts.commands import DISABLE as DISABLE_BANK_ACCOUNT
from retaguarda.account.bankaccounts.tables import BANK_ACCOUNTS
from retaguarda.account.bankaccounts.verifying import Verifying
from retaguarda.account.chosen import ChosenDoor
from retaguarda.account.deposits import routes as deposits
from retaguarda.account.deposits.receiving import receive_deposit
from retaguarda.account.deposits.rows import of_deposit, of_provider
from retaguarda.account.deposits.tables import DEPOSITS
from retaguarda.account.notes import routes as notes
from retaguarda.account.notes.reading import NOTES
from retaguarda.account.scheduling import routes as scheduling
from retaguarda.account.scheduling.due import Due
from retaguarda.account.scheduling.tables import SCHEDULES
from retaguarda.account.statement import routes as statement
from retaguarda.account.statement.table import ENTRIES
from retaguarda.account.transfers import routes as transfers
from retaguarda.account.transfers.orders import Paying
from retaguarda.account.transfers.reading import SEND, VERIFY, bank_calls
from retaguarda.account.transfers.sending import Sending
from retaguarda.account.transfers.tables import TRANSFERS
from retaguarda.accounts import routes as accounts
from retaguarda.accounts.records import of_account
from retaguarda.accounts.tables import ACCOUNTS
from retaguarda.approvals import routes as approvals
from retaguarda.approvals.executing import Commands
from retaguarda.approvals.expiry import Expiry
from retaguarda.approvals.gate import ApprovalGate
from retaguarda.approvals.policies import POLICIES, of_policy
from retaguarda.approvals.registry import moving_money, registry
from retaguarda.approvals.tables import APPROVALS, of_request
from retaguarda.audit import routes as audit
from retaguarda.audit.activity import ACTIVITY
from retaguarda.audit.selfcheck import SelfChecks
from retaguarda.checkout import keys as checkout_keys
from retaguarda.checkout import public as checkout
from retaguarda.companies import routes as companies
from retaguarda.companies.records import of_company
from retaguarda.companies.tables import COMPANIES
from retaguarda.foundation.call import Answer, Call, Door, Route, answer
from retaguarda.foundation.calling import Caller
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Database
from retaguarda.foundation.events import Reader
from retaguarda.foundation.http import Edge, make_app
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.pages import Pages
from retaguarda.foundation.table import Table
from retaguarda.foundation.unfinished import TakingUp
from retaguarda.health import routes as health
from retaguarda.hooks import routes as hooks
from retaguarda.hooks.courier import Courier
from retaguarda.hooks.courier import Parts as CourierParts
from retaguarda.hooks.sweep import Sweep as HookSweep
from retaguarda.hooks.tables import DELIVERIES, HOOK_ENDPOINTS
from retaguarda.hooks.writing import READER as HOOK_READER
from retaguarda.identity import routes as identity
from retaguarda.identity.door import PersonDoor
from retaguarda.identity.flags import flag_routes
from retaguarda.identity.mails import JOB as SEND_MAIL
from retaguarda.identity.mails import Post, mail_reader
from retaguarda.identity.parts import parts
from retaguarda.identity.sweep import Sweep
from retaguarda.identity.tokens import AccessTokens
from retaguarda.ledger.housekeeping import Housekeeping
from retaguarda.lists.bulk import routes as bulk
from retaguarda.lists.bulk.command import Bulkable
from retaguarda.lists.bulk.command import by_name as bulk_by_name
from retaguarda.lists.bulk.job import JOB as DO_BULK
from retaguarda.lists.bulk.job import Bulks
from retaguarda.lists.bulk.tables import BULK_ITEMS, BULKS
from retaguarda.lists.exports import routes as exports
from retaguarda.lists.exports.job import JOB as WRITE_EXPORT
from retaguarda.lists.exports.job import Exports
from retaguarda.lists.exports.tables import EXPORTS
from retaguarda.lists.facets import facet_route
from retaguarda.lists.sweep import Sweep as ListSweep
from retaguarda.lists.views import own_company
from retaguarda.lists.views_commands import view_routes
from retaguarda.lists.work import asked_work
from retaguarda.notifications import making, webhook
from retaguarda.notifications import routes as notifications
from retaguarda.notifications.mailing import Mailing
from retaguarda.notifications.webhook import Telling
from retaguarda.overview.routes import overview_route
from retaguarda.payin import routes as payin
from retaguarda.payin.administration.hours import HOURS
from retaguarda.payin.batches.rows import BATCHES
from retaguarda.payin.batches.sending import Batches
from retaguarda.payin.codes.rows import STATIC_CODES
from retaguarda.payin.commands.cancel_charge import CANCEL_CHARGE
from retaguarda.payin.commands.retry_charge import RETRY_CHARGE
from retaguarda.payin.connections import Connections
from retaguarda.payin.jobs.charges import Charges
from retaguarda.payin.jobs.elsewhere import Elsewhere
from retaguarda.payin.jobs.outside import Outside
from retaguarda.payin.jobs.payments import READ_BACK, READ_BACK_MANY, Payments
from retaguarda.payin.jobs.refunds import Refunds
from retaguarda.payin.jobs.webhooks import Webhooks
from retaguarda.payin.locations.rows import LOCATIONS
from retaguarda.payin.locations.work import WORK as WORK_LOCATION
from retaguarda.payin.locations.work import Locations
from retaguarda.payin.med import routes as med
from retaguarda.payin.med.jobs import Med
from retaguarda.payin.med.reading import TELL as TELL_DICT
from retaguarda.payin.med.reading import med_calls
from retaguarda.payin.med.rows import of_case
from retaguarda.payin.med.tables import CASES
from retaguarda.payin.processors import routes as processors
from retaguarda.payin.processors.commands import COMMANDS as PROCESSOR_COMMANDS
from retaguarda.payin.processors.reach import Reach
from retaguarda.payin.processors.rows import PROCESSORS
from retaguarda.payin.processors.rows import of_house as of_processors
from retaguarda.payin.processors.testing import JOB as TEST_PROCESSOR
from retaguarda.payin.processors.testing import Testing
from retaguarda.payin.reading import ROLL_UP, provider_calls
from retaguarda.payin.rules import routes as rules
from retaguarda.payin.rules.commands import COMMANDS as RULE_COMMANDS
from retaguarda.payin.rules.rows import RULES
from retaguarda.payin.settings import routes as payin_settings
from retaguarda.payin.settings.routes import SETTINGS as PAYIN_SETTINGS
from retaguarda.payin.tables import CHARGES, REVIEWS
from retaguarda.payin.webhook import Webhook
from retaguarda.pix import routes as automatic
from retaguarda.pix.commands.charges import CANCEL_RECURRING_CHARGE
from retaguarda.pix.commands.recurrences import CANCEL_RECURRENCE
from retaguarda.pix.jobs.charges import RecurringCharges, Stale
from retaguarda.pix.jobs.recurrences import Recurrences
from retaguarda.pix.reading import automatic_calls
from retaguarda.pix.receiving import before as recurring_before
from retaguarda.pix.tables import RECURRENCES, RECURRING_CHARGES
from retaguarda.policy import Sources, content_security_policy, sources
from retaguarda.postal.kept import Kept, sweep_postal_codes
from retaguarda.postal.routes import postal_route
from retaguarda.providers.dict import Dict
from retaguarda.recipients import routes as recipients
from retaguarda.recipients.tables import RECIPIENTS, SPLIT_RULES
from retaguarda.returns import routes as returns
from retaguarda.returns import work as return_work
from retaguarda.returns.rows import of_file
from retaguarda.returns.tables import FILES as RETURN_FILES
from retaguarda.returns.tables import LINES as RETURN_LINES
from retaguarda.settings import Settings
from retaguarda.thirdparties import OutsideTold, told
from retaguarda.tools import routes as tools
from retaguarda.tools import watching
from retaguarda.tools.asked import asked_runs
from retaguarda.tools.chores import Sweep as RunSweep
from retaguarda.tools.chores import Verification
from retaguarda.tools.clock import Clock
from retaguarda.tools.commands import COMMANDS as TASK_COMMANDS
from retaguarda.tools.model import RUN
from retaguarda.tools.running import Runs
from retaguarda.tools.tables import CRON_TASKS, of_house
from retaguarda.trails import trails
from retaguarda.verified import EXAMPLES, GROUPS, INVARIANTS, UNFINISHED

#: Addresses of the API; every other one is a page.
API = (
    "/v1/",
    "/auth/",
    "/rbac/",
    "/notifications/",
    "/webhooks/",
    "/config.json",
    "/health",
    "/ready",
    "/metrics",
    "/openapi.json",
)


@dataclass(frozen=True, slots=True)
class House:
    """One process' parts. Who makes it opens and closes it."""

    settings: Settings
    database: Database
    keys: Keys
    tokens: AccessTokens
    connections: Connections
    queue: Queue
    paying: Paying
    dict: Dict

    @asynccontextmanager
    async def opened(self) -> AsyncIterator["House"]:
        await self.database.open()
        await self.queue.open()
        try:
            yield self
        finally:
            await self.queue.close()
            await self.connections.counts.write()
            await self.connections.close()
            await self.paying.close()
            await self.dict.close()
            await self.database.close()


def build(settings: Settings, app_url: str, transport: httpx.AsyncBaseTransport | None = None) -> House:
    """
    Args:
        app_url: the database, as the application's role.
        transport: instead of the network towards payment providers, in tests.
    """
    keys = Keys(settings.secret)
    database = Database(
        app_url,
        size=settings.pool_size,
        lock_timeout_ms=settings.lock_timeout_ms,
        statement_timeout_ms=settings.statement_timeout_ms,
    )
    tokens = AccessTokens(database, keys, settings.access_token_seconds)
    return House(
        settings,
        database,
        keys,
        tokens,
        Connections(database, keys, reach(settings), transport),
        Queue(app_url),
        Paying(database, adapters.payouts(settings, transport), settings.payout.ispb),
        adapters.directory(settings, transport),
    )


def reach(settings: Settings) -> Reach:
    """Where processors may be; the bundled one is on this machine wherever it runs."""
    own = frozenset() if settings.production else frozenset({settings.sandbox_address})
    return Reach(settings.private_hooks, own)


def tables(door: Door) -> list[tuple[Table, Door]]:
    """Every list, with the door through which it is read: what the lists room makes of a list it makes of these."""
    anybody = RoomDoor(door, None)
    return [
        (CHARGES, door),
        (REVIEWS, door),
        (CASES, door),
        (RETURN_FILES, door),
        (RETURN_LINES, door),
        (STATIC_CODES, door),
        (LOCATIONS, door),
        (BATCHES, door),
        (RECURRENCES, door),
        (RECURRING_CHARGES, door),
        *((table, ChosenDoor(door)) for table in (ENTRIES, NOTES)),
        (DEPOSITS, door),
        (SCHEDULES, door),
        *((table, anybody) for table in (USERS, ROLES, KEYS, APPROVALS, POLICIES, ACTIVITY)),
        (HOOK_ENDPOINTS, door),
        (DELIVERIES, door),
        (BANK_ACCOUNTS, door),
        (TRANSFERS, door),
        (RECIPIENTS, door),
        (SPLIT_RULES, door),
        (COMPANIES, RoomDoor(door, None, any_account=True)),
        (PAYIN_SETTINGS, RoomDoor(door, None, any_account=True)),
        (ACCOUNTS, anybody),
        (EXPORTS, exports.own(door)),
        (BULKS, exports.own(door)),
        (BULK_ITEMS, exports.own(door)),
        (CRON_TASKS, RoomDoor(door, of_house, any_account=True)),
        (PROCESSORS, RoomDoor(door, of_processors, any_account=True)),
        (RULES, RoomDoor(door, of_processors, any_account=True)),
    ]


#: What can be done with many rows of a list at once.
BULKABLE = bulk_by_name(
    (
        Bulkable(CANCEL_CHARGE, CHARGES),
        Bulkable(RETRY_CHARGE, CHARGES),
        Bulkable(CANCEL_RECURRENCE, RECURRENCES),
        Bulkable(CANCEL_RECURRING_CHARGE, RECURRING_CHARGES),
        Bulkable(DISABLE_BANK_ACCOUNT, BANK_ACCOUNTS),
    )
)


def commands(settings: Settings) -> list[Command[Any]]:
    """The Commands of the rooms that are always the same."""
    return [
        *payin.COMMANDS,
        *payin_settings.COMMANDS,
        *med.COMMANDS,
        *PROCESSOR_COMMANDS,
        *RULE_COMMANDS,
        *returns.COMMANDS,
        *automatic.COMMANDS,
        *notes.COMMANDS,
        *statement.COMMANDS,
        *companies.COMMANDS,
        *accounts.COMMANDS,
        *deposits.COMMANDS,
        *scheduling.COMMANDS,
        *transfers.commands(settings.payout.ispb),
        *recipients.commands(settings.payout.ispb),
        *access.commands(settings.limits),
        *TASK_COMMANDS,
    ]


def approvable(settings: Settings) -> Commands:
    """What a policy can be about."""
    return registry(commands(settings), CARRYING)


def routes(house: House) -> list[Route]:
    door = PersonDoor(house.database, house.tokens, house.keys, house.settings.limits, ApprovalGate())
    who = parts(
        house.database,
        house.settings,
        house.keys,
        house.tokens,
        door,
        adapters.bot_check(house.settings, house.keys),
        adapters.breaches(house.settings),
    )
    return [
        *identity.routes(who),
        *access.routes(door, who.second_step, house.settings.limits),
        *payin.routes(door, Webhook(house.database), house.keys),
        *med.routes(door, RoomDoor(door, of_case)),
        *automatic.routes(door, Webhook(house.database)),
        *processors.routes(RoomDoor(door, of_processors, any_account=True), house.keys, reach(house.settings)),
        *rules.routes(RoomDoor(door, of_processors, any_account=True)),
        *returns.routes(door, RoomDoor(door, of_file), RoomDoor(door, new_here)),
        *deposits.routes(door, RoomDoor(door, of_deposit), RoomDoor(door, of_provider)),
        *transfers.routes(door, house.settings.payout.ispb, house.keys),
        *recipients.routes(door, house.settings.payout.ispb),
        *statement.routes(ChosenDoor(door), house.database),
        *notes.routes(ChosenDoor(door)),
        *scheduling.routes(door),
        *hooks.routes(door, house.keys, house.settings.private_hooks),
        *checkout_keys.routes(door, house.settings.private_hooks),
        *checkout.routes(house.database, house.settings.address),
        overview_route(door),
        *flag_routes(door),
        *notifications.routes(door, house.keys, house.queue, house.settings.private_hooks),
        postal_route(door, Kept(house.database, adapters.postal_codes(house.settings))),
        *(facet_route(table, each) for table, each in tables(door)),
        *exports.routes(door, house.database, tables),
        *bulk.routes(door, BULKABLE),
        *view_routes(RoomDoor(door, own_company, any_account=True), frozenset(table.name for table, _ in tables(door))),
        *approvals.routes(
            approvals.Doors(
                request=RoomDoor(door, of_request, any_account=True),
                policy=RoomDoor(door, of_policy),
                new=RoomDoor(door, new_here),
                anybody=RoomDoor(door, None),
            ),
            who.second_step,
            approvable(house.settings),
            moving_money(commands(house.settings)),
        ),
        *audit.routes(RoomDoor(door, None), trails(door), SelfChecks(house.database, GROUPS, EXAMPLES)),
        *tools.routes(RoomDoor(door, of_house, any_account=True)),
        *companies.routes(
            RoomDoor(door, None, any_account=True),
            RoomDoor(door, new_here, any_account=True),
            RoomDoor(door, of_company, any_account=True),
        ),
        *accounts.routes(
            RoomDoor(door, None),
            RoomDoor(door, of_account, any_account=True),
            RoomDoor(door, of_company, any_account=True),
        ),
        *payin_settings.routes(RoomDoor(door, None, any_account=True), RoomDoor(door, of_company, any_account=True)),
        *health.routes(house.database, house.settings.data, house.settings.metrics_token),
        *_plain_routes(house),
    ]


def web(house: House) -> ASGIApp:
    """The whole application: API and pages, as one ASGI program."""
    app = make_app(routes(house), trusted_proxies=house.settings.trusted_proxies)
    pages = Pages(cast(ASGIApp, app), house.settings.web_dist, API)
    hosts = tuple(host for host in (house.settings.api_host, house.settings.auth_host) if host)
    return cast(
        ASGIApp,
        Edge(
            cast(ASGIApp, pages),
            csp=content_security_policy(
                Sources(connect=hosts) + adapters.bot_check_sources(house.settings) + sources(house.settings.outside)
            ),
            https=house.settings.public_url.startswith("https://"),
            origins=frozenset({house.settings.address}),
            trusted_proxies=house.settings.trusted_proxies,
        ),
    )


async def watch(house: House) -> None:
    """What the API does beside answering: it sees when no worker is left, and tells staff."""
    await watching.watch(house.database, making.reader(house.queue))


def readers(house: House) -> list[Reader]:
    return [
        provider_calls(house.queue),
        automatic_calls(house.queue),
        med_calls(house.queue),
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


def jobs(house: House) -> tuple[list[Job], list[Cron]]:
    """What there is to do when asked for, and by the clock."""
    outside = Outside(house.database, house.connections, house.keys, house.settings.webhook_address)
    payments = Payments(outside, recurring_before(receive_deposit), house.queue)
    recurrences, recurring = Recurrences(outside), RecurringCharges(outside, payments.read_back)
    elsewhere = Elsewhere(outside)
    charges = Charges(outside, payments, elsewhere)
    mailer = adapters.mailer(house.settings)
    cases = Med(house.database, house.dict)
    mailing = Mailing(house.database, mailer, house.settings.address)
    caller = Caller(private=house.settings.private_hooks, whose="people")
    telling = Telling(house.database, house.keys, caller, house.settings.address)
    return (
        [
            Job("payin.register_charge", charges.register),
            Job("payin.revise_charge", charges.revise),
            Job("payin.send_batch", Batches(outside).send),
            Job(WORK_LOCATION, Locations(outside).work),
            Job("payin.cancel_charge", charges.cancel),
            Job("payin.send_refund", Refunds(outside).send),
            Job(READ_BACK, payments.read_back),
            Job(READ_BACK_MANY, payments.read_back_many),
            Job(TELL_DICT, cases.tell),
            Job("pix.register_recurrence", recurrences.register),
            Job("pix.change_recurrence", recurrences.change),
            Job("pix.renew_code", recurrences.renew_code),
            Job("pix.cancel_recurrence", recurrences.cancel),
            Job("pix.send_request", recurrences.send_request),
            Job("pix.cancel_request", recurrences.cancel_request),
            Job("pix.read_recurrence", recurrences.read_back),
            Job("pix.register_charge", recurring.register),
            Job("pix.cancel_charge", recurring.cancel),
            Job("pix.retry_charge", recurring.retry),
            Job("pix.read_charge", recurring.read_back),
            Job(SEND, Sending(house.paying).send),
            Job(VERIFY, Verifying(house.paying).run),
            Job(return_work.READ, return_work.Files(house.database).read),
            Job(return_work.APPLY, return_work.Files(house.database).apply),
            Job(SEND_MAIL, Post(house.database, mailer, house.settings.address).send),
            Job(making.JOB, mailing.send),
            Job(webhook.JOB, telling.call),
            Job(webhook.TEST_JOB, telling.test),
            Job(WRITE_EXPORT, Exports(house.database, tables, house.settings.export_days).run),
            Job(DO_BULK, Bulks(house.database, BULKABLE, ApprovalGate()).run),
            Job(AT_START, Webhooks(outside).tell),
            Job(TEST_PROCESSOR, Testing(outside).run),
        ],
        [
            Cron("payin.reconcile", "* * * * *", payments.reconcile),
            Cron("scheduling.run_due", "* * * * *", Due(house.database).run),
            Cron("payin.expire", "* * * * *", charges.expire),
            Cron("payin.withdraw_left_behind", "* * * * *", elsewhere.withdraw),
            Cron("payin.sweep_calls", "11 4 * * *", house.connections.counts.sweep, grace=NIGHT),
            Cron("jobs.take_up", "*/10 * * * *", TakingUp(house.database, house.queue, UNFINISHED).run),
            Cron("med.poll", "* * * * *", cases.poll),
            Cron("med.sweep", "*/5 * * * *", cases.sweep),
            Cron("pix.make_due", "*/10 * * * *", recurring.make_due),
            Cron("pix.ask_again", "*/10 * * * *", Stale(outside, house.queue).run),
            Cron("notifications.digest", "*/10 * * * *", mailing.digest),
            Cron("lists.sweep", "41 * * * *", ListSweep(house.database).run, grace=HOUR),
            Cron("approvals.expire", "* * * * *", Expiry(house.database).run),
            Cron("ledger.checkpoint", "*/5 * * * *", Housekeeping(house.database).checkpoint),
            Cron("transfers.due", "* * * * *", Sending(house.paying).due),
            Cron("ledger.expire_holds", "* * * * *", Housekeeping(house.database).expire),
            Cron(
                "identity.rotate_keys",
                "17 3 * * *",
                lambda: house.tokens.rotate(house.settings.signing_key_days),
                grace=NIGHT,
            ),
            Cron("postal.sweep", "41 4 * * *", lambda: sweep_postal_codes(house.database), grace=NIGHT),
            Cron("ledger.verify", "23 5 * * *", Verification(house.database, INVARIANTS).run, grace=NIGHT),
            Cron(
                "hooks.sweep",
                "47 4 * * *",
                HookSweep(house.database, house.settings.hook_days).run,
                grace=NIGHT,
            ),
            Cron("tools.sweep", "53 4 * * *", RunSweep(house.database).run, grace=NIGHT),
            Cron("identity.sweep", "23 * * * *", Sweep(house.database, house.settings).run, grace=HOUR),
        ],
    )


class BotCheckConfig(msgspec.Struct):
    """``siteKey`` is empty unless the check is made by others."""

    kind: str
    siteKey: str


class Config(msgspec.Struct):
    """What the web reads at its start."""

    apiHost: str
    authHost: str
    environment: str
    botCheck: BotCheckConfig
    languages: list[str]
    privacyUrl: str
    termsUrl: str
    helpUrl: str
    #: Marks for the analytics: who is of the provider's own.
    internalDomains: tuple[str, ...]
    internalCookieDomains: tuple[str, ...]
    #: Services of others that the page may load, after the person's consent.
    outside: OutsideTold


def _plain_routes(house: House) -> list[Route]:
    settings = house.settings
    config = Config(
        apiHost=settings.api_host,
        authHost=settings.auth_host,
        environment=settings.environment,
        botCheck=BotCheckConfig(settings.bot_check, settings.bot_check_site_key),
        languages=["pt", "en"],
        privacyUrl=settings.privacy_url,
        termsUrl=settings.terms_url,
        helpUrl=settings.help_url,
        internalDomains=settings.outside.internal_domains,
        internalCookieDomains=settings.outside.internal_cookie_domains,
        outside=told(settings.outside),
    )

    async def read_config(call: Call) -> Answer:
        return answer(config)

    return [
        Route("GET", "/config.json", "What the web reads at its start", read_config, public=True, answers=Config),
    ]
