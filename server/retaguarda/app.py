"""Where the rooms are put together: what the API answers. What runs behind it is in background.py."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

import httpx
from litestar.types import ASGIApp

from retaguarda import __version__, adapters, rooms
from retaguarda.access import routes as access_routes
from retaguarda.access.commands.create_key import CARRYING
from retaguarda.access.keys import KEYS
from retaguarda.access.people import USERS
from retaguarda.access.roles import ROLES
from retaguarda.account.bank_accounts.commands import DISABLE as DISABLE_BANK_ACCOUNT
from retaguarda.account.bank_accounts.tables import BANK_ACCOUNTS
from retaguarda.approvals import routes as approvals
from retaguarda.approvals.amount_today import kin_of
from retaguarda.approvals.approvable_commands import registry
from retaguarda.approvals.execute_request import ApprovableCommands
from retaguarda.approvals.gate import ApprovalGate
from retaguarda.approvals.policies import POLICIES
from retaguarda.approvals.tables import APPROVALS
from retaguarda.audit import routes as audit
from retaguarda.audit.activity import ACTIVITY
from retaguarda.audit.self_check import SelfChecks
from retaguarda.audit_trails import TRAILS
from retaguarda.bank_files import routes as returns
from retaguarda.bank_files.tables import FILES as RETURN_FILES
from retaguarda.bank_files.tables import LINES as RETURN_LINES
from retaguarda.checkout import checkout_keys as checkout_keys
from retaguarda.checkout import public_charge as checkout
from retaguarda.config import config_route
from retaguarda.cron_tasks import routes as tools
from retaguarda.cron_tasks import watch_workers
from retaguarda.cron_tasks.commands import COMMANDS as TASK_COMMANDS
from retaguarda.cron_tasks.tables import CRON_TASKS
from retaguarda.csp import Sources, content_security_policy, sources
from retaguarda.database_url import spare_app_password
from retaguarda.foundation.callers import Callers
from retaguarda.foundation.command import Command
from retaguarda.foundation.contract import contract_route
from retaguarda.foundation.database import Database
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.http import Edge, make_app
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.pages import Pages
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.services import Services
from retaguarda.foundation.table import Table
from retaguarda.health import routes as health
from retaguarda.identity import routes as identity
from retaguarda.identity.flags import flag_routes
from retaguarda.identity.person_access import PersonAccess, admission, identification, known_at
from retaguarda.identity.services import identity_services
from retaguarda.identity.tokens import AccessTokens
from retaguarda.invariants import EXAMPLES, GROUPS
from retaguarda.lists.bulk import routes as bulk
from retaguarda.lists.bulk.request_bulk import Bulkable
from retaguarda.lists.bulk.request_bulk import by_name as bulk_by_name
from retaguarda.lists.bulk.tables import BULK_ITEMS, BULKS
from retaguarda.lists.exports import routes as exports
from retaguarda.lists.exports.tables import EXPORTS
from retaguarda.lists.facets import facet_route
from retaguarda.lists.views_commands import view_routes
from retaguarda.notifications import fanout
from retaguarda.notifications import routes as notifications
from retaguarda.overview.routes import overview_route
from retaguarda.payin import routes as payin
from retaguarda.payin.batches.tables import BATCHES
from retaguarda.payin.charges.cancel_charge import CANCEL_CHARGE
from retaguarda.payin.charges.retry_charge import RETRY_CHARGE
from retaguarda.payin.charges.tables import CHARGES, REVIEWS
from retaguarda.payin.locations.tables import LOCATIONS
from retaguarda.payin.payments.webhook import Webhook
from retaguarda.payin.processors import routes as processors
from retaguarda.payin.processors.allowed_addresses import AllowedAddresses
from retaguarda.payin.processors.commands import COMMANDS as PROCESSOR_COMMANDS
from retaguarda.payin.processors.connections import Connections
from retaguarda.payin.processors.tables import PROCESSORS
from retaguarda.payin.refunds.refund_charge import REFUND_CHARGE
from retaguarda.payin.static_codes.tables import STATIC_CODES
from retaguarda.payout_engine.payout_orders import PayoutClient
from retaguarda.payouts.payments.commands import ASK_AGAIN as ASK_BANK_AGAIN
from retaguarda.payouts.payments.commands import CANCEL as CANCEL_PAYMENT
from retaguarda.payouts.payments.commands import RELEASE as RELEASE_PAYMENT
from retaguarda.payouts.payments.tables import PAYMENTS as PAYMENTS_OUT
from retaguarda.postal.postal_cache import Kept
from retaguarda.postal.routes import postal_route
from retaguarda.providers.dict import Dict
from retaguarda.recipients import routes as recipients
from retaguarda.recipients.tables import RECIPIENTS, SPLIT_RULES
from retaguarda.recurrences import routes as automatic
from retaguarda.recurrences.commands.charges import CANCEL_RECURRING_CHARGE
from retaguarda.recurrences.commands.recurrences import CANCEL_RECURRENCE
from retaguarda.recurrences.tables import RECURRENCES, RECURRING_CHARGES
from retaguarda.sample_tables import sample_routes
from retaguarda.settings import Settings
from retaguarda.webhooks import routes as hooks
from retaguarda.webhooks.tables import DELIVERIES, HOOK_ENDPOINTS


@dataclass(frozen=True, slots=True)
class App:
    """One process' parts. Who makes it opens and closes it."""

    settings: Settings
    database: Database
    keys: Keys
    tokens: AccessTokens
    connections: Connections
    queue: Queue
    paying: PayoutClient
    dict: Dict

    @asynccontextmanager
    async def opened(self) -> AsyncIterator["App"]:
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


def build(settings: Settings, app_url: str, transport: httpx.AsyncBaseTransport | None = None) -> App:
    """
    Args:
        app_url: the database, as the application's role.
        transport: instead of the network towards payment providers, in tests.
    """
    keys = Keys(settings.secret, settings.secret_previous)
    database = Database(
        app_url,
        size=settings.pool_size,
        lock_timeout_ms=settings.lock_timeout_ms,
        statement_timeout_ms=settings.statement_timeout_ms,
        spare_password=spare_app_password(settings),
    )
    tokens = AccessTokens(database, keys, settings.access_token_seconds)
    return App(
        settings,
        database,
        keys,
        tokens,
        Connections(database, keys, allowed_addresses(settings), transport),
        Queue(app_url, spare_password=spare_app_password(settings)),
        PayoutClient(database, adapters.payouts(settings, transport), settings.payout.ispb),
        adapters.directory(settings, transport),
    )


def allowed_addresses(settings: Settings) -> AllowedAddresses:
    """Where processors may be; the bundled one is on this machine wherever it runs."""
    own = frozenset() if settings.production else frozenset({settings.sandbox_address})
    return AllowedAddresses(settings.private_hooks, own)


#: Every list: what the lists room makes of a list it makes of these.
TABLES: tuple[Table, ...] = (
    *rooms.TABLES,
    CHARGES,
    REVIEWS,
    RETURN_FILES,
    RETURN_LINES,
    STATIC_CODES,
    LOCATIONS,
    BATCHES,
    RECURRENCES,
    RECURRING_CHARGES,
    USERS,
    ROLES,
    KEYS,
    APPROVALS,
    POLICIES,
    ACTIVITY,
    HOOK_ENDPOINTS,
    DELIVERIES,
    RECIPIENTS,
    SPLIT_RULES,
    EXPORTS,
    BULKS,
    BULK_ITEMS,
    CRON_TASKS,
    PROCESSORS,
)


#: What can be done with many rows of a list at once.
BULKABLE = bulk_by_name(
    (
        Bulkable(CANCEL_CHARGE, CHARGES),
        Bulkable(RETRY_CHARGE, CHARGES),
        Bulkable(REFUND_CHARGE, CHARGES),
        Bulkable(CANCEL_RECURRENCE, RECURRENCES),
        Bulkable(CANCEL_RECURRING_CHARGE, RECURRING_CHARGES),
        Bulkable(DISABLE_BANK_ACCOUNT, BANK_ACCOUNTS),
        Bulkable(CANCEL_PAYMENT, PAYMENTS_OUT),
        Bulkable(RELEASE_PAYMENT, PAYMENTS_OUT),
        Bulkable(ASK_BANK_AGAIN, PAYMENTS_OUT),
    )
)


def commands(settings: Settings) -> list[Command[Any]]:
    """The Commands of the rooms that are always the same."""
    return [
        *payin.COMMANDS,
        *PROCESSOR_COMMANDS,
        *returns.COMMANDS,
        *automatic.COMMANDS,
        *recipients.commands(settings.payout.ispb),
        *access_routes.commands(settings.limits),
        *TASK_COMMANDS,
        *rooms.commands_of(
            rooms.ROOMS,
            Services({Settings: settings, Keys: Keys(settings.secret, settings.secret_previous)}),
        ),
    ]


def approvable(settings: Settings) -> ApprovableCommands:
    """What a policy can be about."""
    return registry(commands(settings), CARRYING)


def services(app: App, access: Access | None = None) -> Services:
    """What the rooms take of a process; without ``access`` what its jobs need."""
    parts = {
        Settings: app.settings,
        Database: app.database,
        Keys: app.keys,
        Queue: app.queue,
        PayoutClient: app.paying,
        Dict: app.dict,
        Scanning: adapters.scanning(app.settings),
    }
    return Services(parts if access is None else {**parts, Access: access})


def routes(app: App) -> list[Route]:
    access = PersonAccess(
        app.database,
        app.tokens,
        app.keys,
        app.settings.limits,
        ApprovalGate(kin_of(commands(app.settings))),
        app.settings.second_factor,
    )
    principal = identity_services(
        app.database,
        app.settings,
        app.keys,
        app.tokens,
        access,
        adapters.bot_check(app.settings, app.keys),
        adapters.breaches(app.settings),
    )
    scanning = adapters.scanning(app.settings)
    webhook, ispb, private = Webhook(app.database), app.settings.payout.ispb, app.settings.private_hooks
    approved = commands(app.settings)
    listed = [
        *identity.routes(principal),
        *access_routes.routes(access, principal.second_step, app.settings.limits),
        *payin.routes(access, webhook, app.keys),
        *rooms.routes_of(rooms.ROOMS, services(app, access)),
        *automatic.routes(access, webhook),
        *processors.routes(access, app.keys, allowed_addresses(app.settings)),
        *returns.routes(access, scanning),
        *recipients.routes(access, ispb),
        *hooks.routes(access, app.keys, private),
        *checkout_keys.routes(access, private),
        *checkout.routes(app.database, app.settings.address),
        overview_route(access),
        *flag_routes(access),
        *notifications.routes(access, app.keys, app.queue, private),
        postal_route(access, Kept(app.database, adapters.postal_codes(app.settings))),
        *(facet_route(table, access) for table in TABLES),
        *exports.routes(access, app.database, TABLES),
        *bulk.routes(access, BULKABLE),
        *view_routes(access, frozenset(table.name for table in TABLES)),
        *approvals.routes(
            access,
            principal.second_step,
            approvable(app.settings),
            [each for each in approved if each.moves_money],
            kin_of(approved),
        ),
        *audit.routes(access, TRAILS, SelfChecks(app.database, GROUPS, EXAMPLES)),
        *tools.routes(access),
        *health.routes(app.database, app.settings.data, app.settings.metrics_token),
        config_route(app.settings),
        *sample_routes(app.settings.environment),
    ]
    return [*listed, contract_route(listed, __version__, hooks.told())]


def web(app: App) -> ASGIApp:
    """The whole application: API and pages, as one ASGI program."""
    limits = app.settings.limits
    callers = Callers({"person": limits.calls_person, "key": limits.calls_key}, identification(app.tokens))
    access = PersonAccess(app.database, app.tokens, app.keys, limits)
    listed = routes(app)
    asgi = make_app(
        listed,
        trusted_proxies=app.settings.trusted_proxies,
        admit=admission(app.tokens),
        known=known_at(access),
        callers=callers,
    )
    pages = Pages(cast(ASGIApp, asgi), app.settings.web_dist, [route.path for route in listed])
    hosts = tuple(host for host in (app.settings.api_host, app.settings.auth_host) if host)
    return cast(
        ASGIApp,
        Edge(
            cast(ASGIApp, pages),
            csp=content_security_policy(
                Sources(script=pages.inline_scripts, connect=hosts)
                + adapters.bot_check_sources(app.settings)
                + sources(app.settings.outside)
            ),
            https=app.settings.public_url.startswith("https://"),
            origins=frozenset({app.settings.address}),
            trusted_proxies=app.settings.trusted_proxies,
        ),
    )


async def watch(app: App) -> None:
    """What the API does beside answering: it sees when no worker is left, and tells staff."""
    await watch_workers.watch(app.database, fanout.reader(app.queue))
