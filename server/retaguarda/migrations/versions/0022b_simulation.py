from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0022b", "0017b"


def upgrade() -> None:
    run_sql("0022b_simulation")
