from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0080", "0078"


def upgrade() -> None:
    run_sql("0080_money_back")
