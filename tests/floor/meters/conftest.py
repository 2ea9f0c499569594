"""Where the floors of these tests keep their record."""

from tests.floor.service.conftest import postgres_server, shared_url, url

__all__ = ["postgres_server", "shared_url", "url"]
