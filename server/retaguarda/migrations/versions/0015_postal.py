from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0015", "0014"


def upgrade() -> None:
    run_sql("0015_postal")
