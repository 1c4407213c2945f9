from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0048", "0045"


def upgrade() -> None:
    run_sql("0048_today")
