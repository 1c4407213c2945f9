"""Some hundreds of random Commands while two parts are killed; `make soak` sends a hundred thousand."""

from house import running
from storm.running import Plan, storm


def test_a_short_storm_leaves_everything_as_it_was_told_and_the_past_adds_up() -> None:
    with running(RETAGUARDA_BOT_CHECK="none", RETAGUARDA_DEMO_PAYINS="100") as house:
        outcome = storm(house, Plan(seed=5, commands=200, crashes=2, settle_seconds=90))
    assert outcome.wrong == []
    assert outcome.log.kills.total() == 2
    assert len(outcome.log.told) > 20
    assert {200, 201, 400, 403} <= set(outcome.log.by_status())
