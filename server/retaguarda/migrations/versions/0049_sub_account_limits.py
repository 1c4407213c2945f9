from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0049", "0048"


def upgrade() -> None:
    run_sql("0049_sub_account_limits")
