"""Health of the program for its operators: readiness, and metrics for Prometheus."""
