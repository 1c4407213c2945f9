from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0072", "0070"


def upgrade() -> None:
    run_sql("0072_demanded_factors")
