"""Who of the staff looks at whom is told day by day, with how often it was not their task."""

from typing import Any

import pytest

from compliance.test_screening import CHECKS
from conftest import Sql, Work
from people import Person
from support.charges import Counter
from support.movements import Mover
from support.pld_cases import ALERTS, CASES, done, raised

LOOKS = "/v1/compliance/looks"


@pytest.fixture
def mover(counter: Counter) -> Mover:
    return Mover(counter.url)


async def told(person: Person) -> dict[str, tuple[Any, ...]]:
    said = await person.get(LOOKS)
    assert said.status_code == 200, said.text
    return {each["person"]: (each["looks"], each["unassigned"], each["checks"]) for each in said.json()}


async def test_each_look_is_counted_once_an_hour_and_one_without_a_task_is_to_be_reviewed(
    diego: Person, eva: Person, gil: Person, carla: Person, work: Work, mover: Mover, counter: Counter, sql: Sql
) -> None:
    alert = f"{ALERTS}/{(await raised(diego, eva, work, mover, counter))['id']}"
    for _ in range(2):
        assert (await eva.get(alert)).status_code == 200
    assert await told(eva) == {eva.email: (1, 1, 0)}
    # Whoever has it assigned has the task; a look before that stays what it was.
    await done(diego, f"{alert}/assign", {})
    assert (await diego.get(alert)).status_code == 200
    assert (await told(eva))[diego.email] == (1, 0, 0)
    # Of a case: who works on it, and, once proposed, who may decide it.
    case = f"{CASES}/{(await done(diego, f'{alert}/escalate'))['case_id']}"
    for person in (diego, eva):
        assert (await person.get(case)).status_code == 200
    found = await told(eva)
    assert (found[diego.email], found[eva.email]) == ((2, 0, 0), (2, 2, 0))
    # A document is asked about out of curiosity.
    asked = {"document": "39053344705", "name": "Vizinho", "purpose": "investigation"}
    assert (await diego.post(CHECKS, asked)).status_code == 201
    assert (await told(eva))[diego.email] == (3, 1, 1)
    (row,) = [each for each in (await eva.get(LOOKS)).json() if each["person"] == diego.email]
    assert row["state"] == "to_review"
    assert sql("select distinct company_id from event where name = 'compliance:record:seen'") == [(1,)]
    for person in (gil, carla):
        assert (await person.get(LOOKS)).status_code in (403, 404)
