from retaguarda.foundation.migrate import run_sql

revision, down_revision = "0031b", "0038"


def upgrade() -> None:
    run_sql("0031b_payin_settings")
