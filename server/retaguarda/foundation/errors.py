"""Error responses of the API: ``{status, statusCode, message, error, request_id}``.

``message`` is a stable key, or a field and its list of keys; the client translates it. ``error`` is plain English.
"""

from collections.abc import Mapping

import msgspec


class ErrorBody(msgspec.Struct):
    statusCode: int
    message: str | dict[str, list[str]]
    error: str
    request_id: str
    status: bool = False


class ApiError(Exception):
    """Ends a request with an error response and rolls its transaction back.

    Args:
        status: HTTP status.
        message: key, or field → keys.
        error: plain English; says what is wrong and where.
        headers: sent with the response (Retry-After).
    """

    def __init__(
        self,
        status: int,
        message: str | dict[str, list[str]],
        error: str,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(error)
        self.status = status
        self.message = message
        self.error = error
        self.headers = dict(headers or {})


class RecordedRefusal(ApiError):
    """A refusal that is written down: once the request's transaction is rolled back, ``record`` runs in one of its own.

    Args:
        record: a statement with ``values``; it runs in the caller's scope.
    """

    def __init__(self, status: int, message: str, error: str, record: str, values: Mapping[str, object]) -> None:
        super().__init__(status, message, error)
        self.record = record
        self.values = values


def not_found(what: str = "record") -> ApiError:
    """404, also for what exists but is not the caller's to see."""
    return ApiError(404, "not_found", f"no such {what}")


def invalid_field(field: str, key: str, error: str) -> ApiError:
    return ApiError(400, {field: [key]}, error)


def forbidden(permission: str) -> ApiError:
    return ApiError(403, "forbidden", f"the permission {permission} is needed")


def account_required() -> ApiError:
    return ApiError(400, "account_required", "choose a merchant: send its number in the header X-Account")
