"""The door for people and for programs, in one round trip.

It checks the access token and the session, or the program's key, and sets the scope.
"""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from functools import lru_cache
from uuid import UUID

import msgspec
from psycopg import sql

from retaguarda.foundation import logs
from retaguarda.foundation.callers import Identify, introduce
from retaguarda.foundation.database import Database, Tx
from retaguarda.foundation.endpoint import Admit, Known
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Gate, IdempotencyRecord, Principal, Request
from retaguarda.foundation.scope import without_account
from retaguarda.identity.api_keys import MARK, parsed, refuse_program
from retaguarda.identity.limits import count_or_refuse, key_limits
from retaguarda.identity.sessions import check_xsrf
from retaguarda.identity.staff_views import note_view
from retaguarda.identity.tokens import AccessTokens, unauthorized
from retaguarda.settings import Limits, SecondFactor

#: A page marks with it what it asks for by itself, such as news every 30 seconds. It only ever shortens a session.
POLL = "x-poll"


class Opened(msgspec.Struct, frozen=True):
    """Who a door found, as the database tells it. ``first``: what stands under the key of the call."""

    person_id: UUID
    email: str
    name: str
    locale: str | None
    internal: bool
    company_id: int
    companies: tuple[int, ...]
    permissions: frozenset[str]
    has_second_factor: bool
    account: int | None
    account_ok: bool = True
    address_ok: bool = True
    view_due: bool = False
    role_demands: bool = False
    first: IdempotencyRecord | None = None


_READ = msgspec.json.Decoder(Opened)


class PersonAccess:
    """
    Args:
        factor: of whom a second factor is demanded beside those whose role demands it.
        unproven: lets in also who may do nothing but set up the second factor that is demanded of them.
    """

    def __init__(
        self,
        database: Database,
        tokens: AccessTokens,
        keys: Keys,
        limits: Limits | None = None,
        gate: Gate | None = None,
        factor: SecondFactor = "staff",
        unproven: bool = False,
    ) -> None:
        self._database = database
        self._tokens = tokens
        self._keys = keys
        self._limits = limits or Limits()
        self.gate = gate
        self._factor: SecondFactor = factor
        self._unproven = unproven

    def for_unproven(self) -> "PersonAccess":
        """The same door for what a person may do before they have set up a demanded second factor: setting it up, and
        seeing who they are.
        """
        return PersonAccess(
            self._database, self._tokens, self._keys, self._limits, self.gate, self._factor, unproven=True
        )

    @asynccontextmanager
    async def open(
        self, request: Request, permission: Permission | None, *, touch: bool = True
    ) -> AsyncIterator[tuple[Tx, Principal]]:
        """A transaction in the scope of the person whose token came with the call.

        Args:
            permission: what they must hold; None when being signed in is enough.
            touch: the call can have been caused by a person; the session then counts as in use, unless the page says
                that it asked by itself.

        Raises:
            ApiError: 401 without a session, or in one that was opened without the second factor that is demanded; 403
                ``second_factor_demanded`` without that factor; 403 without the permission, 404 for a merchant that is not theirs; 403 for
                a program on a call that is about a person, or from an address that is not its own; 429.
        """
        async with self._opened(request, permission, touch, None) as (tx, principal, _):
            yield tx, principal

    def open_under_key(
        self, request: Request, permission: Permission | None, key: str
    ) -> AbstractAsyncContextManager[tuple[Tx, Principal, IdempotencyRecord | None]]:
        return self._opened(request, permission, True, key)

    @asynccontextmanager
    async def _opened(
        self, request: Request, permission: Permission | None, touch: bool, key: str | None
    ) -> AsyncIterator[tuple[Tx, Principal, IdempotencyRecord | None]]:
        program = request.bearer.startswith(MARK)
        session, asked = await self._of_program(request) if program else await self._of_person(request, touch)
        under = b"null)" if key is None else sql.Literal(key).as_bytes() + b")"
        async with self._database.begin(asked + under) as (tx, row):
            if row is not None and (told := next(iter(row.values()))) is not None:
                opened = _READ.decode(told)
                introduce("key" if program else "person", opened.person_id)
                if program:
                    refuse_program(opened.address_ok, permission)
                if not opened.account_ok:
                    raise not_found("merchant")
                principal = who_of(opened, session, _account(request))
                if not program and self._demands(opened):
                    principal = self._unproven_or_refused(principal)
                if permission is not None:
                    principal.require(permission)
                logs.add(person=principal.person_id, company=principal.account)
                if opened.view_due:
                    await note_view(tx, principal, request)
                yield tx, principal, opened.first
                return
        if program:
            await count_or_refuse(self._database, key_limits(self._limits, request.ip))
        raise unauthorized()

    def _demands(self, opened: Opened) -> bool:
        """Whether they have yet to show a second factor."""
        if Permission.TWO_FACTOR in opened.permissions:
            return False
        return opened.role_demands or self._factor == "all" or (self._factor == "staff" and opened.internal)

    def _unproven_or_refused(self, principal: Principal) -> Principal:
        """Whoever has a factor signs in again with it: this session may be of somebody who knows no more than a password.

        Raises:
            ApiError: 401; 403 ``second_factor_demanded`` for what waits until one is set up.
        """
        if principal.has_second_factor:
            raise unauthorized()
        if not self._unproven:
            raise ApiError(403, "second_factor_demanded", "set up a second factor first: POST /auth/twoFactor")
        return replace(principal, factor_demanded=True)

    async def _of_person(self, request: Request, touch: bool) -> tuple[UUID, bytes]:
        claims = await self._tokens.check(request.bearer)
        check_xsrf(request, self._keys, claims.session_id)
        touch = touch and POLL not in request.headers
        return claims.session_id, _opening(claims.session_id, _account(request), touch)

    async def _of_program(self, request: Request) -> tuple[UUID, bytes]:
        """A key has no session; its own id stands for one."""
        found = parsed(request.bearer)
        if found is None:
            await count_or_refuse(self._database, key_limits(self._limits, request.ip))
            raise unauthorized()
        return found[0], _program_opening(*found, request.ip or "", _account(request))


def admission(tokens: AccessTokens) -> Admit:
    """Whether a text that is shown could open the door: a token that we signed, or what has the shape of a program's key."""

    async def admit(bearer: str) -> None:
        if not bearer.startswith(MARK):
            await tokens.check(bearer)
        elif parsed(bearer) is None:
            raise unauthorized()

    return admit


def identification(tokens: AccessTokens) -> Identify:
    """Whose token it is. A program's key is looked at by the door alone: here it is nobody's."""

    async def identify(bearer: str) -> UUID | None:
        try:
            return None if bearer.startswith(MARK) else (await tokens.signed(bearer)).person_id
        except ApiError:
            return None

    return identify


def known_at(access: PersonAccess) -> Known:
    """Whether a caller may make a call at all, whichever merchant it names; asked when the call is refused for its words."""

    async def known(request: Request, permission: Permission | None) -> None:
        async with access.open(without_account(request), permission, touch=False):
            pass

    return known


@lru_cache(4_096)
def _opening(session: UUID, account: str, touch: bool) -> bytes:
    """Up to the idempotency key. Kept for the next calls of the same session: quoting it anew costs as much as a round trip."""
    return sql.SQL("select session_open({}, {}, {}, ").format(str(session), account, touch).as_bytes()


@lru_cache(4_096)
def _program_opening(key: UUID, secret: bytes, ip: str, account: str) -> bytes:
    return sql.SQL("select key_open({}, {}, {}, {}, ").format(str(key), secret, ip, account).as_bytes()


def _account(request: Request) -> str:
    account = request.headers.get("x-account", "").strip()
    if account in ("", "all"):
        return account
    if not account.isascii() or not account.isdigit() or len(account) > 9:
        raise invalid_field("X-Account", "invalid", "X-Account is a company's number, or the word all")
    return account


def who_of(opened: Opened, session: UUID, account: str) -> Principal:
    return Principal(
        person_id=opened.person_id,
        session_id=session,
        email=opened.email,
        name=opened.name,
        locale=opened.locale,
        internal=opened.internal,
        company_id=opened.company_id,
        companies=opened.companies,
        permissions=opened.permissions,
        has_second_factor=opened.has_second_factor,
        account=opened.account,
        all_accounts=account == "all",
    )
