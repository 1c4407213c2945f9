from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0031", "0034"


def upgrade() -> None:
    run_sql("0031_administration")
