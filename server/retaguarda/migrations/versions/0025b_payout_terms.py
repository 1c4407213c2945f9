from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0025b", "0025"


def upgrade() -> None:
    run_sql("0025b_payout_terms")
