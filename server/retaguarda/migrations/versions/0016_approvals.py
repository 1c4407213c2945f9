from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0016", "0015"


def upgrade() -> None:
    run_sql("0016_approvals")
