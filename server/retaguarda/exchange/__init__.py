"""Exchange of currencies: operations of merchants, contracts with banks that close them, and the banks' terms."""
