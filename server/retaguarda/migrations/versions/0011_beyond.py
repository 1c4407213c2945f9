from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0011", "0010"


def upgrade() -> None:
    run_sql("0011_beyond")
