"""Every room, in the order in which `verify` reports their invariants. Nothing registers itself by being imported."""

from collections.abc import Iterable

from retaguarda.access.room import ROOM as ACCESS
from retaguarda.account.deposits.room import ROOM as DEPOSITS
from retaguarda.account.disputes.room import ROOM as OPENED_DISPUTES
from retaguarda.account.notes.room import ROOM as NOTES
from retaguarda.account.scheduling.room import ROOM as SCHEDULING
from retaguarda.account.statement.room import ROOM as STATEMENT
from retaguarda.account.withdrawals.room import ROOM as WITHDRAWALS
from retaguarda.accounts.room import ROOM as ACCOUNTS
from retaguarda.approvals.room import ROOM as APPROVALS
from retaguarda.audit.room import ROOM as AUDIT
from retaguarda.availability.room import ROOM as AVAILABILITY
from retaguarda.bank_files.room import ROOM as BANK_FILES
from retaguarda.cases.room import ROOM as CASES
from retaguarda.cells.room import ROOM as CELLS
from retaguarda.checkout.room import ROOM as CHECKOUT
from retaguarda.companies.room import ROOM as COMPANIES
from retaguarda.compliance.bacen_attributes.room import ROOM as BACEN_ATTRIBUTES
from retaguarda.compliance.block_list.room import ROOM as BLOCK_LIST
from retaguarda.compliance.coaf.room import ROOM as COAF
from retaguarda.compliance.early_kyc.room import ROOM as EARLY_KYC
from retaguarda.compliance.evidence.room import ROOM as EVIDENCE
from retaguarda.compliance.judicial_orders.room import ROOM as JUDICIAL_ORDERS
from retaguarda.compliance.kyc.room import ROOM as KYC
from retaguarda.compliance.looks.room import ROOM as STAFF_LOOKS
from retaguarda.compliance.merchant_rules.room import ROOM as MERCHANT_RULES
from retaguarda.compliance.money_trail.room import ROOM as MONEY_TRAIL
from retaguarda.compliance.pld_alerts.room import ROOM as PLD_ALERTS
from retaguarda.compliance.pld_blind_spots.room import ROOM as PLD_BLIND_SPOTS
from retaguarda.compliance.pld_rules.room import ROOM as PLD_RULES
from retaguarda.compliance.providers.room import ROOM as CHECK_PROVIDERS
from retaguarda.compliance.retention.room import ROOM as RETENTION
from retaguarda.compliance.screening.room import ROOM as SCREENING
from retaguarda.conciliation.adjustments.room import ROOM as ADJUSTMENTS
from retaguarda.conciliation.days.room import ROOM as HOUSE_DAYS
from retaguarda.conciliation.matching.room import ROOM as MATCHING
from retaguarda.conciliation.statements.room import ROOM as STATEMENTS
from retaguarda.connection_time.room import ROOM as CONNECTION_TIME
from retaguarda.cron_tasks.room import ROOM as CRON_TASKS
from retaguarda.exchange.agreements.room import ROOM as EXCHANGE_AGREEMENTS
from retaguarda.exchange.banks.room import ROOM as EXCHANGE_BANKS
from retaguarda.exchange.closings.room import ROOM as CLOSINGS
from retaguarda.exchange.operations.room import ROOM as OPERATIONS
from retaguarda.exchange.rates.room import ROOM as EXCHANGE_RATES
from retaguarda.filings.room import ROOM as FILINGS
from retaguarda.foundation.record import record_route
from retaguarda.foundation.replica import Replica
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.foundation.table import Table, table_route
from retaguarda.health.room import ROOM as HEALTH
from retaguarda.identity.room import ROOM as IDENTITY
from retaguarda.ledger.plan import command_routes
from retaguarda.ledger.room import ROOM as LEDGER
from retaguarda.lists.bulk.room import ROOM as BULK
from retaguarda.lists.exports.room import ROOM as EXPORTS
from retaguarda.lists.room import ROOM as LISTS
from retaguarda.notifications.room import ROOM as NOTIFICATIONS
from retaguarda.overview.room import ROOM as OVERVIEW
from retaguarda.payin.administration.room import ROOM as PAYIN_ADMINISTRATION
from retaguarda.payin.archive.room import ROOM as ARCHIVE
from retaguarda.payin.batches.room import ROOM as BATCHES
from retaguarda.payin.charges.room import ROOM as CHARGES
from retaguarda.payin.disputes.room import ROOM as DISPUTES
from retaguarda.payin.locations.room import ROOM as LOCATIONS
from retaguarda.payin.notes.room import ROOM as CHARGE_NOTES
from retaguarda.payin.payers.room import ROOM as PAYERS
from retaguarda.payin.payments.room import ROOM as PAYMENTS
from retaguarda.payin.processors.room import ROOM as PROCESSORS
from retaguarda.payin.refunds.room import ROOM as REFUNDS
from retaguarda.payin.rules.room import ROOM as RULES
from retaguarda.payin.settings.room import ROOM as PAYIN_SETTINGS
from retaguarda.payin.static_codes.room import ROOM as STATIC_CODES
from retaguarda.payouts.account_owners.room import ROOM as ACCOUNT_OWNERS
from retaguarda.payouts.administration.room import ROOM as PAYOUT_ADMINISTRATION
from retaguarda.payouts.banks.room import ROOM as PAYOUT_BANKS
from retaguarda.payouts.batches.room import ROOM as PAYOUT_BATCHES
from retaguarda.payouts.cases.room import ROOM as PAYOUT_CASES
from retaguarda.payouts.costs.room import ROOM as PAYOUT_COSTS
from retaguarda.payouts.evidence.room import ROOM as PAYOUT_EVIDENCE
from retaguarda.payouts.forecast.room import ROOM as PAYOUT_FORECAST
from retaguarda.payouts.franchises.room import ROOM as FRANCHISES
from retaguarda.payouts.lots.room import ROOM as LOTS
from retaguarda.payouts.mailboxes.room import ROOM as MAILBOXES
from retaguarda.payouts.merchant_contracts.room import ROOM as MERCHANT_CONTRACTS
from retaguarda.payouts.payees.room import ROOM as PAYEES
from retaguarda.payouts.payments.room import ROOM as PAYMENTS_OUT
from retaguarda.payouts.processors.room import ROOM as PAYOUT_PROCESSORS
from retaguarda.payouts.refunds.room import ROOM as PAYOUT_RETURNS
from retaguarda.payouts.remittances.room import ROOM as REMITTANCES
from retaguarda.payouts.reprocessing.room import ROOM as REPROCESSING
from retaguarda.payouts.return_files.room import ROOM as PAYMENT_FILES
from retaguarda.payouts.routing.room import ROOM as PAYOUT_ROUTES
from retaguarda.payouts.rules.room import ROOM as PAYOUT_RULES
from retaguarda.payouts.settings.room import ROOM as PAYOUT_SETTINGS
from retaguarda.payouts.splits.room import ROOM as PAYOUT_SPLITS
from retaguarda.payouts.suspects.room import ROOM as SUSPECTS
from retaguarda.postal.room import ROOM as POSTAL
from retaguarda.recipients.room import ROOM as RECIPIENTS
from retaguarda.recurrences.room import ROOM as RECURRENCES
from retaguarda.webhooks.room import ROOM as WEBHOOKS

ROOMS: tuple[Room, ...] = (
    IDENTITY,
    ACCESS,
    LEDGER,
    CHARGES,
    ARCHIVE,
    PAYMENTS,
    REFUNDS,
    BATCHES,
    LOCATIONS,
    STATIC_CODES,
    CHARGE_NOTES,
    PAYERS,
    PAYIN_ADMINISTRATION,
    PROCESSORS,
    RULES,
    PAYIN_SETTINGS,
    DISPUTES,
    OPENED_DISPUTES,
    RECURRENCES,
    COMPANIES,
    CELLS,
    ACCOUNTS,
    STATEMENT,
    NOTES,
    DEPOSITS,
    BANK_FILES,
    RECIPIENTS,
    WITHDRAWALS,
    SCHEDULING,
    WEBHOOKS,
    CHECKOUT,
    NOTIFICATIONS,
    OVERVIEW,
    LISTS,
    EXPORTS,
    BULK,
    APPROVALS,
    CRON_TASKS,
    AUDIT,
    POSTAL,
    HEALTH,
    CASES,
    CONNECTION_TIME,
    AVAILABILITY,
    PAYOUT_BANKS,
    FRANCHISES,
    ACCOUNT_OWNERS,
    MERCHANT_CONTRACTS,
    PAYEES,
    SUSPECTS,
    PAYOUT_CASES,
    PAYOUT_EVIDENCE,
    PAYOUT_PROCESSORS,
    PAYMENT_FILES,
    REMITTANCES,
    LOTS,
    MAILBOXES,
    REPROCESSING,
    PAYOUT_BATCHES,
    PAYOUT_SPLITS,
    PAYMENTS_OUT,
    PAYOUT_ADMINISTRATION,
    PAYOUT_FORECAST,
    PAYOUT_SETTINGS,
    PAYOUT_RULES,
    PAYOUT_ROUTES,
    PAYOUT_COSTS,
    PAYOUT_RETURNS,
    EARLY_KYC,
    KYC,
    BACEN_ATTRIBUTES,
    ADJUSTMENTS,
    STATEMENTS,
    MATCHING,
    HOUSE_DAYS,
    PLD_RULES,
    PLD_BLIND_SPOTS,
    PLD_ALERTS,
    MONEY_TRAIL,
    COAF,
    EVIDENCE,
    RETENTION,
    EXCHANGE_BANKS,
    EXCHANGE_RATES,
    EXCHANGE_AGREEMENTS,
    OPERATIONS,
    CLOSINGS,
    FILINGS,
    BLOCK_LIST,
    MERCHANT_RULES,
    JUDICIAL_ORDERS,
    STAFF_LOOKS,
    CHECK_PROVIDERS,
    SCREENING,
)
#: Every list.
TABLES: tuple[Table, ...] = tuple(table for room in ROOMS for table in room.tables)


def routes_of(rooms: Iterable[Room], services: Services) -> list[Route]:
    """The routes of each room: its lists, its records, its Commands with their plans, and its other routes."""
    access, replica = services[Access], services[Replica]
    return [
        route
        for room in rooms
        for route in (
            *(table_route(table, access, replica) for table in room.tables),
            *(record_route(record, access) for record in room.records),
            *command_routes(room.all_commands(services), access),
            *room.routes(services),
        )
    ]
