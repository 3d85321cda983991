# Works with a plain python3.11+ and make. Everything is installed into .venv, pinned by constraints.txt.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAMES ?= 200000
OUT ?= runs/kaguya
WORKERS ?= 2

.DEFAULT_GOAL := help
.PHONY: help study studies lint test verify calibrate bench bench-page clean

help:
	@echo "make study    simulate kaguya and write its report (GAMES=$(GAMES) OUT=$(OUT))"
	@echo "make studies  play the worked studies of docs/ again and rewrite their pages and figures"
	@echo "make test     style, types, import rules and tests"
	@echo "make verify   every check at full size; appends its figures to docs/verification.md"
	@echo "make calibrate  how often intervals, tests and verdicts are right; rewrites the table of docs/calibration.md"
	@echo "make bench    every figure of docs/performance.md: tables, and runs/bench.json; bench-page puts them there"
	@echo "make clean    remove runs, caches and the virtual environment"

$(VENV)/.study: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt setuptools
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --no-build-isolation -e .
	touch $@

$(VENV)/.dev: $(VENV)/.study
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --no-build-isolation -e '.[dev]'
	touch $@

study: $(VENV)/.study
	$(BIN)/fairseat study kaguya --games $(GAMES) --out $(OUT) --force
	@echo "Open $(OUT)/report.html in a browser."

studies: $(VENV)/.dev
	$(BIN)/python -m tests.studies.make

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: export FAIRSEAT_TIER = ci
test: lint
	$(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

verify: export FAIRSEAT_TIER = verify
verify: export FAIRSEAT_RECORD = docs/verification.md
verify: lint
	$(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

calibrate: $(VENV)/.dev
	$(BIN)/python tests/analysis/calibrate.py --fresh --workers $(WORKERS) --write docs/calibration.md

bench: $(VENV)/.study
	$(BIN)/python tests/bench/run.py --json runs/bench.json

bench-page: $(VENV)/.study
	$(BIN)/python tests/bench/run.py --read runs/bench.json --write docs/performance.md

clean:
	rm -rf runs build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis $(VENV)
