"""Checks an evidence pack without a database or the house that made it, and names everything that does not hold."""

import hashlib
import io
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from retaguarda.audit.offline import verify
from retaguarda.cases.clock import due_day, local_day
from retaguarda.compliance.evidence.compare_evaluations import evaluation_problems, rule_problems
from retaguarda.compliance.evidence.model import (
    CASE,
    CASE_COMMANDS,
    EVALUATIONS,
    LOG,
    MANIFEST,
    MOVEMENTS,
    README,
    RULES,
    PackCase,
    PackEvaluation,
    PackMovement,
    PackRules,
    PackTerm,
)

T = TypeVar("T")

#: Unpacked, in bytes: more is no pack.
MOST_BYTES = 256 * 1024 * 1024
LOG_FILES = (*verify.FILES, "bundle.txt", "verify.py")
_ALWAYS = (CASE, README, *(f"{LOG}{name}" for name in LOG_FILES))
_OF_ALERTS = (RULES, EVALUATIONS, MOVEMENTS)
#: Steps of a case that the house writes by itself, or with an act on something else.
_BESIDE = ("opened", "merged", "communicated")


class _Entry(msgspec.Struct):
    """What an entry of the log tells; ``leaf`` is JSON in itself."""

    index: int
    leaf: str
    person: str | None
    data: str | None


class _Leaf(msgspec.Struct):
    name: str
    subject: str


@dataclass(frozen=True, slots=True)
class Checked:
    """``problems``: everything that does not hold, each with its file; empty: the pack holds."""

    report: list[str]
    problems: list[str]


#: What a file that is no archive, or a damaged one, raises.
_UNREADABLE = (zipfile.BadZipFile, zlib.error, ValueError, NotImplementedError, OSError, RuntimeError, EOFError)


def check_pack(content: bytes, known_key: str | None = None) -> Checked:
    """``known_key``: the log's verifier key as it is known from elsewhere."""
    try:
        files = _unzipped(content)
    except _UNREADABLE as error:
        return Checked([], [f"the file is no evidence pack: {error}"])
    report, problems = list[str](), list[str]()

    def run(work: Callable[[], T]) -> T | None:
        try:
            return work()
        except (verify.Wrong, msgspec.DecodeError, ValueError, TypeError, KeyError, AttributeError) as error:
            problems.append(str(error))
            return None

    run(lambda: report.extend(_signed(files, known_key, problems)))
    run(lambda: report.extend(_log(files, known_key)))
    case = run(lambda: _read(files, CASE, PackCase))
    if case is not None:
        run(lambda: problems.extend(_case_problems(case)))
        run(lambda: problems.extend(_event_problems(case, files)))
        if "alerts" not in case.closed:
            run(lambda: report.extend(_recomputed(case, files, problems)))
        report.append(f"closed      {', '.join(case.closed) or 'nothing'}")
    return Checked(report, problems)


def _unzipped(content: bytes) -> Mapping[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = archive.infolist()
        names = [each.filename for each in entries]
        if len(set(names)) != len(names):
            raise ValueError("a name stands in it twice")
        if sum(each.file_size for each in entries) > MOST_BYTES:
            raise ValueError("it unpacks to more than a pack has")
        return {each.filename: archive.read(each) for each in entries}


def _signed(files: Mapping[str, bytes], known_key: str | None, problems: list[str]) -> Iterator[str]:
    """The list of files and its signature; a file that is another than it lists is a problem of its own."""
    reader = object.__new__(verify.Bundle)
    reader.keys = verify.read_keys(verify.text_of(files, f"{LOG}keys.txt"))
    if known_key is not None and known_key not in [line for line, _ in reader.keys.values()]:
        raise verify.Wrong("log/keys.txt: the key that you know is not in it")
    origin = next(iter(reader.keys.values()))[0].split("+", 1)[0]
    note: list[str] = reader.signed(verify.text_of(files, MANIFEST), origin, MANIFEST)
    first, fields = note[0], {name: value for name, _, value in (line.partition(" ") for line in note[1:])}
    if first != f"{origin}/evidence":
        raise verify.Wrong(f"{MANIFEST}: not the list of an evidence pack")
    listed = {name: value for name, value in fields.items() if name not in ("case", "made", "closed")}
    problems += [f"{name}: missing, and {MANIFEST} lists it" for name in sorted(listed.keys() - files.keys())]
    problems += [f"{name}: {MANIFEST} does not list it" for name in sorted(files.keys() - listed.keys() - {MANIFEST})]
    due = _ALWAYS if "alerts" in fields.get("closed", "").split(",") else (*_ALWAYS, *_OF_ALERTS)
    problems += [f"{name}: missing" for name in sorted(set(due) - files.keys() - listed.keys())]
    for name in sorted(listed.keys() & files.keys()):
        if hashlib.sha256(files[name]).hexdigest() != listed[name]:
            problems.append(f"{name}: changed since the pack was signed")
    yield f"case        {fields.get('case')}"
    yield f"made        {fields.get('made')}"


def _log(files: Mapping[str, bytes], known_key: str | None) -> list[str]:
    try:
        names = ("bundle.txt", *verify.FILES)
        return list(verify.Bundle({name: files[f"{LOG}{name}"] for name in names}, known_key).report)
    except verify.Wrong as error:
        raise verify.Wrong(f"{LOG}{error}") from None


def _read(files: Mapping[str, bytes], name: str, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(files[name], type=kind)
    except KeyError:
        raise ValueError(f"{name}: missing") from None
    except msgspec.DecodeError as error:
        raise ValueError(f"{name}: {error}") from None


def _rows(files: Mapping[str, bytes], name: str, kind: type[T]) -> list[T]:
    found = list[T]()
    for number, line in enumerate(files.get(name, b"").split(b"\n")[:-1], 1):
        try:
            found.append(msgspec.json.decode(line, type=kind))
        except msgspec.DecodeError as error:
            raise ValueError(f"{name} line {number}: {error}") from None
    return found


def _case_problems(case: PackCase) -> Iterator[str]:
    """Steps without gaps, two people, and every term of the law."""
    for what, steps in (("the case", case.steps), *((f"AL-{each.number:06d}", each.steps) for each in case.alerts)):
        if [each.n for each in steps] != list(range(1, len(steps) + 1)):
            yield f"{CASE}: a step of {what} is missing"
    own = case.case
    if own.decision is not None and (case.proposer is None or case.decider in (None, case.proposer)):
        yield f"{CASE}: {own.protocol} was not decided by another person than proposed it"
    terms = [(own.protocol, case.analysis), *((f"AL-{each.number:06d}", each.selection) for each in case.alerts)]
    for what, term in terms:
        if _due(term) != term.due:
            yield f"{CASE}: {what} is due on {_due(term)} by {term.norm}, not on {term.due}"
    if own.communicate_due is not None and own.decided_at is not None:
        business = due_day(local_day(own.decided_at), "business", case.communicate_days)
        due = min(business, local_day(own.decided_at + timedelta(hours=24)))
        if due != own.communicate_due:
            yield f"{CASE}: {own.protocol} is to be communicated by {due} by {case.communicate_norm}, not {own.communicate_due}"


def _due(term: PackTerm) -> Any:
    return due_day(term.since, term.unit, term.days)


def _event_problems(case: PackCase, files: Mapping[str, bytes]) -> Iterator[str]:
    """Each act of a person on the case has its entry in the log, and the entries know the same two people."""
    told = [
        (leaf, each)
        for each in _rows(files, f"{LOG}entries.jsonl", _Entry)
        if (leaf := msgspec.json.decode(each.leaf, type=_Leaf)).subject == str(case.case.id)
    ]
    steps = sum(each.kind not in _BESIDE for each in case.steps)
    events = sum(leaf.name in CASE_COMMANDS for leaf, _ in told)
    if events != steps:
        yield f"{LOG}entries.jsonl: the case tells {steps} acts of people, the log {events}: an event is missing"
    for action, person in (("propose", case.proposer), ("decide", case.decider)):
        known = [each.person for leaf, each in told if leaf.name == f"pld:case:{action}"]
        if person is not None and known and not any(each in (None, str(person)) for each in known):
            yield f"{LOG}entries.jsonl: the log knows another person than {CASE} for {action}"


def _recomputed(case: PackCase, files: Mapping[str, bytes], problems: list[str]) -> Iterator[str]:
    rules = _read(files, RULES, PackRules)
    evaluations = _rows(files, EVALUATIONS, PackEvaluation)
    movements = _rows(files, MOVEMENTS, PackMovement)
    problems += rule_problems(rules)
    problems += evaluation_problems(rules, evaluations, movements)
    problems += _count_problems(case, evaluations, {each.id: each.rule_id for each in rules.versions})
    yield f"recomputed  {len(evaluations)} evaluations of {len(rules.versions)} versions over {len(movements)} movements"


def _count_problems(case: PackCase, evaluations: Sequence[PackEvaluation], rules: Mapping[UUID, UUID]) -> Iterator[str]:
    """Each alert counts and sums exactly its evaluations."""
    for alert in case.alerts:
        own = [each for each in evaluations if each.alert == alert.number]
        found = (len(own), sum(each.amount for each in own))
        if found != (alert.triggers, alert.amount.amount):
            yield f"{EVALUATIONS}: AL-{alert.number:06d} tells {alert.triggers} triggers, here are {found[0]}, or another sum"
        if any((each.subject, rules.get(each.version)) != (alert.subject, alert.rule_id) for each in own):
            yield f"{EVALUATIONS}: AL-{alert.number:06d} has a trigger of another rule or subject"
