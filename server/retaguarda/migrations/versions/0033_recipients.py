from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0033", "0031"


def upgrade() -> None:
    run_sql("0033_recipients")
