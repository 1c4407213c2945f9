from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0029", "0026b"


def upgrade() -> None:
    run_sql("0029_return_files")
