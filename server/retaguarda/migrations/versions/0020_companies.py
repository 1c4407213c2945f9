from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0020", "0016"


def upgrade() -> None:
    run_sql("0020_companies")
    run_sql("0020_blocks")
