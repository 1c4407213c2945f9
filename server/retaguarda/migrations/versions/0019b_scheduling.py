from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0019b", "0018"


def upgrade() -> None:
    run_sql("0019b_scheduling")
