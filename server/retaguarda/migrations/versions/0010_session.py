from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0010", "0009"


def upgrade() -> None:
    run_sql("0010_session")
