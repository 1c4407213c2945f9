"""A client of DICT's directory of keys (DICT API 1.8.0): getEntry and checkKeys, XML over mutual TLS."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args
from urllib.parse import quote
from xml.etree.ElementTree import Element

import httpx

from retaguarda.providers.dict import wire
from retaguarda.providers.dict.client import DictConfig, refusal_of
from retaguarda.providers.dict.directory import MOST_KEYS, KeyEntry, OwnerCounters, OwnerKind
from retaguarda.providers.dict.port import DictProblem, DictUnavailable


class KeyDirectoryClient:
    """The port ``KeyDirectory`` over HTTP.

    Args:
        transport: instead of the network, for tests.
    """

    def __init__(self, config: DictConfig, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._participant = config.participant
        self._http = httpx.AsyncClient(
            base_url=config.url.rstrip("/"),
            transport=transport,
            verify=config.ssl_context() if transport is None else True,
            timeout=httpx.Timeout(config.timeout, connect=min(config.timeout, 5.0)),
            headers={"Accept": "application/xml, application/problem+xml"},
            trust_env=False,
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def entry(self, key: str, payer_document: str, end_to_end_id: str) -> KeyEntry | None:
        try:
            root = await self._answer(
                "GET",
                f"/entries/{quote(key, safe='')}",
                "GetEntryResponse",
                headers={"PI-PayerId": payer_document, "PI-EndToEndId": end_to_end_id},
            )
        except DictProblem as problem:
            if problem.status == 404:
                return None
            raise
        return _read(lambda: _entry(root))

    async def known_keys(self, keys: Sequence[str]) -> Mapping[str, bool]:
        if len(keys) > MOST_KEYS:
            raise ValueError(f"checkKeys takes at most {MOST_KEYS} keys")
        body = wire.written("CheckKeysRequest", {"Keys": [("Key", key) for key in keys]})
        root = await self._answer("POST", "/keys/check", "CheckKeysResponse", body=body)
        found = wire.child(root, "Keys")
        return {(each.text or "").strip(): each.get("hasEntry") == "true" for each in (() if found is None else found)}

    async def _answer(
        self,
        method: str,
        path: str,
        answered: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> Element:
        sent = {"PI-RequestingParticipant": self._participant, **(headers or {})}
        if body is not None:
            sent["Content-Type"] = wire.MEDIA_TYPE
        try:
            response = await self._http.request(method, path, content=body, headers=sent)
        except httpx.HTTPError as error:
            raise DictUnavailable(f"no answer from DICT ({type(error).__name__})") from error
        if response.is_success:
            return _read(lambda: wire.parsed(response.content, answered))
        raise refusal_of(response)


def _entry(root: Element) -> KeyEntry:
    entry = _child(root, "Entry")
    account, owner = _child(entry, "Account"), _child(entry, "Owner")
    kind: OwnerKind = wire.one_of(owner, "Type", get_args(OwnerKind))
    created = wire.moment(entry, "CreationDate")
    return KeyEntry(
        key=wire.text(entry, "Key"),
        participant=wire.text(account, "Participant"),
        branch=wire.text(account, "Branch", ""),
        account=wire.text(account, "AccountNumber"),
        account_type=wire.text(account, "AccountType"),
        owner_kind=kind,
        owner_document=wire.text(owner, "TaxIdNumber"),
        owner_name=wire.text(owner, "Name"),
        created_at=created,
        owned_since=wire.moment(entry, "KeyOwnershipDate"),
        counters=_counters(root),
    )


def _counters(root: Element) -> OwnerCounters:
    """What was counted by owner; nothing where the answer has no statistics."""
    statistics = wire.child(root, "Statistics")
    counters = None if statistics is None else wire.child(statistics, "Counters")
    told = {each.get("type"): each for each in (() if counters is None else counters) if each.get("by") == "OWNER"}

    def of(kind: str, period: str) -> int:
        return int(told[kind].get(period, "0")) if kind in told else 0

    return OwnerCounters(
        settlements_d30=of("SETTLEMENTS", "d30"),
        settlements_m6=of("SETTLEMENTS", "m6"),
        reported_frauds_d30=of("REPORTED_FRAUDS", "d30"),
        reported_frauds_m6=of("REPORTED_FRAUDS", "m6"),
        confirmed_frauds_d3=of("CONFIRMED_FRAUDS", "d3"),
        confirmed_frauds_d30=of("CONFIRMED_FRAUDS", "d30"),
        confirmed_frauds_m6=of("CONFIRMED_FRAUDS", "m6"),
    )


def _child(element: Element, name: str) -> Element:
    found = wire.child(element, name)
    if found is None:
        raise wire.WireError(f"{wire.local(element)} has no {name}")
    return found


def _read(reading: Callable[[], Any]) -> Any:
    try:
        return reading()
    except ValueError as error:
        raise DictUnavailable(f"DICT answered otherwise than its document says: {error}") from None
