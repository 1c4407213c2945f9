"""Sends an invitation again: the event of this Command queues the mail."""

from collections.abc import Mapping
from functools import partial

from retaguarda.access.guards import person_for_update
from retaguarda.access.people import User, user_of
from retaguarda.access.queries import OF_PERSON
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.identity.limits import begin_try, mail_limits
from retaguarda.settings import Limits


async def _resend(limits: Limits, tx: Tx, principal: Principal, body: Nothing, path: Mapping[str, str]) -> Done:
    person = await person_for_update(tx, principal, path_id(path))
    if person["joined_at"] is not None or person["disabled_at"] is not None:
        raise ApiError(409, "not_invited", "this person has joined already, or is suspended")
    # Limit the mails to each address, so that nobody can flood an inbox.
    await begin_try(tx, mail_limits(limits, None, person["email"])[:1])
    return Done(str(person["id"]), await user_of(tx, principal, person["id"]))


def resend(limits: Limits) -> Command[Nothing]:
    return Command(
        name="access:user:resend",
        method="POST",
        path="/rbac/users/{id:str}/resend",
        summary="Send an invitation again",
        permission=Permission.USERS_WRITE,
        scope=OF_PERSON,
        input=Nothing,
        answers=User,
        apply=partial(_resend, limits),
        keyed=False,
    )
