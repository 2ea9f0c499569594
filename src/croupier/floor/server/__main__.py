"""Print the OpenAPI schema that the pages are typed from: `python -m croupier.floor.server > web/openapi.json`."""

import sys

from croupier.floor.server.app import openapi

if __name__ == "__main__":
    sys.stdout.write(openapi())
