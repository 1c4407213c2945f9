from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0018", "0017"


def upgrade() -> None:
    run_sql("0018_transfers")
