from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0050", "0052"


def upgrade() -> None:
    run_sql("0050_late_lock")
