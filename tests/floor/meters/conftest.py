"""Where the floors of these tests keep their record."""

from tests.floor.service.conftest import shared_url, url

__all__ = ["shared_url", "url"]
