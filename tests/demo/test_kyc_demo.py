"""The demo shows KYC in every state."""

import psycopg

from retaguarda_demo.companies import load_companies
from retaguarda_demo.kyc import load_kyc


def test_the_demo_has_requests_leads_and_proposals_in_every_state(peopled_url: str) -> None:
    with psycopg.connect(peopled_url) as connection:
        load_companies(connection)
        load_kyc(connection)
        for table, column, states in (
            (
                "kyc_request",
                "state",
                {
                    "draft",
                    "submitted",
                    "in_analysis",
                    "awaiting_documents",
                    "awaiting_approval",
                    "approved",
                    "rejected",
                    "expired",
                    "withdrawn",
                },
            ),
            ("kyc_lead", "state", {"new", "checking", "done", "discarded", "expired"}),
            ("kyc_proposal", "outcome", {"waiting", "approved", "rejected"}),
            ("kyc_document", "state", {"new", "pending", "revision", "approved"}),
        ):
            found = connection.execute(f"select distinct {column} from {table}".encode()).fetchall()
            assert {row[0] for row in found} == states, table
