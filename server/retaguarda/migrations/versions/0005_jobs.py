from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0005", "0004"


def upgrade() -> None:
    run_sql("0005_jobs")
