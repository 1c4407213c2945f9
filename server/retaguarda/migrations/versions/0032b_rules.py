from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0032b", "0036"


def upgrade() -> None:
    run_sql("0032b_rules")
