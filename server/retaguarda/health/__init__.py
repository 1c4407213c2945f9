"""How the program tells who runs it that it is well: readiness, and figures for Prometheus."""
