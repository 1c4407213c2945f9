"""A strict reader of the contract: each answer has a status, a media type and a body that the contract names."""

import re
from typing import Any
from urllib.parse import quote

import httpx
import jsonschema_rs

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


class Reader:
    def __init__(self, document: dict[str, Any]) -> None:
        self.paths: dict[str, Any] = document["paths"]
        self._shared: dict[str, Any] = document["components"]["responses"]
        self._registry = jsonschema_rs.Registry([("urn:contract", document)])
        self._validators = dict[str, Any]()

    def wrong(self, method: str, path: str, said: httpx.Response) -> list[str]:
        """What the contract does not know of an answer; ``path`` as the contract writes it."""
        about = f"{method} {path} {said.status_code}"
        responses = self.paths[path][method.lower()]["responses"]
        status = str(said.status_code)
        # A refusal is one of many; a success is one that is named.
        if status not in responses and said.status_code < 400:
            return [f"{about}: no such answer"]
        key = status if status in responses else "default"
        reference = responses[key].get("$ref")
        response = self._shared[_name(reference)] if reference else responses[key]
        content = response.get("content", {})
        if not content:
            return [f"{about}: a body that no contract knows"] if said.content else []
        media = said.headers["content-type"].partition(";")[0]
        if media not in content:
            return [f"{about}: {media} is none of {list(content)}"]
        if media != "application/json":
            return []
        steps = ("components", "responses", _name(reference)) if reference else ()
        found = self._validator(steps or ("paths", path, method.lower(), "responses", key))
        errors = found.iter_errors(said.json())
        return [f"{about}: {each.instance_path}: {each.message[:300]}" for each in errors]

    def _validator(self, response: tuple[str, ...]) -> Any:
        """For the JSON body of the response that stands at these steps of the document."""
        steps = (*response, "content", "application/json", "schema")
        pointer = "/".join(re.sub("~", "~0", step).replace("/", "~1") for step in steps)
        if pointer not in self._validators:
            schema = {"$schema": _DIALECT, "$ref": f"urn:contract#/{quote(pointer, safe='/~')}"}
            self._validators[pointer] = jsonschema_rs.validator_for(
                schema, registry=self._registry, validate_formats=True
            )
        return self._validators[pointer]


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]
