"""Error responses of the API: ``{status, statusCode, message, error, request_id}``.

``message`` is a stable key, or a field and its list of keys; the client translates it. ``error`` is plain English.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

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


class FieldErrors:
    """Gathers what is wrong with the fields of one input, so that whoever wrote it reads all of it at once."""

    def __init__(self) -> None:
        self._keys: dict[str, list[str]] = {}
        self._texts: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._keys)

    def add(self, field: str, key: str, text: str) -> None:
        self._keys.setdefault(field, []).append(key)
        self._texts.append(text)

    @contextmanager
    def gathered(self) -> Iterator[None]:
        """Keep what a check says of a field; a refusal that names no field, or is of another kind than a wrong field, goes on its way."""
        try:
            yield
        except ApiError as error:
            if error.status != 400 or not isinstance(error.message, dict):
                raise
            for field, keys in error.message.items():
                self._keys.setdefault(field, []).extend(keys)
            self._texts.append(str(error))

    def refuse(self) -> None:
        """Refuse the input where anything was gathered.

        Raises:
            ApiError: 400 naming each field.
        """
        if self._keys:
            raise ApiError(400, self._keys, "; ".join(self._texts))


def forbidden(permission: str) -> ApiError:
    return ApiError(403, "forbidden", f"the permission {permission} is needed")


def account_required() -> ApiError:
    return ApiError(400, "account_required", "choose a merchant: send its number in the header X-Account")
