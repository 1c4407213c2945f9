from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0066", "0065"


def upgrade() -> None:
    run_sql("0066_refunds_of_cycles")
