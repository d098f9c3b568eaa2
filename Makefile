# make run: the workbench in the browser.   make test: everything CI checks.   Both set up .venv first.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test lint format playthroughs bench clean

run: .venv/done
	$(BIN)/zermelo serve

test: lint
	$(BIN)/pytest -n 2 --dist worksteal  # neighbours, which share compiled kernels, stay together

lint: .venv/done
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/done
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

playthroughs: .venv/done
	$(BIN)/python tests/playthrough.py

bench: .venv/done
	$(BIN)/zermelo bench

.venv/done: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[dev]"
	touch $@

clean:
	rm -rf .venv
