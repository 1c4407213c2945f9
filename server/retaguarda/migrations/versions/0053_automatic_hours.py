from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0053", "0060"


def upgrade() -> None:
    run_sql("0053_automatic_hours")
