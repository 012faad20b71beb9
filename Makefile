# make play, make test, make docs, ...: everything here installs what it needs into .venv, once.
# The stamps stand in .venv and depend on pyproject.toml, so a second run installs nothing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP := $(BIN)/python -m pip install --disable-pip-version-check --quiet
WORKERS ?= 2
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help play test test-slow lint format docs docs-serve gallery bench clean

help:
	@echo "make play        install Tengen and start a game in the terminal"
	@echo "make play ARGS='tile --board 9x9'    another game, another board"
	@echo "make test        lint, types, floors and tests: what has to pass before a change lands"
	@echo "make test-slow   the long tests"
	@echo "make lint        ruff, mypy and import-linter alone"
	@echo "make format      let ruff order imports and lay out the code"
	@echo "make docs        build the documentation into site/ (make docs-serve: read it while writing)"
	@echo "make gallery     draw the pictures of the documentation anew"
	@echo "make bench       the benchmarks behind every published number"
	@echo "make clean       remove what was built; .venv stays"

play: $(STAMPS)/play
	@echo "Starting ordinary Go in the terminal. \`$(BIN)/tengen variants\` lists the other games;"
	@echo "\`make play ARGS='tile --board 9x9'\` or \`$(BIN)/tengen play tile --board 9x9\` starts one."
	@$(BIN)/tengen play $(ARGS)

test: $(STAMPS)/test $(STAMPS)/gnugo lint
	$(BIN)/python -c "import tengen; tengen.Game('chinese', board='5x5').play('C3')"
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --cov --cov-report=term --hypothesis-profile=ci $(ARGS)

test-slow: $(STAMPS)/test
	$(BIN)/python -m pytest -m slow --hypothesis-profile=thorough --durations=10 $(ARGS)

lint: $(STAMPS)/lint
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMPS)/lint
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: $(STAMPS)/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The documentation is in site/index.html."

gallery: $(STAMPS)/play
	$(BIN)/tengen gallery docs/pictures --page docs/gallery.md

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

# GNU Go is the opponent in some tests: installed where nobody has to be asked, which is by root, and by sudo in CI.
$(STAMPS)/gnugo: | $(STAMPS)/test
	@PATH="$$PATH:/usr/games"; if command -v gnugo >/dev/null; then touch $@; exit; fi; \
	if [ "$$(id -u)" = 0 ]; then as=env; elif [ -n "$$CI" ]; then as="sudo -n"; else as=false; fi; \
	if $$as apt-get -qq update && $$as apt-get -qq --yes install gnugo; then touch $@; \
	else echo "Without GNU Go some tests are skipped; on Debian and Ubuntu: sudo apt-get install gnugo"; fi

$(STAMPS)/play: pyproject.toml | $(BIN)/python
	@echo "Installing Tengen and what it needs into $(VENV); this takes a minute, once"
	@$(PIP) --editable '.[pictures,web]'
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/%: pyproject.toml | $(BIN)/python
	@echo "Installing what \`make $*\` needs into $(VENV); this takes a minute, once"
	@$(PIP) --editable '.[$*]'
	@mkdir -p $(STAMPS) && touch $@
