from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0051", "0050"


def upgrade() -> None:
    run_sql("0051_quick_messages")
