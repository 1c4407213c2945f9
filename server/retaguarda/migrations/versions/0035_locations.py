from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0035", "0032"


def upgrade() -> None:
    run_sql("0035_locations")
