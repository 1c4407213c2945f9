"""A payment provider that speaks API Pix 2.9.0, for development, tests and the demo. No real money moves.

It is a program of its own: nothing of the application is imported but the documents and the BR Code, and the
application reaches it over HTTP only, as it would any other provider.
"""
