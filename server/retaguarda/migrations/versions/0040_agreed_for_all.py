from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0040", "0042"


def upgrade() -> None:
    run_sql("0040_agreed_for_all")
