"""Puts one process together: its parts, and the API it serves. background.py has the work that runs behind the API."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import httpx

from retaguarda import __version__, adapters
from retaguarda.account.deposits.receive_deposit import receive_deposit
from retaguarda.approvals.amount_today import kin_of
from retaguarda.approvals.gate import ApprovalGate
from retaguarda.availability.count_calls import CallCounts
from retaguarda.availability.keep_counts import keep_counts
from retaguarda.bank_files.commands import COLLECTION
from retaguarda.bank_files.kinds import Families
from retaguarda.catalogue import catalogue
from retaguarda.compliance.providers.check_subject import Checks
from retaguarda.compliance.providers.connections import CheckConnections
from retaguarda.conciliation.statements.files import STATEMENT
from retaguarda.config import config_route
from retaguarda.cron_tasks import watch_workers
from retaguarda.csp import Sources, content_security_policy, sources
from retaguarda.database_url import pooler_url, replica_url, spare_app_password
from retaguarda.foundation.asgi import ASGIApp
from retaguarda.foundation.callers import Callers
from retaguarda.foundation.contract import contract_routes
from retaguarda.foundation.database import Database
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.http import Edge, make_app
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.pages import Pages
from retaguarda.foundation.replica import Replica
from retaguarda.foundation.request import Access, Gate, Route
from retaguarda.foundation.room import Catalogue
from retaguarda.foundation.services import Services
from retaguarda.identity.person_access import PersonAccess, admission, identification, known_at
from retaguarda.identity.services import IdentityServices, identity_services
from retaguarda.identity.tokens import AccessTokens
from retaguarda.merchant_api import merchant_contract
from retaguarda.notifications import fanout
from retaguarda.payin.archive.model import Archive
from retaguarda.payin.payments.jobs import Payments
from retaguarda.payin.processors.connections import Connections
from retaguarda.payin.provider_context import ProviderContext
from retaguarda.payout_engine.confirm_order import OrderCheck
from retaguarda.payout_engine.payout_orders import PayoutClient
from retaguarda.payout_engine.payout_seal import PayoutSeals
from retaguarda.payouts.payments.room import payment_confirmation
from retaguarda.payouts.processors.connections import PayoutConnections
from retaguarda.payouts.return_files.commands import PAYMENT
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses
from retaguarda.providers.coaf import CoafSender
from retaguarda.providers.courts import CourtOrders
from retaguarda.providers.dict import Dict
from retaguarda.providers.dict.directory import KeyDirectory
from retaguarda.providers.exchange import ExchangeBanks, ReferenceRates
from retaguarda.providers.mail import Mailer
from retaguarda.providers.postal import PostalCodes
from retaguarda.providers.trial_payer import TrialPayer
from retaguarda.recurrences.receive_payment import before as recurring_before
from retaguarda.rooms import ROOMS, routes_of
from retaguarda.sample_tables import sample_routes
from retaguarda.settings import Settings
from retaguarda.webhooks.routes import merchant_webhooks

#: The families of bank files that people upload.
FAMILIES = Families({each.name: each for each in (COLLECTION, PAYMENT, STATEMENT)})


@dataclass(frozen=True, slots=True)
class App:
    """The parts of one process; ``opened()`` opens their connections, and closes them at the end."""

    settings: Settings
    database: Database
    replica: Replica
    keys: Keys
    tokens: AccessTokens
    connections: Connections
    queue: Queue
    paying: PayoutClient
    payout_connections: PayoutConnections
    dict: Dict
    key_directory: KeyDirectory
    calls: CallCounts
    check_connections: CheckConnections
    coaf: CoafSender
    courts: CourtOrders
    exchange_banks: ExchangeBanks
    reference_rates: ReferenceRates
    trial_payer: TrialPayer

    @asynccontextmanager
    async def opened(self) -> AsyncIterator["App"]:
        await self.database.open()
        await self.replica.open()
        await self.queue.open()
        try:
            yield self
        finally:
            await self.queue.close()
            await self.connections.counts.write()
            await self.calls.write()
            await self.connections.close()
            await self.paying.close()
            await self.dict.close()
            await self.key_directory.close()
            await self.replica.close()
            await self.database.close()


def build(settings: Settings, app_url: str, transport: httpx.AsyncBaseTransport | None = None) -> App:
    """Make the parts of a process; nothing connects before ``App.opened()``.

    Args:
        app_url: the database, as the application's role.
        transport: replaces the network to payment providers in tests.
    """
    keys = Keys(settings.secret, settings.secret_previous)
    database = Database(
        app_url,
        size=settings.pool_size,
        lock_timeout_ms=settings.lock_timeout_ms,
        statement_timeout_ms=settings.statement_timeout_ms,
        spare_password=spare_app_password(settings),
        pooler=pooler_url(settings),
    )
    tokens = AccessTokens(database, keys, settings.access_token_seconds)
    reach = allowed_addresses(settings)
    connections = Connections(database, keys, reach, transport)
    payout_connections = PayoutConnections(database, keys, connections.counts, reach, transport)
    return App(
        settings=settings,
        database=database,
        replica=_replica(settings),
        keys=keys,
        tokens=tokens,
        connections=connections,
        queue=Queue(app_url, spare_password=spare_app_password(settings)),
        paying=PayoutClient(database, payout_connections, PayoutSeals(keys)),
        payout_connections=payout_connections,
        dict=adapters.directory(settings, transport),
        key_directory=adapters.key_directory(settings, transport),
        calls=CallCounts(database),
        check_connections=CheckConnections(database, keys, reach, transport),
        coaf=adapters.coaf_sender(settings, transport),
        courts=adapters.court_orders(settings, transport),
        exchange_banks=adapters.exchange_banks(settings, transport),
        reference_rates=adapters.reference_rates(settings, transport),
        trial_payer=adapters.trial_payer(settings, transport),
    )


def _replica(settings: Settings) -> Replica:
    if not (url := replica_url(settings)):
        return Replica(None)
    limit = settings.statement_timeout_ms
    # Wait briefly: in the same time the list could be read on the primary.
    return Replica(Database(url, size=settings.pool_size, statement_timeout_ms=limit, wait_s=1))


def allowed_addresses(settings: Settings) -> AllowedAddresses:
    """Where processors may be; the bundled one is on this machine, wherever that is."""
    own = frozenset() if settings.production else frozenset({settings.sandbox_address})
    return AllowedAddresses(settings.private_hooks, own)


def services(app: App) -> Services:
    """What the jobs, crons and consumers of rooms can take from a process."""
    declared = catalogue(app.settings)
    context = ProviderContext(app.database, app.connections, app.keys, app.settings.webhook_address)
    services = Services(
        {
            Settings: app.settings,
            Archive: Archive(Path(app.settings.archive) if app.settings.archive else None),
            Database: app.database,
            Replica: app.replica,
            Keys: app.keys,
            AccessTokens: app.tokens,
            Queue: app.queue,
            Connections: app.connections,
            AllowedAddresses: allowed_addresses(app.settings),
            ProviderContext: context,
            Payments: Payments(context, recurring_before(receive_deposit), app.queue),
            PayoutClient: app.paying,
            PayoutConnections: app.payout_connections,
            Families: FAMILIES,
            Dict: app.dict,
            KeyDirectory: app.key_directory,
            CheckConnections: app.check_connections,
            CoafSender: app.coaf,
            CourtOrders: app.courts,
            ExchangeBanks: app.exchange_banks,
            ReferenceRates: app.reference_rates,
            TrialPayer: app.trial_payer,
            Checks: Checks(app.database, app.keys, app.check_connections),
            Mailer: adapters.mailer(app.settings),
            PostalCodes: adapters.postal_codes(app.settings),
            Scanning: adapters.scanning(app.settings),
            Catalogue: declared,
            Gate: ApprovalGate(kin_of(declared.commands)),
        }
    )
    return services.with_parts({OrderCheck: OrderCheck(payment_confirmation(services).before_order)})


def services_of_api(app: App) -> Services:
    """The same, plus what admits callers."""
    given, settings = services(app), app.settings
    access = PersonAccess(app.database, app.tokens, app.keys, settings.limits, given[Gate], settings.second_factor)
    identity = identity_services(
        app.database,
        settings,
        app.keys,
        app.tokens,
        access,
        adapters.bot_check(settings, app.keys),
        adapters.breaches(settings),
    )
    return given.with_parts({Access: access, PersonAccess: access, IdentityServices: identity})


def routes(app: App) -> list[Route]:
    """Every route of the API."""
    return _routes(services_of_api(app))


def _routes(given: Services) -> list[Route]:
    settings = given[Settings]
    listed = [*routes_of(ROOMS, given), config_route(settings), *sample_routes(settings.environment)]
    return [*listed, *contract_routes(listed, __version__, merchant_webhooks(), merchant_contract)]


def web(app: App) -> ASGIApp:
    """Make the whole application, API and pages, as one ASGI app."""
    limits = app.settings.limits
    callers = Callers({"person": limits.calls_person, "key": limits.calls_key}, identification(app.tokens))
    given = services_of_api(app)
    listed = _routes(given)
    asgi = make_app(
        listed,
        trusted_proxies=app.settings.trusted_proxies,
        admit=admission(app.tokens),
        known=known_at(given[PersonAccess]),
        callers=callers,
        note=app.calls.note,
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
    """Works beside the API: writes its heartbeat and the counts of its calls, and tells staff when no worker is left."""
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(keep_counts(app.calls, "api"))
        tasks.create_task(watch_workers.watch(app.database, fanout.reader(app.queue)))
