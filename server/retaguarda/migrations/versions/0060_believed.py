from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0060", "0051"


def upgrade() -> None:
    run_sql("0060_believed")
