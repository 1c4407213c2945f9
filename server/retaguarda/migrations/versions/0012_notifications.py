from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0012", "0011"


def upgrade() -> None:
    run_sql("0012_notifications")
