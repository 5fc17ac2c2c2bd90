# `make demo` and `make test` are all that a newcomer needs; each sets up what it uses.
VENV   := .venv
BIN    := $(VENV)/bin
PYTHON ?= python3
PYTEST := $(BIN)/python -m pytest
NPM    := npm --prefix widget

.PHONY: demo test env lint types layers unit properties sabotage browser widget format lock soak guard-vectors

$(BIN)/uv:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet uv

# Each stamp is an environment that matches the files it was made from.
$(VENV)/.runtime: $(BIN)/uv pyproject.toml constraints.txt
	$(BIN)/uv pip install --quiet --python $(BIN)/python -c constraints.txt -e .
	touch $@

$(VENV)/.dev: $(VENV)/.runtime
	$(BIN)/uv pip install --quiet --python $(BIN)/python -c constraints.txt -e '.[dev]'
	touch $@

widget/node_modules/.stamp: widget/package.json widget/package-lock.json
	scripts/need.sh npm nodejs npm
	$(NPM) ci --no-audit --no-fund --loglevel=error
	touch $@

env: $(VENV)/.dev

demo: $(VENV)/.runtime
	$(BIN)/docsteward demo

test: lint types layers widget unit properties sabotage browser

lint: env
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: env
	$(BIN)/pyright

layers: env
	$(BIN)/lint-imports

# Types, tests, the size budget, and the proof that a rebuild gives the committed file.
widget: widget/node_modules/.stamp
	$(NPM) test
	$(NPM) run check:bundle
	$(NPM) run size

# Everything but the browser; PostgreSQL comes from a wheel and is started by the tests.
unit: env widget/node_modules/.stamp
	$(PYTEST) -n 2 -m "not browser" --ignore tests/sabotage

# Ten thousand examples each for templates and arguments; the seed is printed.
properties: env
	HYPOTHESIS_PROFILE=ci $(PYTEST) -n 2 tests/urls/test_template_properties.py \
	  tests/toolspec/test_parameters.py tests/toolspec/test_nested_parameters.py

# Rules broken on purpose, one at a time: their tests must turn red.
sabotage: env
	$(PYTEST) -n 2 tests/sabotage

browser: env widget/node_modules/.stamp
	scripts/need.sh chromium chromium
	$(PYTEST) -m browser

# The guard's table on another Python: `make guard-vectors PYTHON=python3.13`.
guard-vectors:
	$(PYTHON) -m venv .venv-vectors
	.venv-vectors/bin/python -m pip install --quiet uv
	.venv-vectors/bin/uv pip install --quiet --python .venv-vectors/bin/python \
	  -c constraints.txt -e '.[dev]'
	.venv-vectors/bin/python -m pytest -p no:cacheprovider tests/netguard

# An hour of hostile URLs and arguments; SOAK_SECONDS and SOAK_SEED change it.
soak: env
	$(BIN)/python -m bench.soak

format: env
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# After a change of pyproject.toml.
lock: $(BIN)/uv
	$(BIN)/uv pip compile --quiet --all-extras --no-header --no-annotate --universal \
	  --python-version 3.11 pyproject.toml -o constraints.txt
