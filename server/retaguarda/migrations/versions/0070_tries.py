from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0070", "0066"


def upgrade() -> None:
    run_sql("0070_tries")
