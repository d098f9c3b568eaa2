# make run: the workbench in the browser.   make test: what everybody runs.   make test-all: what takes longer, too.
# Each sets up what it needs in .venv first.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check
unexport PYTHONDONTWRITEBYTECODE  # a hundred processes of the tests would translate the same files again

.PHONY: run test test-all fuzz lint format playthroughs signatures bench clean

run: .venv/run
	$(BIN)/zermelo serve

test: lint
	$(BIN)/pytest -n 2 --dist worksteal  # neighbours, which share compiled kernels, stay together

test-all: .venv/done
	$(BIN)/pytest -n 2 --dist worksteal -m long
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n 2 --dist worksteal -m bounds

INPUTS ?= 1000
SEED ?= 1
fuzz: .venv/done  # make fuzz INPUTS=100000 SEED=2 KINDS="trees http=20000"
	PYTHONPATH=tests $(BIN)/python -m fuzz --inputs $(INPUTS) --seed $(SEED) $(KINDS)

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

signatures: .venv/done
	$(BIN)/python tests/signatures.py

bench: .venv/done
	$(BIN)/zermelo bench

.venv/run: pyproject.toml
	$(PYTHON) -m venv .venv
	$(PIP) --editable .
	touch $@

.venv/done: .venv/run
	$(PIP) --no-compile --editable ".[dev]"
	touch $@

clean:
	rm -rf .venv
