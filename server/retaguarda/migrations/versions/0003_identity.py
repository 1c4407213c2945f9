from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0003", "0002"


def upgrade() -> None:
    run_sql("0003_identity")
