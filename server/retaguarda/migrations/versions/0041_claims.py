from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0041", "0040"


def upgrade() -> None:
    run_sql("0041_claims")
