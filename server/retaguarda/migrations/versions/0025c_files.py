from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0025c", "0025b"


def upgrade() -> None:
    run_sql("0025c_files")
