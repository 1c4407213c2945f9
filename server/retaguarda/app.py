"""Where the rooms are put together: what the API answers. What runs behind it is in background.py."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

import httpx
from litestar.types import ASGIApp

from retaguarda import __version__, adapters
from retaguarda.access import routes as access
from retaguarda.access.commands.make_key import CARRYING
from retaguarda.access.door import RoomDoor, new_here, of_house
from retaguarda.access.keys import KEYS
from retaguarda.access.people import USERS
from retaguarda.access.roles import ROLES
from retaguarda.account.bankaccounts.commands import DISABLE as DISABLE_BANK_ACCOUNT
from retaguarda.account.bankaccounts.tables import BANK_ACCOUNTS
from retaguarda.account.chosen import ChosenDoor
from retaguarda.account.claims import routes as claims
from retaguarda.account.claims.tables import CLAIMS
from retaguarda.account.deposits import routes as deposits
from retaguarda.account.deposits.rows import of_deposit, of_provider
from retaguarda.account.deposits.tables import DEPOSITS
from retaguarda.account.notes import routes as notes
from retaguarda.account.notes.tables import NOTES
from retaguarda.account.scheduling import routes as scheduling
from retaguarda.account.scheduling.tables import SCHEDULES
from retaguarda.account.statement import routes as statement
from retaguarda.account.statement.tables import ENTRIES
from retaguarda.account.transfers import routes as transfers
from retaguarda.account.transfers.orders import Paying
from retaguarda.account.transfers.tables import TRANSFERS
from retaguarda.accounts import routes as accounts
from retaguarda.accounts.records import of_account
from retaguarda.accounts.tables import ACCOUNTS
from retaguarda.approvals import routes as approvals
from retaguarda.approvals.executing import Commands
from retaguarda.approvals.gate import ApprovalGate
from retaguarda.approvals.policies import POLICIES, of_policy
from retaguarda.approvals.registry import moving_money, registry
from retaguarda.approvals.tables import APPROVALS, of_request
from retaguarda.approvals.today import kin_of
from retaguarda.audit import routes as audit
from retaguarda.audit.activity import ACTIVITY
from retaguarda.audit.selfcheck import SelfChecks
from retaguarda.checkout import keys as checkout_keys
from retaguarda.checkout import public as checkout
from retaguarda.companies import routes as companies
from retaguarda.companies.records import of_company
from retaguarda.companies.tables import COMPANIES
from retaguarda.config import config_route
from retaguarda.foundation.call import Door, Route
from retaguarda.foundation.callers import Callers
from retaguarda.foundation.command import Command
from retaguarda.foundation.contract import contract_route
from retaguarda.foundation.database import Database
from retaguarda.foundation.http import Edge, make_app
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.pages import Pages
from retaguarda.foundation.table import Table
from retaguarda.health import routes as health
from retaguarda.hooks import routes as hooks
from retaguarda.hooks.tables import DELIVERIES, HOOK_ENDPOINTS
from retaguarda.identity import routes as identity
from retaguarda.identity.door import PersonDoor, admission, identification, known_at
from retaguarda.identity.flags import flag_routes
from retaguarda.identity.parts import parts
from retaguarda.identity.tokens import AccessTokens
from retaguarda.lists.bulk import routes as bulk
from retaguarda.lists.bulk.command import Bulkable
from retaguarda.lists.bulk.command import by_name as bulk_by_name
from retaguarda.lists.bulk.tables import BULK_ITEMS, BULKS
from retaguarda.lists.exports import routes as exports
from retaguarda.lists.exports.tables import EXPORTS
from retaguarda.lists.facets import facet_route
from retaguarda.lists.views import own_company
from retaguarda.lists.views_commands import view_routes
from retaguarda.notifications import making
from retaguarda.notifications import routes as notifications
from retaguarda.overview.routes import overview_route
from retaguarda.payin import routes as payin
from retaguarda.payin.batches.tables import BATCHES
from retaguarda.payin.codes.tables import STATIC_CODES
from retaguarda.payin.commands.cancel_charge import CANCEL_CHARGE
from retaguarda.payin.commands.refund_charge import REFUND_CHARGE
from retaguarda.payin.commands.retry_charge import RETRY_CHARGE
from retaguarda.payin.connections import Connections
from retaguarda.payin.locations.tables import LOCATIONS
from retaguarda.payin.med import routes as med
from retaguarda.payin.med.rows import of_case
from retaguarda.payin.med.tables import CASES
from retaguarda.payin.processors import routes as processors
from retaguarda.payin.processors.commands import COMMANDS as PROCESSOR_COMMANDS
from retaguarda.payin.processors.reach import Reach
from retaguarda.payin.processors.tables import PROCESSORS
from retaguarda.payin.rows import of_payment
from retaguarda.payin.rules import routes as rules
from retaguarda.payin.rules.commands import COMMANDS as RULE_COMMANDS
from retaguarda.payin.rules.tables import RULES
from retaguarda.payin.settings import routes as payin_settings
from retaguarda.payin.settings.tables import SETTINGS as PAYIN_SETTINGS
from retaguarda.payin.tables import CHARGES, REVIEWS
from retaguarda.payin.webhook import Webhook
from retaguarda.pix import routes as automatic
from retaguarda.pix.commands.charges import CANCEL_RECURRING_CHARGE
from retaguarda.pix.commands.recurrences import CANCEL_RECURRENCE
from retaguarda.pix.tables import RECURRENCES, RECURRING_CHARGES
from retaguarda.place import spare_app_password
from retaguarda.policy import Sources, content_security_policy, sources
from retaguarda.postal.kept import Kept
from retaguarda.postal.routes import postal_route
from retaguarda.providers.dict import Dict
from retaguarda.recipients import routes as recipients
from retaguarda.recipients.tables import RECIPIENTS, SPLIT_RULES
from retaguarda.returns import routes as returns
from retaguarda.returns.rows import of_file
from retaguarda.returns.tables import FILES as RETURN_FILES
from retaguarda.returns.tables import LINES as RETURN_LINES
from retaguarda.samples import sample_routes
from retaguarda.settings import Settings
from retaguarda.tools import routes as tools
from retaguarda.tools import watching
from retaguarda.tools.commands import COMMANDS as TASK_COMMANDS
from retaguarda.tools.tables import CRON_TASKS
from retaguarda.trails import trails
from retaguarda.verified import EXAMPLES, GROUPS


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
    keys = Keys(settings.secret, settings.secret_previous)
    database = Database(
        app_url,
        size=settings.pool_size,
        lock_timeout_ms=settings.lock_timeout_ms,
        statement_timeout_ms=settings.statement_timeout_ms,
        spare_password=spare_app_password(settings),
    )
    tokens = AccessTokens(database, keys, settings.access_token_seconds)
    return House(
        settings,
        database,
        keys,
        tokens,
        Connections(database, keys, reach(settings), transport),
        Queue(app_url, spare_password=spare_app_password(settings)),
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
        (CLAIMS, door),
        (RETURN_FILES, door),
        (RETURN_LINES, anybody),
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
        (PROCESSORS, RoomDoor(door, of_house, any_account=True)),
        (RULES, RoomDoor(door, of_house, any_account=True)),
    ]


#: What can be done with many rows of a list at once.
BULKABLE = bulk_by_name(
    (
        Bulkable(CANCEL_CHARGE, CHARGES),
        Bulkable(RETRY_CHARGE, CHARGES),
        Bulkable(REFUND_CHARGE, CHARGES),
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
        *claims.COMMANDS,
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
    door = PersonDoor(
        house.database,
        house.tokens,
        house.keys,
        house.settings.limits,
        ApprovalGate(kin_of(commands(house.settings))),
        house.settings.second_factor,
    )
    who = parts(
        house.database,
        house.settings,
        house.keys,
        house.tokens,
        door,
        adapters.bot_check(house.settings, house.keys),
        adapters.breaches(house.settings),
    )
    scanning = adapters.scanning(house.settings)
    listed = [
        *identity.routes(who),
        *access.routes(door, who.second_step, house.settings.limits),
        *payin.routes(door, RoomDoor(door, of_payment), Webhook(house.database), house.keys),
        *med.routes(door, RoomDoor(door, of_case), scanning),
        *claims.routes(door),
        *automatic.routes(door, Webhook(house.database)),
        *processors.routes(RoomDoor(door, of_house, any_account=True), house.keys, reach(house.settings)),
        *rules.routes(RoomDoor(door, of_house, any_account=True)),
        *returns.routes(door, RoomDoor(door, None), RoomDoor(door, of_file), RoomDoor(door, new_here), scanning),
        *deposits.routes(door, RoomDoor(door, of_deposit), RoomDoor(door, of_provider)),
        *transfers.routes(door, house.settings.payout.ispb, house.keys),
        *recipients.routes(door, house.settings.payout.ispb),
        *statement.routes(ChosenDoor(door), house.database),
        *notes.routes(ChosenDoor(door), scanning),
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
            kin_of(commands(house.settings)),
        ),
        *audit.routes(RoomDoor(door, None), trails(door), SelfChecks(house.database, GROUPS, EXAMPLES)),
        *tools.routes(RoomDoor(door, of_house, any_account=True)),
        *companies.routes(
            RoomDoor(door, None, any_account=True),
            RoomDoor(door, new_here, any_account=True),
            RoomDoor(door, of_company, any_account=True),
            scanning,
        ),
        *accounts.routes(
            RoomDoor(door, None),
            RoomDoor(door, of_account, any_account=True),
            RoomDoor(door, of_company, any_account=True),
        ),
        *payin_settings.routes(RoomDoor(door, None, any_account=True), RoomDoor(door, of_company, any_account=True)),
        *health.routes(house.database, house.settings.data, house.settings.metrics_token),
        config_route(house.settings),
        *sample_routes(house.settings.environment),
    ]
    return [*listed, contract_route(listed, __version__, hooks.told())]


def web(house: House) -> ASGIApp:
    """The whole application: API and pages, as one ASGI program."""
    limits = house.settings.limits
    callers = Callers({"person": limits.calls_person, "key": limits.calls_key}, identification(house.tokens))
    door = PersonDoor(house.database, house.tokens, house.keys, limits)
    listed = routes(house)
    app = make_app(
        listed,
        trusted_proxies=house.settings.trusted_proxies,
        admit=admission(house.tokens),
        known=known_at(door),
        callers=callers,
    )
    pages = Pages(cast(ASGIApp, app), house.settings.web_dist, [route.path for route in listed])
    hosts = tuple(host for host in (house.settings.api_host, house.settings.auth_host) if host)
    return cast(
        ASGIApp,
        Edge(
            cast(ASGIApp, pages),
            csp=content_security_policy(
                Sources(script=pages.inline_scripts, connect=hosts)
                + adapters.bot_check_sources(house.settings)
                + sources(house.settings.outside)
            ),
            https=house.settings.public_url.startswith("https://"),
            origins=frozenset({house.settings.address}),
            trusted_proxies=house.settings.trusted_proxies,
        ),
    )


async def watch(house: House) -> None:
    """What the API does beside answering: it sees when no worker is left, and tells staff."""
    await watching.watch(house.database, making.reader(house.queue))
