from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0001", None


def upgrade() -> None:
    run_sql("0001_foundation")
