"""Answers what features there are, and tries conditions on one subject while they are being written."""

from collections import Counter, deque

from retaguarda.compliance.pld_rules.check_conditions import Conditions, problems
from retaguarda.compliance.pld_rules.condition_facts import FEATURE_HASH, FEATURES
from retaguarda.compliance.pld_rules.evaluate_movements import Evaluation
from retaguarda.compliance.pld_rules.model import (
    ConditionProblem,
    FeatureShape,
    TriedConditions,
    TriedOn,
    TryConditions,
    Vocabulary,
)
from retaguarda.compliance.pld_rules.queries import typologies
from retaguarda.compliance.pld_rules.tables import READ, RULES
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import HOUSE

#: The newest movements that a try shows.
SHOWN = 10


async def _try(tx: Tx, given: TryConditions) -> TriedConditions:
    wrong = [
        ConditionProblem(place, str(error), error.code, error.column, error.word)
        for place, error in problems(given.conditions)
    ]
    if wrong or given.subject is None or not given.conditions:
        return TriedConditions(wrong, 0, 0, [])
    conditions, currency = Conditions(given.conditions), given.currency or BRL
    evaluation = Evaluation(
        given.target, currency, conditions.uses, await tx.value("select now()"), subjects=[_subject_of(given)]
    )
    last, movements, hits = deque[TriedOn](maxlen=SHOWN), 0, 0
    async for movement, facts in evaluation.run(tx):
        answer = conditions.ask(facts)
        movements += 1
        hits += answer.outcome == "hit"
        last.append(
            TriedOn(movement.movement, movement.known_at, Money(movement.amount, currency), answer.outcome, answer.why)
        )
    return TriedConditions([], movements, hits, list(last)[::-1])


def _subject_of(given: TryConditions) -> str:
    """As movements name it: people paste a document with its points and strokes."""
    subject = (given.subject or "").strip()
    if given.target == "merchant":
        return subject
    try:
        return parse(subject).value
    except DocumentError:
        # Half of a document, while it is being typed, is nobody's.
        return subject


async def _vocabulary(tx: Tx) -> Vocabulary:
    rows = await tx.all("select conditions from pld_rule_version where status in ('shadow', 'active')")
    used = Counter(name for row in rows for texts in row.values() for name in Conditions(texts).uses)
    features = [
        FeatureShape(f.name, f.measure, f.unit, f.window, f.offset, list(f.of or ()), used[f.name]) for f in FEATURES
    ]
    return Vocabulary(features, list(typologies().values()), FEATURE_HASH.hex())


def try_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        given = request.read(TryConditions)
        async with HOUSE.over(access).open(request, READ) as (tx, _):
            return json_response(await _try(tx, given))

    return Route(
        "POST",
        f"{RULES.path}/try",
        "What is wrong with which condition, and what they say of one subject's movements",
        handler,
        permission=READ,
        scope=HOUSE,
        body=TryConditions,
        answers=TriedConditions,
    )


def vocabulary_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with HOUSE.over(access).open(request, READ) as (tx, _):
            return json_response(await _vocabulary(tx))

    return Route(
        "GET",
        "/v1/pld-engine/features",
        "The features that conditions are written over, and the codes of Carta Circular 4.001",
        handler,
        permission=READ,
        scope=HOUSE,
        answers=Vocabulary,
    )
