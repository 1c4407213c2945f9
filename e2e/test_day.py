"""A short day at a hundred times speed, while the provider answers with errors, half, late or never, and tells what is not true."""

from house import running
from storm.day import Day, live

#: Seconds, with a handful of bad habits; ``make soak SOAK=--day`` is the whole day.
DAY = Day(seed=8, hours=0.15, charges=5_000, senders=4, settle_seconds=300)


def test_nothing_is_lost_or_done_twice_whatever_the_provider_does() -> None:
    with running(RETAGUARDA_BOT_CHECK="none", RETAGUARDA_DEMO_PAYINS="100") as app:
        evening = live(app, DAY)
    assert evening.wrong == []
    assert evening.struck.total() > 20, f"the weather was fair: {evening.struck}"
    assert evening.log.answers["paid once", 201] > 5
    assert evening.log.answers["refund", 201] > 0
