# Every task of the project, each of which sets up what it needs. `make help` lists them.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.SUFFIXES:

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input -qq
PYTEST_ARGS ?=

# Silences Material's notice of a MkDocs that this project does not use.
export NO_MKDOCS_2_WARNING := 1
# The same sources give the same bytes: what MkDocs dates, it dates by the last commit.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)

help: ## list the tasks
	@sed -n 's/^\([a-z][a-z-]*\):.*## /  make \1 - /p' Makefile

guide: $(VENV)/.guide ## build the guide into site/
	$(BIN)/mkdocs build --strict

serve: $(VENV)/.guide ## show the guide at http://127.0.0.1:8000 and follow every change
	$(BIN)/mkdocs serve

test: $(VENV)/.browser $(VENV)/.postgres ## run every test, in a browser too, and check the guide's numbers
	$(BIN)/proseproof check --format text
	$(BIN)/python -m pytest -n auto --dist loadfile $(PYTEST_ARGS)

lint: $(VENV)/.dev ## format, lint, types and import contracts
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

check: lint test ## the whole gate

bench: $(VENV)/.dev ## measure; the results go to bench/results/
	$(BIN)/python bench/check_vs_build.py
	$(BIN)/python bench/linear.py
	$(BIN)/python bench/suggest.py

reference: $(VENV)/.dev ## write the generated parts of docs/builder
	$(BIN)/python builder/reference.py

lock: $(VENV)/.dev ## choose the newest versions of all that is installed
	$(PIP) install uv
	$(UV_COMPILE) --upgrade --group pyproject.toml:build -o requirements.lock
	$(UV_COMPILE) --upgrade --group pyproject.toml:dev -c requirements.lock -o requirements-dev.lock

# One version of each package for every Python and system, so that all of them build one site.
UV_COMPILE = $(BIN)/uv --no-config pip compile --quiet pyproject.toml --universal \
	--python-version 3.11 --fork-strategy fewest --generate-hashes --no-emit-index-url \
	--custom-compile-command "make lock"

clean: ## remove all that was built or installed
	rm -rf $(VENV) site build dist .cache .hypothesis .mypy_cache .ruff_cache .pytest_cache
	rm -rf .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps: a file of .venv is newer than what its step was made from, or the step runs again.

$(VENV)/.made: .ci/venv
	sh .ci/venv $(VENV)
	@touch $@

$(VENV)/.guide: $(VENV)/.made requirements.lock pyproject.toml
	@echo "installing what requirements.lock names into $(VENV)"
	@$(PIP) install --require-hashes --no-deps -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.guide requirements-dev.lock
	@echo "installing what requirements-dev.lock names into $(VENV)"
	@$(PIP) install --require-hashes --no-deps -r requirements-dev.lock
	@touch $@

$(VENV)/.browser: $(VENV)/.dev .ci/browser
	sh .ci/browser $(BIN)/python
	@touch $@

# Without a PostgreSQL its tests are skipped, and say so.
$(VENV)/.postgres: $(VENV)/.dev .ci/postgres
	@sh .ci/postgres >/dev/null || true
	@touch $@

# An environment whose Python is gone, after an upgrade or a move, is made anew.
ifneq ($(wildcard $(VENV)/.made),)
ifneq ($(shell $(BIN)/python -c 'print("runs")' 2>/dev/null),runs)
$(VENV)/.made: gone
endif
endif

.PHONY: help guide serve test lint check bench reference lock clean gone
gone:
