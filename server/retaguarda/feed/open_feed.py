"""Opens the feed as the settings say."""

from retaguarda.feed.send_events import Feed
from retaguarda.foundation.database import Database
from retaguarda.providers.feed.feed_url import feed_port
from retaguarda.settings import Settings


def feed_of(database: Database, settings: Settings) -> Feed | None:
    """Returns the feed; None where nobody is fed."""
    wanted = settings.feed
    if not wanted.url:
        return None
    return Feed(database, feed_port(wanted.url, wanted.stream, wanted.subject), settings.address, wanted.personal)
