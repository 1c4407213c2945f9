"""Sessions: opened at sign-in, extended by rotating refresh tokens, ended by logout or by the reuse of an old token."""

import hmac
from datetime import timedelta
from typing import Any
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Principal, Request
from retaguarda.identity.devices import device
from retaguarda.identity.tokens import new_refresh_token, successors, token_hash, unauthorized
from retaguarda.settings import Settings


async def open_session(
    tx: Tx, person: Row, request: Request, settings: Settings, *, two_factor: bool
) -> tuple[UUID, str]:
    """Opens a session for a person who has just proven who they are; returns its id and first refresh token."""
    session, token = uuid7(), new_refresh_token()
    idle = settings.session_idle_staff_seconds if person["internal"] else settings.session_idle_merchant_seconds
    await tx.execute(
        "insert into session (id, company_id, person_id, two_factor, idle, expires_at, ip, user_agent)"
        " values (%(id)s, %(company)s, %(person)s, %(two_factor)s, %(idle)s, now() + %(life)s, %(ip)s, %(agent)s)",
        {
            "id": session,
            "company": person["company_id"],
            "person": person["id"],
            "two_factor": two_factor,
            "idle": timedelta(seconds=idle),
            "life": timedelta(seconds=settings.session_absolute_seconds),
            "ip": request.ip,
            "agent": request.user_agent,
        },
    )
    await _insert_token(tx, token, None, session, person["company_id"])
    return session, token


async def is_new_device(tx: Tx, person: UUID, user_agent: str | None) -> bool:
    """Whether a person who has signed in before never did so in this browser on this system."""
    agents: list[str | None] = await tx.value(
        "select coalesce(array_agg(distinct user_agent), '{}') from session where person_id = %(person)s",
        {"person": person},
    )
    return bool(agents) and device(user_agent) not in {device(agent) for agent in agents}


async def rotate(tx: Tx, token: str, keys: Keys, grace_seconds: int) -> tuple[Row, str | None]:
    """Returns the session of a refresh token and the token's successor; None means reuse.

    Concurrent requests with one token within the grace get the same successor. A token older than the immediate parent,
    or a parent after the grace, is reuse: somebody else may hold a copy, so the caller ends the session.

    Raises:
        ApiError: 401 when the token is unknown or its session has ended.
    """
    row = await tx.one(
        "select t.session_id, t.used_at, t.company_id, s.person_id, p.email, coalesce(t.used_at > now() - %(grace)s, true) as fresh,"
        " s.ended_at is null and s.expires_at > now() and s.last_seen_at > now() - s.idle and p.disabled_at is null as alive"
        " from refresh_token t join session s on s.id = t.session_id join person p on p.id = s.person_id"
        " where t.hash = %(hash)s for update of t",
        {"hash": token_hash(token), "grace": timedelta(seconds=grace_seconds)},
    )
    if row is None or not row["alive"]:
        raise unauthorized()
    children = successors(keys, token)
    if row["used_at"] is None:
        child = children[0]
        await tx.execute("update refresh_token set used_at = now() where hash = %(hash)s", {"hash": token_hash(token)})
        await _insert_token(tx, child, token_hash(token), row["session_id"], row["company_id"])
        return row, child
    if not row["fresh"]:
        return row, None
    unused_hash = await tx.value(
        "select hash from refresh_token where parent = %(hash)s and used_at is null", {"hash": token_hash(token)}
    )
    return row, next((child for child in children if token_hash(child) == unused_hash), None)


async def _insert_token(tx: Tx, token: str, parent: bytes | None, session: UUID, company: int) -> None:
    await tx.execute(
        "insert into refresh_token (hash, parent, session_id, company_id) values (%(hash)s, %(parent)s, %(session)s, %(company)s)",
        {"hash": token_hash(token), "parent": parent, "session": session, "company": company},
    )


async def end_session(tx: Tx, session: UUID, reason: str) -> bool:
    """Ends the session; False when it has ended already."""
    return bool(
        await tx.execute(
            "update session set ended_at = now(), end_reason = %(reason)s where id = %(id)s and ended_at is null",
            {"id": session, "reason": reason},
        )
    )


async def end_sessions(tx: Tx, person: UUID, reason: str, *, keep: UUID | None = None) -> int:
    """Ends all sessions of the person except ``keep``, and returns how many."""
    return await tx.execute(
        "update session set ended_at = now(), end_reason = %(reason)s"
        " where person_id = %(person)s and ended_at is null and id is distinct from %(keep)s",
        {"person": person, "reason": reason, "keep": keep},
    )


async def record_security_event(tx: Tx, name: str, row: dict[str, Any], request: Request, /, **data: Any) -> None:
    """Records a security event of a person: ``row`` has company_id, person_id and email."""
    await record(
        tx,
        name,
        company=row["company_id"],
        subject=str(row["person_id"]),
        actor=row["email"],
        person=row["person_id"],
        request=request,
        data=data,
    )


async def record_own_event(tx: Tx, name: str, principal: Principal, request: Request, /, **data: Any) -> None:
    """As record_security_event(), for the signed-in person."""
    await record_security_event(
        tx,
        name,
        {"company_id": principal.company_id, "person_id": principal.person_id, "email": principal.email},
        request,
        **data,
    )


def xsrf_token(keys: Keys, session: UUID) -> str:
    return keys.sign("xsrf", session.bytes).hex()


def xsrf_cookie(value: str, max_age: int) -> dict[str, str]:
    # Browsers accept a Secure cookie from http://localhost too.
    return {"Set-Cookie": f"XSRF-TOKEN={value}; Path=/; Max-Age={max_age}; SameSite=Lax; Secure"}


def check_xsrf(request: Request, keys: Keys, session: UUID) -> None:
    """Requires the cookie's value in the header too, for an unsafe request that carries the cookie (readings 16).

    Raises:
        ApiError: 403 when it is missing, altered, or belongs to another session.
    """
    cookie = request.cookies.get("XSRF-TOKEN")
    if request.method in ("GET", "HEAD") or cookie is None:
        return
    header = request.headers.get("x-xsrf-token", "")
    if not hmac.compare_digest(cookie.encode(), header.encode()) or not any(
        hmac.compare_digest(header.encode(), each.hex().encode()) for each in keys.sign_all("xsrf", session.bytes)
    ):
        raise ApiError(403, "xsrf_failed", "the header X-XSRF-TOKEN must carry the cookie XSRF-TOKEN of this session")
