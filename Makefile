# make play, make test, make docs, ...: everything here installs what it needs into .venv, once.
# The stamps stand in .venv and depend on pyproject.toml, so a second run installs nothing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP := $(BIN)/python -m pip install --disable-pip-version-check --quiet
# More than two cores: tests of servers that end or wait rest for a part of their time.
WORKERS ?= 3
# Bytecode is kept, also where Python is told to write none: each of some hundred processes would compile it anew.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help play test test-changed test-slow coverage test-slow-torch test-recipes test-gpu test-slow-jax warm lint lint-systems types scripts audit lock changelog release format messages docs docs-serve gallery man tour page-pictures bench clean

help:
	@echo "make play        install Tengen and open its page: it says where"
	@echo "make play ARGS='--port 9000'    at another port"
	@echo "make test        style, types, floors and tests: what has to pass before a change lands"
	@echo "make test-rules  the tests of one part alone, in seconds; the parts are the folders of tests/"
	@echo "make test-changed   the tests that a change can reach, nearest first, for about three minutes"
	@echo "make test-slow   the long tests (make test-slow-jax: those that need JAX)"
	@echo "make test-gpu    the tests of games on a GPU, with NVIDIA's compiler; on a machine with a GPU, on it"
	@echo "make test-slow-torch   the tests that need PyTorch, quick and long ones (make test-recipes: other people's learners)"
	@echo "make coverage    the tests of make test, and which lines they reach"
	@echo "make lint        ruff, mypy, import-linter, checks of regular expressions and of style, and make types (make style: all but the last)"
	@echo "make scripts     the types of the page's scripts"
	@echo "make types       whether all public names have types that are known in full (Pyright)"
	@echo "make lint-systems   mypy once more, as on Windows and as on macOS"
	@echo "make audit       look the container's dependencies up among known advisories (make lock: take newer ones)"
	@echo "make changelog   move the changes of changelog.d/ into CHANGELOG.md, below the present version"
	@echo "make release     build, check, try, describe and tag a release (STEP=build: one step alone)"
	@echo "make format      let ruff order imports and lay out the code"
	@echo "make messages    update the catalogues of translations from the sources, and print how complete they are"
	@echo "make docs        build the documentation into site/ (make docs-serve: read it while writing)"
	@echo "make gallery     draw the pictures of the documentation anew, and write its tables"
	@echo "make man         write man pages of all commands into build/man/man1 (try: man -M build/man tengen-play)"
	@echo "make tour        run the notebook of examples/ anew, and write its page of the documentation"
	@echo "make page-pictures   take the documentation's pictures of the page anew, in Chromium"
	@echo "make bench       the benchmarks behind every published number"
	@echo "make clean       remove what was built; .venv stays"

play: $(STAMPS)/play
	@$(BIN)/tengen serve $(ARGS)

test: $(STAMPS)/test $(STAMPS)/lint $(STAMPS)/programs
	@$(MAKE) --no-print-directory --jobs=3 tests checks

# What is compiled waits for what others compile: meanwhile types are checked, and one process reads all tests before
# several do, as what pytest makes of them is kept. Pytest ends with 5 where ARGS choose no docstring, and clears
# the name of a KataGo only for tests.
.PHONY: checks docstrings read style tests
checks: style scripts docstrings
tests: warm read
	$(PYTEST) -n $(WORKERS) --dist worksteal --hypothesis-profile=ci $(ARGS)
docstrings: warm
	TENGEN_KATAGO= $(PYTEST) -q --doctest-modules src $(ARGS) || [ $$? = 5 ]
read: | $(STAMPS)/test
	@test -e $(STAMPS)/read || $(PYTEST) --collect-only -q >/dev/null; touch $(STAMPS)/read

# Twice as long as without, which is why `make test` leaves it out.
coverage: $(STAMPS)/test $(STAMPS)/programs warm
	$(PYTEST) -n $(WORKERS) --dist worksteal --cov --cov-report=term --hypothesis-profile=ci --doctest-modules src tests $(ARGS)

# What differs from main (BASE=... another commit), for MINUTES=2.5; ARGS are pytest's.
BASE ?= main
MINUTES ?= 2.5
test-changed: $(STAMPS)/test
	PYTHONDONTWRITEBYTECODE= $(BIN)/python tools/changed.py --base $(BASE) --minutes $(MINUTES) -n $(WORKERS) $(ARGS)

# One part alone: its tests and its docstrings, in this process, whatever the rest is doing.
PARTS := $(notdir $(patsubst %/,%,$(dir $(wildcard tests/*/test_*.py))))
.PHONY: $(addprefix test-,$(PARTS))
$(addprefix test-,$(filter-out gpu,$(sort $(PARTS)))): test-%: $(STAMPS)/test
	$(PYTEST) -q --doctest-modules tests/$* $(wildcard src/tengen/$*) --hypothesis-profile=ci $(ARGS)

test-slow: $(STAMPS)/test $(STAMPS)/programs warm
	$(PYTEST) -m slow -o faulthandler_exit_on_timeout=false --hypothesis-profile=thorough --durations=10 $(ARGS)
	$(PYTEST) -m "drawn and not slow" -o faulthandler_exit_on_timeout=false --hypothesis-profile=many --durations=10 $(ARGS)
	$(BIN)/python -m benchmarks.against $(BASE)

# Tests run in several processes, which would each compile what they need. So it is compiled before.
warm: | $(STAMPS)/test
	$(BIN)/tengen warm

# Where npm is missing, or reaches nothing, this says so and goes on.
scripts: | $(STAMPS)/programs
	@if $(MAKE) --no-print-directory $(TSC); then echo $(TSC) -p $(JSCONFIG) && $(TSC) -p $(JSCONFIG); \
	else echo "Without npm and TypeScript the types of the scripts are not checked"; fi

# Quick ones, too: `make test` has no PyTorch, and skips them.
test-slow-torch: $(STAMPS)/test $(STAMPS)/torch
	$(PYTEST) -m "slow or not slow" --hypothesis-profile=ci --durations=10 \
	  tests/learning tests/cli/test_learning_command.py tests/envs/test_alphazero.py tests/envs/test_recipes.py $(ARGS)

# The recipes for Stable-Baselines3, TorchRL and RLlib beside the one that needs PyTorch alone: gigabytes to install.
test-recipes: $(STAMPS)/test $(STAMPS)/learners
	$(PYTEST) -m slow -rs --durations=0 tests/envs/test_recipes.py $(ARGS)

# Quick and slow ones, and on a GPU those of a real device. Without one these are skipped, and it says at the end why.
test-gpu: $(STAMPS)/test $(STAMPS)/gpu
	$(PYTEST) -rs -m "slow or not slow" --hypothesis-profile=ci --doctest-modules tests/gpu src/tengen/gpu $(ARGS)

test-slow-jax: $(STAMPS)/test $(STAMPS)/jax
	$(PYTEST) -m slow tests/envs/test_pgx.py $(ARGS)

lint: style types

style: $(STAMPS)/lint
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/regex_sources.py
	$(BIN)/python tools/prose.py

# Whether all public names have types that are known in full. Where npm is missing, this says so and goes on, but in CI.
PYRIGHT := $(VENV)/npm/node_modules/.bin/pyright
types: $(STAMPS)/lint
	@if $(MAKE) --no-print-directory $(PYRIGHT); then $(BIN)/python tools/completeness.py $(PYRIGHT); \
	else echo "Without npm and Pyright nobody says whether all public names have types"; [ -z "$$CI" ]; fi

# What types say of the systems that this one is not; `make lint` looks at this one alone, as each costs as much again.
lint-systems: $(STAMPS)/lint
	for system in win32 darwin; do \
	  $(BIN)/mypy --platform $$system --cache-dir .mypy_cache/$$system --no-warn-unreachable src/tengen || exit 1; done

# What the container installs stands in a list, by version and hash. `make lock` renews it, `make audit` looks it up.
LOCK := docs/deploy/requirements.txt
audit: $(STAMPS)/audit
	$(BIN)/python tools/advisories.py $(LOCK)

lock: $(STAMPS)/audit
	echo hatchling | $(BIN)/uv pip compile --quiet --universal --upgrade --python-version 3.11 --generate-hashes \
	  --extra web --extra pictures --no-header --no-annotate --output-file $(LOCK) pyproject.toml -

# Below the version in src/tengen/__init__.py, dated today; the files in changelog.d/ go.
changelog: $(STAMPS)/release
	$(BIN)/towncrier build --yes $(ARGS)

# A release of what is committed: built, looked through, installed and used elsewhere, described and tagged, never pushed.
# make release STEP=build runs one step alone.
STEP ?= all
release: $(STAMPS)/release $(STAMPS)/play
	$(BIN)/python tools/releasing.py $(STEP) $(ARGS)

format: $(STAMPS)/lint
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

messages: $(STAMPS)/test
	$(BIN)/python tools/extraction.py

docs: $(STAMPS)/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The documentation is in site/index.html."

gallery: $(STAMPS)/play
	$(BIN)/python tools/gallery.py
	$(BIN)/python examples/reference_tables.py

man: $(STAMPS)/play
	$(BIN)/python tools/man_pages.py build/man/man1

tour: $(STAMPS)/test
	$(BIN)/python examples/tour_page.py docs

page-pictures: $(STAMPS)/test $(STAMPS)/programs
	$(BIN)/python tests/page_pictures.py docs/pictures $(ARGS)

docs-serve: $(STAMPS)/docs
	$(BIN)/mkdocs serve

bench: $(STAMPS)/test
	$(BIN)/python -m benchmarks $(ARGS)

clean:
	rm -rf site dist build htmlcov .coverage .coverage.* .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	find src -name '*.nbi' -delete -o -name '*.nbc' -delete

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Tengen needs Python 3.11 or newer; with another one installed, say: make PYTHON=python3.12 play"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "This Python cannot make virtual environments; on Debian and Ubuntu: sudo apt-get install python3-venv"; exit 1; }
	@echo "Making a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

# What tests need beside Python is installed where nobody has to be asked, which is by root, and by sudo in CI.
$(STAMPS)/programs: Makefile tests/needed_programs.py | $(STAMPS)/test
	@if $(BIN)/python tests/needed_programs.py; then touch $@; fi

# The scripts of the pages are checked by their JSDoc types. npm trusts the system's certificates beside its own.
JSCONFIG := src/tengen/web/static/js/jsconfig.json
TSC := $(VENV)/npm/node_modules/.bin/tsc
$(TSC): | $(STAMPS)/lint
	@NODE_EXTRA_CA_CERTS="$${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" \
	  npm install --silent --no-audit --no-fund --fetch-retries=1 --prefix $(VENV)/npm typescript@5

$(PYRIGHT): | $(STAMPS)/lint
	@NODE_EXTRA_CA_CERTS="$${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" \
	  npm install --silent --no-audit --no-fund --fetch-retries=1 --prefix $(VENV)/npm pyright@1

$(STAMPS)/play: pyproject.toml | $(BIN)/python
	@echo "Installing Tengen and what it needs into $(VENV); this takes a minute, once"
	@$(PIP) --editable '.[pictures,terminal,web]'
	@mkdir -p $(STAMPS) && touch $@

# Dependency groups take pip 25.1.
GROUPS := test lint docs release audit
$(GROUPS:%=$(STAMPS)/%): $(STAMPS)/%: pyproject.toml | $(BIN)/python
	@echo "Installing what \`make $*\` needs into $(VENV); this takes a minute, once"
	@$(PIP) 'pip>=25.1'
	@$(PIP) --editable . --group $*
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/%: pyproject.toml | $(BIN)/python
	@echo "Installing what \`make $*\` needs into $(VENV); this takes a minute, once"
	@$(PIP) --editable '.[$*]'
	@mkdir -p $(STAMPS) && touch $@
