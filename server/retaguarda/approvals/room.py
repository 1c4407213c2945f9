"""Approvals: a second person decides what a policy asks for."""

from retaguarda.approvals.amount_today import kin_of
from retaguarda.approvals.approvable_commands import approvable
from retaguarda.approvals.commands import Decisions
from retaguarda.approvals.execute_request import Executor
from retaguarda.approvals.expire_requests import Expiry
from retaguarda.approvals.invariants import INVARIANTS
from retaguarda.approvals.policies import Policies
from retaguarda.approvals.queries import of_policy
from retaguarda.approvals.records import APPROVAL_RECORD
from retaguarda.approvals.simulate_policy import simulate_route
from retaguarda.approvals.smallest_group import smallest_route
from retaguarda.approvals.tables import APPROVALS, PERMISSION, POLICIES, of_request
from retaguarda.foundation.command import command_route
from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Catalogue, Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.identity.services import IdentityServices


def _routes(services: Services) -> list[Route]:
    access, catalogue = services[Access], services[Catalogue]
    second_step, commands, kin = (
        services[IdentityServices].second_step,
        approvable(catalogue),
        kin_of(catalogue.commands),
    )
    policies = Policies(frozenset(commands))
    return [
        *Decisions(access, second_step, Executor(commands), kin).routes(),
        policies.options_route(access),
        simulate_route(access, policies, kin),
        smallest_route(access, [command for command in catalogue.commands if command.moves_money]),
        *(command_route(command, access) for command in policies.commands()),
    ]


def _crons(services: Services) -> list[Cron]:
    return [Cron("approvals.expire", "* * * * *", Expiry(services[Database]).run)]


ROOM = Room(
    name="approvals",
    tables=(APPROVALS, POLICIES),
    records=(APPROVAL_RECORD,),
    routes=_routes,
    crons=_crons,
    invariants=INVARIANTS,
    trails=(
        Trail("approvals", PERMISSION, of_subject(of_request, any_account=True)),
        Trail("policies", Permission.APPROVAL_POLICIES_READ, of_subject(of_policy)),
    ),
)
