from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0013", "0012"


def upgrade() -> None:
    run_sql("0013_exports")
