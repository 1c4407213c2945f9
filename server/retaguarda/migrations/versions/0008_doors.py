from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0008", "0007"


def upgrade() -> None:
    run_sql("0008_doors")
