# `make demo` and `make test` are all that a newcomer needs; each sets up what it uses.
VENV   := .venv
BIN    := $(VENV)/bin
PYTHON ?= python3

.PHONY: demo test env lint types layers unit browser widget

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

env: $(VENV)/.dev

demo: $(VENV)/.runtime
	$(BIN)/docsteward demo

lint: env
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: env
	$(BIN)/pyright

layers: env
	$(BIN)/lint-imports

unit: env
	$(BIN)/python -m pytest -n 2 -m "not browser"

test: lint types layers unit
