"""Access for people and for programs, in one round trip.

It checks the access token and the session, or the API key, and sets the scope.
"""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from functools import lru_cache
from uuid import UUID

import msgspec
from psycopg import sql

from retaguarda.foundation import logs
from retaguarda.foundation.callers import Identify, identify_caller
from retaguarda.foundation.database import Database, Tx
from retaguarda.foundation.endpoint import Admit, Authorize
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.moved_company import moved
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Gate, IdempotencyRecord, Principal, Request
from retaguarda.foundation.scope_access import without_account
from retaguarda.identity.api_keys import MARK, parsed, refuse_program
from retaguarda.identity.limits import count_or_refuse, key_limits
from retaguarda.identity.sessions import check_xsrf
from retaguarda.identity.staff_views import VIEW_AS, as_merchant, record_staff_view
from retaguarda.identity.tokens import AccessTokens, unauthorized
from retaguarda.settings import Limits, SecondFactor

#: Pages send it with requests they make by themselves, such as news every 30 seconds. It can only shorten a session.
POLL = "x-poll"


class Opened(msgspec.Struct, frozen=True):
    """The principal, as session_open() and key_open() return it. ``first``: the idempotency record of the request's key."""

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
    moved_to: str | None = None
    first: IdempotencyRecord | None = None


_OPENED_DECODER = msgspec.json.Decoder(Opened)


class PersonAccess:
    """
    Args:
        factor: who must have a second factor, beside people whose role demands it.
        unproven: also admits people who must set up a second factor first, and may do nothing else.
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
        """The same access for what a person may do before they set up a demanded second factor: set it up, and see their own
        profile.
        """
        return PersonAccess(
            self._database, self._tokens, self._keys, self._limits, self.gate, self._factor, unproven=True
        )

    @asynccontextmanager
    async def open(
        self, request: Request, permission: Permission | None, *, touch: bool = True
    ) -> AsyncIterator[tuple[Tx, Principal]]:
        """Opens a transaction in the scope of the token's person.

        Args:
            permission: what they must hold; None when a session is enough.
            touch: a person may have caused the request, so the session counts as in use, unless the page marked it as
                its own.

        Raises:
            ApiError: 401 without a session, or in one opened without the second factor they have and must use; 403
                ``second_factor_demanded`` if they must set one up; 403 without the permission; 404 for a merchant they
                may not see; 403 for an API key on a route about the person, or from an address not its own; 429.
        """
        async with self._open(request, permission, touch, None) as (tx, principal, _):
            yield tx, principal

    def open_under_key(
        self, request: Request, permission: Permission | None, key: str
    ) -> AbstractAsyncContextManager[tuple[Tx, Principal, IdempotencyRecord | None]]:
        return self._open(request, permission, True, key)

    @asynccontextmanager
    async def _open(
        self, request: Request, permission: Permission | None, touch: bool, key: str | None
    ) -> AsyncIterator[tuple[Tx, Principal, IdempotencyRecord | None]]:
        program = request.bearer.startswith(MARK)
        session, opening = await self._of_program(request) if program else await self._of_person(request, touch)
        key_argument = b"null)" if key is None else sql.Literal(key).as_bytes() + b")"
        async with self._database.begin(opening + key_argument + _from_address(request.ip)) as (tx, row):
            if row is not None and (opened_json := next(iter(row.values()))) is not None:
                opened = _OPENED_DECODER.decode(opened_json)
                identify_caller("key" if program else "person", opened.person_id)
                if program:
                    refuse_program(opened.address_ok, permission)
                if opened.moved_to is not None:
                    raise moved(opened.moved_to)
                if not opened.account_ok:
                    raise not_found("merchant")
                principal = principal_of(opened, session, _account(request))
                if not program and self._factor_missing(opened):
                    principal = self._require_factor_setup(principal)
                if VIEW_AS in request.headers:
                    principal = await as_merchant(tx, principal, request)
                if permission is not None:
                    principal.require(permission)
                logs.add(person=principal.person_id, company=principal.account)
                if opened.view_due:
                    await record_staff_view(tx, principal, request)
                yield tx, principal, opened.first
                return
        if program:
            await count_or_refuse(self._database, key_limits(self._limits, request.ip))
        raise unauthorized()

    def _factor_missing(self, opened: Opened) -> bool:
        """Returns whether they must still prove a second factor."""
        if Permission.TWO_FACTOR in opened.permissions:
            return False
        return opened.role_demands or self._factor == "all" or (self._factor == "staff" and opened.internal)

    def _require_factor_setup(self, principal: Principal) -> Principal:
        """Refuses people who have a factor and did not use it: the session may belong to somebody who knows only the password.

        Raises:
            ApiError: 401; 403 ``second_factor_demanded`` for what must wait until one is set up.
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
        """An API key has no session; its own id takes that place."""
        key_and_secret = parsed(request.bearer)
        if key_and_secret is None:
            await count_or_refuse(self._database, key_limits(self._limits, request.ip))
            raise unauthorized()
        return key_and_secret[0], _program_opening(*key_and_secret, request.ip or "", _account(request))


def admission(tokens: AccessTokens) -> Admit:
    """Checks whether a bearer could be valid: a token that we signed, or text in the form of an API key."""

    async def admit(bearer: str) -> None:
        if not bearer.startswith(MARK):
            await tokens.check(bearer)
        elif parsed(bearer) is None:
            raise unauthorized()

    return admit


def identification(tokens: AccessTokens) -> Identify:
    """Returns the person of a token; None for API keys, which only the database can check."""

    async def identify(bearer: str) -> UUID | None:
        try:
            return None if bearer.startswith(MARK) else (await tokens.signed(bearer)).person_id
        except ApiError:
            return None

    return identify


def known_at(access: PersonAccess) -> Authorize:
    """Checks whether a caller may use a route at all, for any merchant; called before an error describes a bad request."""

    async def known(request: Request, permission: Permission | None) -> None:
        async with access.open(without_account(request), permission, touch=False):
            pass

    return known


@lru_cache(4_096)
def _opening(session: UUID, account: str, touch: bool) -> bytes:
    """The statement up to the idempotency key. Cached for the session: quoting it costs as much as a round trip."""
    return sql.SQL("select session_open({}, {}, {}, ").format(str(session), account, touch).as_bytes()


@lru_cache(4_096)
def _program_opening(key: UUID, secret: bytes, ip: str, account: str) -> bytes:
    return sql.SQL("select key_open({}, {}, {}, {}, ").format(str(key), secret, ip, account).as_bytes()


@lru_cache(4_096)
def _from_address(ip: str | None) -> bytes:
    """Says to the transaction where the call comes from: the block list reads it where a payment is written."""
    return b"" if ip is None else sql.SQL(", set_config('retaguarda.address', {}, true)").format(ip).as_bytes()


def _account(request: Request) -> str:
    account = request.headers.get("x-account", "").strip()
    if account in ("", "all"):
        return account
    if not account.isascii() or not account.isdigit() or len(account) > 9:
        raise invalid_field("X-Account", "invalid", "X-Account is a company's number, or the word all")
    return account


def principal_of(opened: Opened, session: UUID, account: str) -> Principal:
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
