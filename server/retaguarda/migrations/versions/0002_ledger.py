from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0002", "0001"


def upgrade() -> None:
    run_sql("0002_ledger")
