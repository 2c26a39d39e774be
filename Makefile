# Everything that a person or a machine starts here. It needs Python 3.11 or later and make, nothing else.
# Each target can be run again at any time, also after `git pull`: what is up to date is left alone.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run check check-types check-code check-site test test-rest test-long test-all bench audit sbom clean

HOST ?= 127.0.0.1
PORT ?= 8000
TEST_DATABASES ?= sqlite postgresql
TEST_POSTGRESQL_URL ?= postgres://postgres@127.0.0.1:5432/vsdb
TEST_WORKERS ?= 2

SAMPLE := vsdb/check/sample_lists/secret-avengers.txt
VENV := .venv
AUDIT := .venv-audit
PY := $(VENV)/bin/python
# -qq: errors only, and nothing about the machine's own package sources.
PIP := $(PY) -m pip --disable-pip-version-check --require-virtualenv install -qq
RUN_TESTS = TEST_DATABASES="$(TEST_DATABASES)" TEST_POSTGRESQL_URL="$(TEST_POSTGRESQL_URL)" \
	TEST_WORKERS="$(TEST_WORKERS)" $(PY) scripts/run_tests.py

help: ## list the targets
	@echo "vsdb: card database and deck checker for the Vs. System games and Riftbound"
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 18
	@echo "  PORT=8001 make run serves on another port. README.md lists the settings."

run: $(VENV)/.run ## set up what is missing, check a sample deck, serve the site
	@$(PY) scripts/port_is_free.py $(HOST) $(PORT)
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py load_reference --verbosity 0
	@$(PY) manage.py build_index --verbosity 0 || test $$? -eq 2
	@echo "A sample deck, checked:"; echo
	@$(PY) manage.py check_deck $(SAMPLE) || test $$? -ne 2
	@echo; echo "vsdb serves http://$(HOST):$(PORT)/ (Ctrl-C to stop)"; echo
	@DJANGO_RUNSERVER_HIDE_WARNING=true $(PY) manage.py runserver $(HOST):$(PORT)

check: $(VENV)/.test ## format, lint, types, layers, templates, migrations, production settings
	@$(MAKE) --no-print-directory --jobs=2 check-types check-code check-site

check-types:
	$(VENV)/bin/mypy

check-code:
	$(VENV)/bin/ruff check --quiet .
	$(VENV)/bin/ruff format --quiet --check .
	$(VENV)/bin/lint-imports
	$(VENV)/bin/djlint templates --quiet --lint

check-site:
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) scripts/check_migrations.py
	DJANGO_DEBUG=0 DJANGO_ALLOWED_HOSTS=vsdb.example DJANGO_HSTS_SUBDOMAINS=1 DJANGO_HSTS_PRELOAD=1 \
		EMAIL_URL=smtp+tls://vsdb.example:587 \
		DJANGO_SECRET_KEY=$$($(PY) -c 'import secrets; print(secrets.token_urlsafe(60))') \
		$(PY) manage.py check --deploy --fail-level WARNING

test: check ## `check`, then the main tests, in minutes
	$(RUN_TESTS) test

test-rest: $(VENV)/.test ## the other tests: more cases, widths and queues
	$(RUN_TESTS) rest

test-long: $(VENV)/.test ## drills, all tests of the database on PostgreSQL, coverage
	$(RUN_TESTS) long

test-all: ## `test-rest` and `test-long`
	@$(MAKE) --no-print-directory test-rest
	@$(MAKE) --no-print-directory test-long

bench: $(VENV)/.test ## measure every goal of speed; PEERS=1 installs what they are compared with
	$(PY) -m benchmarks.bench $(if $(PEERS),--peers)

audit: $(AUDIT)/.ready ## ask the advisory data about every pinned package
	$(PY) scripts/audit_dependencies.py $(AUDIT)/bin/pip-audit

sbom: $(AUDIT)/.ready ## list what the product is made of, as CycloneDX: var/sbom.json
	@mkdir -p var
	$(AUDIT)/bin/cyclonedx-py requirements requirements.txt --pyproject pyproject.toml --mc-type application \
		--output-reproducible --of JSON -o var/sbom.json

clean: ## remove the virtual environment, the caches and the local database
	rm -rf $(VENV) $(AUDIT) var .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage

# The first Python that is new enough; a version manager's stand-in for one that isn't installed fails the question.
$(PY):
	@for python in $(PYTHON) python3.13 python3.12 python3.11 python3.14 python3 python; do \
		if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
		echo "vsdb needs Python 3.11 or later; found: $$(python3 --version 2>&1 || echo none)." >&2; \
		echo "Install one, or name it: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; exit 1; \
	fi; \
	if ! $$found -c 'import ensurepip, venv' >/dev/null 2>&1; then \
		echo "$$($$found --version) lacks the modules venv and ensurepip." >&2; \
		echo "On Debian and Ubuntu they are in the package python3-venv: apt install python3-venv" >&2; exit 1; \
	fi; \
	echo "Setting up $(VENV) with $$($$found --version)"; \
	$$found -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.run: requirements.txt | $(PY)
	@echo "Installing what the product needs (once; a minute or so)"
	@$(PIP) -r requirements.txt
	@touch $@

$(AUDIT)/.ready: requirements-audit.txt | $(PY)
	@echo "Installing what audits dependencies (once; a minute or so)"
	@$(PY) -m venv --clear $(AUDIT)
	@$(AUDIT)/bin/python -m pip --disable-pip-version-check install -qq -r requirements-audit.txt
	@touch $@

$(VENV)/.test: requirements-dev.txt $(VENV)/.run | $(PY)
	@echo "Installing what the tests need (once; a minute or so)"
	@$(PIP) -r requirements-dev.txt
	@touch $@
