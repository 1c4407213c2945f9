from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0023", "0029"


def upgrade() -> None:
    run_sql("0023_delegation")
