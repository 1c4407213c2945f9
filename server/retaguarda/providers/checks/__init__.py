"""Providers that check people and companies: registries, bureaus, documents, faces, lists."""
