from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0019", "0021"


def upgrade() -> None:
    run_sql("0019_deposits")
