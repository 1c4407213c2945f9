"""Who may do what: people, roles and keys."""

from typing import Any

from retaguarda.access.commands.change_key import CHANGE_KEY, REVOKE_KEY
from retaguarda.access.commands.change_role import CHANGE_ROLE, CREATE_ROLE, DELETE_ROLE
from retaguarda.access.commands.change_user_rights import SET_COMPANIES, SET_ROLES
from retaguarda.access.commands.change_user_state import END_SESSIONS, RESTORE, SUSPEND
from retaguarda.access.commands.create_key import CARRYING, create_route, rotate_route
from retaguarda.access.commands.invite_people import invite
from retaguarda.access.commands.resend_invitation import resend
from retaguarda.access.commands.reset_two_factor import ResetTwoFactor
from retaguarda.access.keys import KEYS
from retaguarda.access.people import USERS
from retaguarda.access.queries import of_key, of_person, of_role
from retaguarda.access.role_plan import plan_routes
from retaguarda.access.roles import ROLES, role_record_route
from retaguarda.access.staff_views import ENTER, LEAVE, eyes_route
from retaguarda.access.user_record import USER_RECORD
from retaguarda.foundation.command import Command
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.identity.services import IdentityServices
from retaguarda.settings import Settings


def _configured(services: Services) -> tuple[Command[Any], ...]:
    limits = services[Settings].limits
    return invite(limits), resend(limits)


def _routes(services: Services) -> list[Route]:
    access = services[Access]
    return [
        role_record_route(access),
        *plan_routes(access),
        eyes_route(access),
        create_route(access),
        rotate_route(access),
        ResetTwoFactor(access, services[IdentityServices].second_step).route(),
    ]


ROOM = Room(
    name="access",
    tables=(USERS, ROLES, KEYS),
    records=(USER_RECORD,),
    commands=(
        CREATE_ROLE,
        CHANGE_ROLE,
        DELETE_ROLE,
        SET_ROLES,
        SET_COMPANIES,
        SUSPEND,
        RESTORE,
        END_SESSIONS,
        CHANGE_KEY,
        REVOKE_KEY,
        ENTER,
        LEAVE,
    ),
    configured=_configured,
    carrying=CARRYING,
    routes=_routes,
    trails=(
        Trail("users", Permission.USERS_READ, of_subject(of_person)),
        # A role's number may be that of something else.
        Trail("roles", Permission.ROLES_READ, of_subject(of_role), "access:role:%"),
        Trail("keys", Permission.KEYS_READ, of_subject(of_key)),
    ),
)
