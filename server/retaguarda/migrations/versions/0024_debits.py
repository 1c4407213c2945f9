from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0024", "0023"


def upgrade() -> None:
    run_sql("0024_debits")
