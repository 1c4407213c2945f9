from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0026b", "0026"


def upgrade() -> None:
    run_sql("0026b_static_codes")
