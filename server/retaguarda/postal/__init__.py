"""Look up addresses by postal code for forms: results are cached, and no form waits long."""
