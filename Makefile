# One entry per thing a person does; CI calls the same ones.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
JOBS ?= auto
VLLM ?= 0.16.0
ONLY ?=
REPORTED := 0.11:0.12 0.15:0.16 0.16:0.17 0.32:0.33

.DEFAULT_GOAL := help

$(VENV)/.ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "apidrift needs Python 3.11 or newer; name one: make PYTHON=python3.12 …"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@# An editable install leaves the byte code to the first run; where that may not write any, every start would pay.
	@$(BIN)/python -m compileall -q apidrift || true
	@touch $@

.PHONY: setup
setup: $(VENV)/.ready  ## make the virtual environment

.PHONY: demo
demo: setup  ## what vLLM 0.16 does to speculators 0.3.0, in the terminal and as out/compare-0.15-0.16.html
	@mkdir -p out
	@$(BIN)/apidrift compare 0.15 0.16 -o out/compare-0.15-0.16.html --fail-on never

.PHONY: test
test: setup  ## the whole offline suite
	$(BIN)/python -m pytest -q -n $(JOBS) -m "not online and not bench and not e2e"

.PHONY: online
online: setup  ## the tests that read the package index
	$(BIN)/python -m pytest -q -m online

.PHONY: lint
lint: setup  ## style and spelling
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/typos

.PHONY: types
types: setup  ## the strict type checker, over the package and over its public API as a user writes it
	$(BIN)/mypy
	$(BIN)/mypy tests/typing

.PHONY: layers
layers: setup  ## who may import whom
	$(BIN)/lint-imports

.PHONY: docs
docs: setup  ## every public thing is documented; generated pages are up to date
	$(BIN)/interrogate -q apidrift
	$(BIN)/python -m pytest -q tests/docs

.PHONY: pages
pages: setup  ## write docs/rules/ and docs/schema/ anew
	$(BIN)/python -m apidrift.rules._docs
	$(BIN)/apidrift schema > docs/schema/report-1.json

.PHONY: coverage
coverage: setup  ## the offline suite with branch coverage
	$(BIN)/python -m pytest -q -n $(JOBS) -m "not online and not bench and not e2e" --cov --cov-report=term:skip-covered

.PHONY: check
check: lint types layers docs test  ## everything that must be green before a commit

.PHONY: snapshots
snapshots: setup  ## rebuild snapshots/ from the index, byte for byte
	$(BIN)/apidrift snapshot

.PHONY: reports
reports: setup  ## rebuild the committed reports from snapshots/
	@for pair in $(REPORTED); do \
	  old=$${pair%:*}; new=$${pair#*:}; stem=reports/vllm-$$old-$$new; \
	  $(BIN)/apidrift compare $$old $$new --offline -q --fail-on never -o $$stem.html -o $$stem.json -o $$stem.md || exit 1; \
	done
	$(BIN)/apidrift matrix --offline -q -o reports/matrix.html -o reports/matrix.json -o reports/matrix.md
	$(BIN)/apidrift index reports

.PHONY: nightly
nightly: setup  ## what the workflow does every night, without GitHub
	$(BIN)/apidrift nightly

.PHONY: eagle3
eagle3: setup  ## the EAGLE-3 pipeline on real vLLM, on a CPU: make eagle3 VLLM=0.16.0
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[e2e]'
	@mkdir -p out
	PYTHON_OF_VLLM="$$($(BIN)/python examples/eagle3/environments.py $(VLLM))" && \
	  eval "$$($(BIN)/python examples/eagle3/environments.py --variables $(VLLM))" && \
	  $(BIN)/apidrift run -- "$$PYTHON_OF_VLLM" examples/eagle3/pipeline.py out/eagle3-$(VLLM)

.PHONY: e2e
e2e: setup  ## real vLLM unmodified, under the generated shim and patched: make e2e VLLM="0.16.0 0.32.0" [ONLY=shim]
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[e2e]'
	VLLM="$(VLLM)" $(BIN)/python -m pytest -q -m e2e -k "$(ONLY)" tests/e2e

.PHONY: bench
bench: setup  ## times, bytes and memory, side by side with the rivals
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python -m pytest benchmarks -q -s -p no:cacheprovider

.PHONY: agents
agents: setup  ## compare the static and the runtime agent on twenty packages; writes docs/agents.md
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python benchmarks/agents.py

.PHONY: consumers
consumers: setup  ## real consumers of vLLM from the index: uses, what is unknown, seconds
	$(BIN)/python benchmarks/consumers.py

.PHONY: world
world: setup  ## real pairs of consumer and provider: breaks that happened are named, good upgrades stay quiet
	$(BIN)/python benchmarks/world.py

.PHONY: differential
differential: setup  ## what ty newly reports on ten pairs, held against apidrift
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python benchmarks/differential.py

.PHONY: growth
growth: setup  ## how time grows with the consumer and with the provider, drawn
	$(BIN)/python benchmarks/growth.py

.PHONY: libs
libs: setup  ## calls of some thirty libraries whose labels are proven by running them: precision and recall
	$(BIN)/python benchmarks/libs/score.py $(LIBS)

.PHONY: cases
cases: setup  ## label these calls anew: installs two versions of every library (hours, gigabytes)
	$(BIN)/python benchmarks/libs/generate.py $(LIBS)

.PHONY: clean
clean:  ## remove what make made
	rm -rf $(VENV) out .pytest_cache .mypy_cache .ruff_cache .coverage*

.PHONY: help
help:  ## this list
	@grep -hE '^[a-z0-9]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9]+):.*## /\1\t/' | expand -t 12
