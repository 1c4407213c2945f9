"""Request, response, route, and who is calling: the types that every handler of the API works with."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, Protocol, TypeVar
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, account_required, forbidden
from retaguarda.foundation.permissions import Permission

T = TypeVar("T")
#: The provider's own company: its people are staff, and its ledger accounts are the other side of every merchant's.
PROVIDER = 1
#: Largest body in bytes, unless the route sets another limit.
LARGEST_BODY = 1_000_000

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]


@dataclass(frozen=True, slots=True)
class Principal:
    """A signed-in person and the merchant they act for in this call."""

    person_id: UUID
    session_id: UUID
    email: str
    name: str
    locale: str | None
    internal: bool
    company_id: int
    companies: tuple[int, ...]
    permissions: frozenset[str]
    has_second_factor: bool
    #: The chosen merchant; None when staff look at all of them, or nobody has chosen yet.
    account: int | None
    all_accounts: bool
    #: A second factor is demanded of them, and this session was opened without one.
    factor_demanded: bool = False

    def require(self, permission: Permission) -> None:
        if permission not in self.permissions:
            raise forbidden(permission)

    def chosen(self) -> int:
        """The one merchant that a Command acts on."""
        if self.account is None:
            raise account_required()
        return self.account


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an action comes from, for its event. ``request_id`` is the request's, or the id of the background work."""

    request_id: str
    ip: str | None = None
    user_agent: str | None = None


@dataclass(frozen=True, slots=True)
class Intent:
    """What somebody wants done: the parsed input of a Command and its path parameters."""

    input: Any
    path: Mapping[str, str]
    origin: Origin


@dataclass(slots=True)
class Request:
    """An incoming request; ``body`` is not parsed yet."""

    method: str
    path: str
    path_params: Mapping[str, str]
    query: list[tuple[str, str]]
    headers: Mapping[str, str]
    body: bytes
    request_id: str
    ip: str | None
    user_agent: str | None

    @property
    def bearer(self) -> str:
        scheme, _, token = self.headers.get("authorization", "").partition(" ")
        return token.strip() if scheme.lower() == "bearer" else ""

    @property
    def cookies(self) -> dict[str, str]:
        pairs = (part.partition("=") for part in self.headers.get("cookie", "").split(";"))
        return {name.strip(): value.strip() for name, _, value in pairs}

    @property
    def origin(self) -> Origin:
        return Origin(self.request_id, self.ip, self.user_agent)

    def read(self, shape: type[T]) -> T:
        """Parse the body as ``shape``; raises as read_input()."""
        return read_input(self.body or b"{}", shape)


def read_input(text: bytes, shape: type[T]) -> T:
    """Read JSON as ``shape``.

    Raises:
        ApiError: 400 with the path of the invalid field, as msgspec names it.
    """
    try:
        return msgspec.json.decode(text, type=shape)
    except msgspec.ValidationError as error:
        raise _invalid_body(str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ApiError(400, "invalid_json", "the body is not valid JSON in UTF-8") from None


def _invalid_body(text: str) -> ApiError:
    """msgspec says "Expected `int`, got `str` - at `$.amount.amount`"; the field is what stands after `$.`."""
    reason, _, path = text.partition(" - at `")
    name = path.rstrip("`").removeprefix("$").lstrip(".")
    if reason.startswith("Object missing required field `"):
        missing = reason.removeprefix("Object missing required field `").rstrip("`")
        name = f"{name}.{missing}" if name else missing
        return ApiError(400, {name: ["field_required"]}, f"{name} is required")
    if reason.startswith("Object contains unknown field `"):
        unknown = reason.removeprefix("Object contains unknown field `").rstrip("`")
        name = f"{name}.{unknown}" if name else unknown
        return ApiError(400, {name: ["field_unknown"]}, f"{name} is not a field of this call")
    return ApiError(400, {name or "body": ["field_invalid"]}, f"{name or 'body'}: {reason}")


@dataclass(frozen=True, slots=True)
class Pieces:
    """A long body: ``length`` bytes, which are announced, so that nobody takes a part of them for the whole."""

    length: int
    each: AsyncGenerator[bytes, None]


@dataclass(frozen=True, slots=True)
class Response:
    """An outgoing response; ``body`` is encoded JSON, unless ``media_type`` says otherwise."""

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    media_type: str = "application/json"
    #: Replaces ``body``. A failure on the way closes the connection.
    pieces: Pieces | None = None


def json_response(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(value), status, headers or {})


@dataclass(frozen=True, slots=True)
class IdempotencyRecord:
    """The outcome of the first call under an idempotency key. ``busy``: that call is still running, so there is none yet."""

    busy: bool
    request_hash: bytes
    status: int
    body: bytes


@dataclass(frozen=True, slots=True)
class PendingApproval:
    """A Command that waits for approval instead of being done. ``event`` records that, ``result`` is the body of the 202."""

    event: str
    subject: str
    result: Any
    data: Mapping[str, Any]


class Gate(Protocol):
    """Decides whether a Command is done now or waits for a second person."""

    @property
    def answers(self) -> type[Any]:
        """The type of the body of a 202."""
        ...

    async def hold(self, command: Any, intent: Intent, tx: Tx, principal: Principal) -> PendingApproval | None:
        """Hold the Command if a policy demands it; None: it can be done now. ``command`` is a foundation Command.

        Raises:
            ApiError: whatever the Command refuses.
        """
        ...

    async def asks(self, command: Any, intent: Intent, tx: Tx, principal: Principal) -> int:
        """Return how many people at least would have to approve, 0: nobody; the transaction is left as it was.

        Raises:
            ApiError: whatever the Command refuses.
        """
        ...


class Access(Protocol):
    """Opens a transaction for the person who calls, in their scope, once the permission holds."""

    @property
    def gate(self) -> Gate | None:
        """The gate for Commands that may need a second person; None if only the program itself calls."""
        ...

    def open(
        self, request: Request, permission: Permission | None, *, touch: bool = True
    ) -> AbstractAsyncContextManager[tuple[Tx, Principal]]: ...

    def open_under_key(
        self, request: Request, permission: Permission | None, key: str
    ) -> AbstractAsyncContextManager[tuple[Tx, Principal, IdempotencyRecord | None]]:
        """As open(), and takes the idempotency key of this person and merchant in the same round trip."""
        ...


@dataclass(frozen=True, slots=True)
class RowScope:
    """Whose rows a declaration sees; the values are in foundation/scope.py. ``over`` wraps the Access of a request."""

    name: str
    over: Callable[[Access], Access]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of the query, the path or a header, for the contract.

    Args:
        group: the list that it filters; the contract has the filters of a list once, as one object.
    """

    name: str
    schema: dict[str, Any]
    description: str = ""
    where: Literal["query", "header", "path"] = "query"
    required: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """A made-up request body and its response, for the contract."""

    body: msgspec.Struct
    response: msgspec.Struct


@dataclass(frozen=True, slots=True)
class Route:
    """One operation of the API.

    Args:
        permission: None with ``public`` False: any signed-in person.
        scope: None: concerns no company's rows, or only the caller.
        answers: type of the success body, for the contract; None: there is none, or it is not JSON.
        command: name of the Command it runs, if any.
        media: media types of a success body that is a file.
        also: further responses: status and type of the body.
    """

    method: Method
    path: str
    summary: str
    handler: Callable[[Request], Awaitable[Response]]
    permission: Permission | None = None
    scope: RowScope | None = None
    public: bool = False
    body: type[Any] | None = None
    answers: Any = None
    status: int = 200
    parameters: tuple[Parameter, ...] = ()
    schema: dict[str, Any] | None = None
    command: str = ""
    #: Bytes.
    largest_body: int = LARGEST_BODY
    example: Example | None = None
    media: tuple[str, ...] = ()
    also: tuple[tuple[int, Any], ...] = ()

    @property
    def body_needed(self) -> bool:
        """PATCH and PUT need a body; other calls may omit one in which nothing is required."""
        if self.body is None or self.method in ("PATCH", "PUT"):
            return self.body is not None
        return _has_required(self.body)


@cache
def _has_required(shape: type[Any]) -> bool:
    """Cached, because every request asks and msgspec reads the annotations each time."""
    return not issubclass(shape, msgspec.Struct) or any(one.required for one in msgspec.structs.fields(shape))
