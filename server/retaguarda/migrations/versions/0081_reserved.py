from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0081", "0080"


def upgrade() -> None:
    run_sql("0081_reserved")
