from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0035b", "0035"


def upgrade() -> None:
    run_sql("0035b_return_decisions")
