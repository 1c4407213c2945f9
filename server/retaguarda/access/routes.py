"""The part of the API that administers who may do what."""

from typing import Any

from retaguarda.access.commands.change_key import CHANGE_KEY, REVOKE_KEY
from retaguarda.access.commands.change_role import CHANGE_ROLE, CREATE_ROLE, DELETE_ROLE
from retaguarda.access.commands.change_user_rights import SET_COMPANIES, SET_ROLES
from retaguarda.access.commands.change_user_state import END_SESSIONS, RESTORE, SUSPEND
from retaguarda.access.commands.create_key import create_route, rotate_route
from retaguarda.access.commands.invite_people import invite
from retaguarda.access.commands.resend_invitation import resend
from retaguarda.access.commands.reset_two_factor import ResetTwoFactor
from retaguarda.access.keys import KEYS
from retaguarda.access.people import USERS
from retaguarda.access.role_plan import plan_routes
from retaguarda.access.roles import ROLES, role_record_route
from retaguarda.access.staff_views import ENTER, LEAVE
from retaguarda.access.user_record import USER_RECORD
from retaguarda.foundation.command import Command, command_route
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.identity.second_step import SecondStep
from retaguarda.settings import Limits


def commands(limits: Limits) -> list[Command[Any]]:
    """Those of this room that are always the same."""
    return [invite(limits), CREATE_ROLE, CHANGE_ROLE, SET_ROLES, SET_COMPANIES, RESTORE, CHANGE_KEY]


def routes(access: Access, second_step: SecondStep, limits: Limits) -> list[Route]:
    return [
        *(table_route(table, access) for table in (USERS, ROLES, KEYS)),
        record_route(USER_RECORD, access),
        role_record_route(access),
        *plan_routes(access),
        command_route(invite(limits), access),
        command_route(CREATE_ROLE, access),
        create_route(access),
        *(
            command_route(each, access)
            for each in (resend(limits), SET_ROLES, SET_COMPANIES, SUSPEND, RESTORE, END_SESSIONS)
        ),
        ResetTwoFactor(access, second_step).route(),
        *(command_route(each, access) for each in (CHANGE_ROLE, DELETE_ROLE)),
        *(command_route(each, access) for each in (CHANGE_KEY, REVOKE_KEY)),
        rotate_route(access),
        *(command_route(each, access) for each in (ENTER, LEAVE)),
    ]
