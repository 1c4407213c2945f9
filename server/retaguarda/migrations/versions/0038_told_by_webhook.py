from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0038", "0032b"


def upgrade() -> None:
    run_sql("0038_told_by_webhook")
