from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0036", "0035b"


def upgrade() -> None:
    run_sql("0036_sub_accounts")
