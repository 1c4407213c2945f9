from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0004", "0003"


def upgrade() -> None:
    run_sql("0004_payin")
