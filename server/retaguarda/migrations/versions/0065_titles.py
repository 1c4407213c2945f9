from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0065", "0062"


def upgrade() -> None:
    run_sql("0065_titles")
