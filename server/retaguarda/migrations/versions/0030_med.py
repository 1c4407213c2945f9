from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0030", "0033"


def upgrade() -> None:
    run_sql("0030_med")
