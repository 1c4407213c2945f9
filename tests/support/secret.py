"""The server's secret of the tests' houses."""

SECRET = "a secret of the tests, long enough"
