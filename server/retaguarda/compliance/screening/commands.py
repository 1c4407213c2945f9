"""Commands of document check: ask about somebody, decide hits, end a whitelisted pair, and keep the lists."""

from typing import Any

from retaguarda.compliance.screening.assign_hit import assign_hit
from retaguarda.compliance.screening.change_lists import ListChanges, decide_version, fetch_list, screen_list
from retaguarda.compliance.screening.decide_hit import decide_hit, decide_pair, end_pair
from retaguarda.compliance.screening.model import (
    DocumentCheck,
    DocumentCheckInput,
    Hit,
    HitAssignment,
    HitDecision,
    ListVersion,
    PairDecision,
    VersionDecision,
    WatchList,
    WatchListChange,
    WhitelistPair,
)
from retaguarda.compliance.screening.queries import hit_subject
from retaguarda.compliance.screening.request_check import redo_check, request_check
from retaguarda.compliance.screening.tables import CHECKS, HITS, LISTS, PAIRS, WRITE
from retaguarda.foundation.command import Command, Nothing, named_by
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import ReasonInput
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses


def _command(
    name: str,
    path: str,
    summary: str,
    input: type[Any],
    answers: Any,
    apply: Any,
    *,
    keyed: bool = False,
    **more: Any,
) -> Command[Any]:
    return Command(
        name=f"compliance:{name}",
        method="POST",
        path=path,
        summary=summary,
        permission=WRITE,
        scope=HOUSE,
        input=input,
        answers=answers,
        apply=apply,
        keyed=keyed,
        **more,
    )


def commands(reach: AllowedAddresses) -> tuple[Command[Any], ...]:
    one_list = f"{LISTS.path}/{{id:str}}"
    return (
        _command(
            "document_check:create",
            CHECKS.path,
            "Check a document or a name: registry, lists, and our own relations, for a purpose that is kept",
            DocumentCheckInput,
            DocumentCheck,
            request_check,
            keyed=True,
            status=201,
        ),
        _command(
            "document_check:redo",
            f"{CHECKS.path}/{{id:str}}/redo",
            "Make a check again that failed",
            Nothing,
            DocumentCheck,
            redo_check,
        ),
        *_commands_of_hits(),
        _command(
            "watch_list:change",
            f"{one_list}/change",
            "Change the name, source, age or threshold of a list",
            WatchListChange,
            WatchList,
            ListChanges(reach).change,
        ),
        _command(
            "watch_list:fetch", f"{one_list}/fetch", "Fetch a list from its source", Nothing, WatchList, fetch_list
        ),
        _command(
            "watch_list:screen",
            f"{one_list}/screen",
            "Compare every party with every entry of a list again",
            Nothing,
            WatchList,
            screen_list,
        ),
        _command(
            "list_version:decide",
            "/v1/compliance/list-versions/{id:str}/decide",
            "Accept or discard a version that is held, or roll back to a former one",
            VersionDecision,
            ListVersion,
            decide_version,
        ),
    )


def _commands_of_hits() -> tuple[Command[Any], ...]:
    one_hit = f"{HITS.path}/{{id:str}}"
    return (
        _command(
            "hit:decide",
            f"{one_hit}/decide",
            "Confirm a hit, say that it is not the one, with or without the whitelist, or open it again",
            HitDecision,
            Hit,
            decide_hit,
            subject=hit_subject,
            bulk=HITS,
            approvable=True,
            shows=named_by("name"),
        ),
        _command(
            "hit:assign",
            f"{one_hit}/assign",
            "Take a hit, or give it to somebody",
            HitAssignment,
            Hit,
            assign_hit,
            subject=hit_subject,
            bulk=HITS,
        ),
        _command(
            "whitelist_pair:decide",
            f"{PAIRS.path}/{{id:str}}/decide",
            "Agree that a pair is no hit, or refuse it, as another person than proposed it",
            PairDecision,
            WhitelistPair,
            decide_pair,
        ),
        _command(
            "whitelist_pair:end",
            f"{PAIRS.path}/{{id:str}}/end",
            "Take a pair off the whitelist: its hit waits for a decision again",
            ReasonInput,
            WhitelistPair,
            end_pair,
        ),
    )
