from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0007", "0006"


def upgrade() -> None:
    run_sql("0007_access")
