from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0054", "0053"


def upgrade() -> None:
    run_sql("0054_quick_payments")
