"""KYC: requests with their documents, reasons, proposals and renewals."""
