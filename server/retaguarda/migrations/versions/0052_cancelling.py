from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0052", "0049"


def upgrade() -> None:
    run_sql("0052_cancelling")
