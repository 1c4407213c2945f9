"""What of the official document the tests really ran: gathered from the calls themselves, never from a list.

An operation counts once the bank has accepted it. An example of a request counts once the bank has accepted that very
body; one of an answer once the bank has given an answer with its fields and its state; one of a refusal once the bank has
refused with its type and about its field. A violation counts once the bank has refused a call by its rule.
"""

import json
import re
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from sandbox import inventory, official
from sandbox.inventory import Violation

#: How alike the words of a refusal and of the document must be to mean the same rule.
ALIKE = 0.93
#: Places from which on the beginning of a rule names it.
LONG = 40


class Seen:
    def __init__(self) -> None:
        self.operations: set[str] = set()
        self.examples: set[str] = set()
        self.violations: set[Violation] = set()

    def call(self, operation: str, query: dict[str, str], sent: Any, status: int, answer: Any) -> None:
        """``operation`` as inventory.operations() names it."""
        if status < 400:
            self.operations.add(operation)
        self._examples(operation, sent, status, answer)
        if status >= 400 and isinstance(answer, dict):
            self._violations(operation, query, answer)
        if status == 200 and operation == "GET /lotecobv/{id}":
            self._refused_lines(answer)

    def told(self, kind: str, body: Any) -> None:
        """A notice of the bank: of pix, of rec or of cobr."""
        wanted = {"pix": ("pixWebhook",), "rec": ("recWebhookNotification",), "cobr": ("cobRWebhookNotification",)}[
            kind
        ]
        for name, example in inventory.examples().items():
            given = body["pix"][0] if kind == "pix" else body
            if name.startswith(wanted) and _holds(given, example):
                self.examples.add(name)

    def read(self, name: str) -> None:
        """An example that the document attaches to no operation, and that the client has read."""
        if name not in inventory.places():
            self.examples.add(name)

    def _examples(self, operation: str, sent: Any, status: int, answer: Any) -> None:
        for name, places in inventory.places().items():
            if name in self.examples:
                continue
            example = inventory.examples()[name]
            for place, at in places:
                if place != operation:
                    continue
                # One refusal stands at 400 and says itself that it is a 404.
                at = example["status"] if at >= 400 else at
                accepted = at == 0 and status < 400 and sent == example
                if accepted or (at == status and isinstance(answer, dict) and _holds(answer, example)):
                    self.examples.add(name)
        for name in inventory.examples().keys() - inventory.places().keys() - self.examples:
            if status < 400 and operation.startswith("POST") and sent == inventory.examples()[name]:
                self.examples.add(name)

    def _violations(self, operation: str, query: dict[str, str], answer: dict[str, Any]) -> None:
        method, _, template = operation.partition(" ")
        kind = str(answer.get("type", "")).rpartition("/")[2]
        said = [(each["razao"], each["propriedade"]) for each in answer.get("violacoes", [])]
        said.append((answer.get("detail", ""), ""))
        for violation in inventory.violations():
            applies = violation.kind == kind and violation.about(method, template)
            if applies and any(_is(violation, words, about, query) for words, about in said):
                self.violations.add(violation)

    def _refused_lines(self, batch: dict[str, Any]) -> None:
        """Two rules are no refusal of a call: what a batch says of a charge that it did not make."""
        for line in batch["cobsv"]:
            if line["status"] == "NEGADA":
                official.check("Problema", line["problema"])
                assert line["problema"]["type"].endswith("/CobVOperacaoInvalida")
                self.violations |= {each for each in inventory.violations() if "`problema`" in each.text}

    def dump(self, path: Path) -> None:
        path.write_text(
            json.dumps(
                {
                    "operations": sorted(self.operations),
                    "examples": sorted(self.examples),
                    "violations": [[each.kind, each.where, each.text] for each in self.violations],
                }
            )
        )


SEEN = Seen()


def _holds(given: Any, example: Any) -> bool:
    """Whether an answer has the example's fields, and its state, type or field in question."""
    if isinstance(example, dict):
        if not isinstance(given, dict):
            return False
        for name, value in example.items():
            if name not in given:
                return False
            if name in ("status", "type", "jornada", "propriedade") and given[name] != value:
                return False
            if name in ("violacoes", "recs", "cobsr", "parametros") and not _holds(given[name], value):
                return False
        return True
    if isinstance(example, list) and isinstance(given, list):
        return all(any(_holds(each, wanted) for each in given) for wanted in example)
    return True


def _plain(text: str) -> str:
    text = re.sub(r"\[([^]]*)\]\(\S*\)", r"\1", text)  # a link is its words
    text = re.sub(r"[`_\"“”()]", "", text).lower().split("schema:")[0]
    return re.sub(r"\s+", " ", text).strip(" .:")


def _is(violation: Violation, words: str, about: str, query: dict[str, str]) -> bool:
    rule, said = _plain(violation.text), _plain(words)
    if rule == said:
        return True
    page = re.search(r"paginacao\.\w+", violation.text)
    if page and rule.endswith("negativo"):
        return about == page[0] and query.get(page[0], "").startswith("-")
    if rule.startswith("algum dos parâmetros"):
        return "não respeita" in said or "é obrigatório" in said
    if "schema" in rule and not re.search(r"porém|tabela|válid", rule):
        named = re.search(r"`([\w.{}]+)`|Campo ([\w.]+)", violation.text)
        path = _plain((named[1] or named[2]) if named else "")
        if violation.kind == "CobVOperacaoInvalida":  # one of its rules says "cob.status" and means its own
            path = re.sub(r"^cob\.", "cobv.", path)
        return bool(path) and "não respeita" in said and _below(about.lower(), path)
    if rule.startswith("ambos os parâmetros"):
        return about == "cpf"
    if "timestamp" in rule and "fim" in rule:
        return about == "fim" and "anterior" in said
    if len(said) > LONG and (rule.startswith(said) or said.startswith(rule)):
        return True
    return SequenceMatcher(None, rule, said).ratio() >= ALIKE


def _below(about: str, path: str) -> bool:
    """A field of the object in question, or the field itself; some are named without what they stand in."""
    return about == path or about.startswith(f"{path}.") or f".{path}" in about
