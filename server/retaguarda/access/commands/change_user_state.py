"""Suspends and restores people, and ends their sessions."""

from collections.abc import Mapping

import msgspec

from retaguarda.access.guards import (
    clean_name,
    lock_administrators,
    person_for_update,
    refuse_self,
    refuse_without_administrator,
)
from retaguarda.access.people import User, user_of
from retaguarda.access.plan_facts import of_user
from retaguarda.access.queries import OF_PERSON
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.identity.people import disable_person, enable_person
from retaguarda.identity.sessions import end_sessions


class SuspendInput(msgspec.Struct, forbid_unknown_fields=True):
    """``reason`` goes into the trail."""

    reason: str


async def _suspend(tx: Tx, principal: Principal, body: SuspendInput, path: Mapping[str, str]) -> Done:
    """Suspends; a database trigger ends the person's sessions."""
    reason = clean_name("reason", body.reason, 200)
    person_id = path_id(path)
    refuse_self(principal, person_id)
    administrators = await lock_administrators(tx, principal.chosen())
    person = await person_for_update(tx, principal, person_id)
    await disable_person(tx, person["id"])
    await refuse_without_administrator(tx, principal.chosen(), administrators)
    after = await user_of(tx, principal, person_id)
    return Done(
        str(person_id), after, {"reason": reason, "before": _status(person["disabled_at"]), "after": "suspended"}
    )


async def _restore(tx: Tx, principal: Principal, body: Nothing, path: Mapping[str, str]) -> Done:
    person = await person_for_update(tx, principal, path_id(path))
    await enable_person(tx, person["id"])
    after = await user_of(tx, principal, person["id"])
    return Done(str(person["id"]), after, {"before": _status(person["disabled_at"]), "after": after.status})


async def _end_sessions(tx: Tx, principal: Principal, body: Nothing, path: Mapping[str, str]) -> Done:
    person = await person_for_update(tx, principal, path_id(path))
    ended_count = await end_sessions(tx, person["id"], "ended by an administrator")
    return Done(str(person["id"]), await user_of(tx, principal, person["id"]), {"count": ended_count})


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
