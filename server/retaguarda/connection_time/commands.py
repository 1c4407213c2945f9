"""Staff end a session that should not be open."""

from collections.abc import Mapping

from retaguarda.connection_time.model import Session
from retaguarda.connection_time.records import find_session
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.events import record
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import ReasonInput, printable
from retaguarda.identity.sessions import end_session, end_sessions

#: The reason written into the row of the session.
_REASON = "ended by staff"


class EndInput(ReasonInput):
    """``all_of_person``: every open session of the person, not this one alone."""

    all_of_person: bool = False


async def _end(tx: Tx, principal: Principal, given: EndInput, path: Mapping[str, str]) -> Done:
    session = await find_session(tx, uuid_of(path.get("id", "")))
    if session is None:
        raise not_found("session")
    printable("reason", given.reason)
    if given.all_of_person:
        # People who end their own sessions keep this one.
        ended = await end_sessions(tx, session.person_id, _REASON, keep=principal.session_id)
    else:
        ended = int(session.state == "open" and await end_session(tx, session.id, _REASON))
    if not ended:
        raise ApiError(409, "session_over", "this session is over")
    after = await find_session(tx, session.id)
    await record(
        tx,
        "identity:session:ended",
        company=session.company_id,
        subject=str(session.person_id),
        actor=principal.email,
        person=principal.person_id,
        data={"reason": "staff", "count": ended},
    )
    # The event is about the person, on whose page it is shown.
    return Done(str(session.person_id), after, {"session": str(session.id), "count": ended})


END_SESSION = Command(
    name="audit:session:end",
    method="POST",
    path="/v1/audit/sessions/{id:str}/end",
    summary="End a session, or all sessions of its person",
    permission=Permission.AUDIT_SESSIONS_WRITE,
    scope=HOUSE,
    input=EndInput,
    answers=Session,
    apply=_end,
    keyed=False,
)
