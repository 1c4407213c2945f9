from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0022", "0019"


def upgrade() -> None:
    run_sql("0022_tools")
