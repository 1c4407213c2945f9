"""Suspend a person, take them back, and end their sessions."""

from collections.abc import Mapping

import msgspec

from retaguarda.access.guards import (
    clean_name,
    one_at_a_time,
    person_for_update,
    refuse_oneself,
    refuse_without_administrator,
)
from retaguarda.access.people import User, user_of
from retaguarda.access.plan_facts import of_user
from retaguarda.access.queries import OF_PERSON
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal
from retaguarda.identity.sessions import end_sessions


class SuspendInput(msgspec.Struct, forbid_unknown_fields=True):
    """``reason`` stands in the trail."""

    reason: str


async def _suspend(tx: Tx, principal: Principal, given: SuspendInput, path: Mapping[str, str]) -> Done:
    """Their sessions end with it: the database sees to that."""
    reason = clean_name("reason", given.reason, 200)
    number = uuid_of(path["id"])
    refuse_oneself(principal, number)
    before = await one_at_a_time(tx, principal.chosen())
    person = await person_for_update(tx, principal, number)
    await tx.execute("update person set disabled_at = now() where id = %(id)s and disabled_at is null", person)
    await refuse_without_administrator(tx, principal.chosen(), before)
    after = await user_of(tx, principal, number)
    return Done(str(number), after, {"reason": reason, "before": _status(person["disabled_at"]), "after": "suspended"})


async def _restore(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    person = await person_for_update(tx, principal, uuid_of(path["id"]))
    await tx.execute("update person set disabled_at = null where id = %(id)s", person)
    after = await user_of(tx, principal, person["id"])
    return Done(str(person["id"]), after, {"before": _status(person["disabled_at"]), "after": after.status})


async def _end_sessions(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    person = await person_for_update(tx, principal, uuid_of(path["id"]))
    ended = await end_sessions(tx, person["id"], "ended by an administrator")
    return Done(str(person["id"]), await user_of(tx, principal, person["id"]), {"count": ended})


def _status(disabled_at: object) -> str:
    return "active" if disabled_at is None else "suspended"


SUSPEND = Command(
    name="access:user:suspend",
    method="POST",
    path="/rbac/users/{id:str}/suspend",
    summary="Suspend a person; their sessions end at once",
    permission=Permission.USERS_WRITE,
    scope=OF_PERSON,
    input=SuspendInput,
    answers=User,
    apply=_suspend,
    keyed=False,
)

RESTORE = Command(
    name="access:user:restore",
    method="POST",
    path="/rbac/users/{id:str}/restore",
    summary="Take a suspended person back",
    permission=Permission.USERS_WRITE,
    scope=OF_PERSON,
    changes_rights=True,
    input=Nothing,
    answers=User,
    apply=_restore,
    keyed=False,
    approvable=True,
    shows=of_user,
)

END_SESSIONS = Command(
    name="access:user:end_sessions",
    method="POST",
    path="/rbac/users/{id:str}/end-sessions",
    summary="End every session of a person",
    permission=Permission.USERS_WRITE,
    scope=OF_PERSON,
    input=Nothing,
    answers=User,
    apply=_end_sessions,
    keyed=False,
)
