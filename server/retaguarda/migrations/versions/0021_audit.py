from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0021", "0020"


def upgrade() -> None:
    run_sql("0021_audit")
