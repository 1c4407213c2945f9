"""A trial whose sandbox now listens on another port."""

from contextlib import closing
from pathlib import Path

import psycopg

from conftest import SECRET
from retaguarda.foundation.keys import Keys
from retaguarda.settings import Settings
from retaguarda_demo.check_providers import load_check_providers
from retaguarda_demo.trial import FIRST, follow_sandbox
from retaguarda_demo.webhooks import load_hooks

EARLIER, NOW = "http://127.0.0.1:8001", "http://127.0.0.1:9001"
#: Begins as the earlier one does, and is another.
STRANGER = "http://127.0.0.1:80011/checks/v1"
ADDRESSES = """
    select 'hook', url from hook_endpoint where url like 'http:%'
    union all select 'provider', base_url from check_provider
    union all select 'list', source_url from watch_list where code = 'un'
"""


def test_the_demo_follows_its_sandbox_and_nothing_else_moves(peopled_url: str) -> None:
    settings = Settings(secret=SECRET, port=8000, data=Path("/nonexistent"))
    load_hooks(peopled_url, settings)
    with closing(psycopg.connect(peopled_url, autocommit=True)) as owner:
        with owner.transaction():
            load_check_providers(owner, Keys(SECRET), EARLIER)
        owner.execute("update watch_list set source_url = %s where code = 'un'", (f"{EARLIER}/checks/lists/un.xml",))
        owner.execute("update check_provider set base_url = %s where name = 'Rosto Vivo'", (STRANGER,))
        owner.execute("update pix_connection set settings_name = %s, base_url = %s", (FIRST.name, f"{EARLIER}/api/v2"))
        before = owner.execute(ADDRESSES).fetchall()
        assert {kind for kind, url in before if url.startswith(f"{EARLIER}/")} == {"hook", "provider", "list"}

        follow_sandbox(peopled_url, EARLIER)
        assert owner.execute(ADDRESSES).fetchall() == before
        moved = [(kind, url.replace(f"{EARLIER}/", f"{NOW}/")) for kind, url in before]
        for _ in range(2):
            follow_sandbox(peopled_url, NOW)
            assert sorted(owner.execute(ADDRESSES).fetchall()) == sorted(moved)
        assert ("provider", STRANGER) in moved
