# GNU make. "make help" lists the targets.
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# ---- What you may set -------------------------------------------------------------------------------------------

## Where "make ssh-demo" (2222) and "make homeserver" (8008) listen, on this machine only
PORT ?=
## What "make ssh-demo" serves: make ssh-demo BOARD=album.sqlite LIMITS=sessions=20,idle=10m
BOARD ?=
LIMITS ?=
## Arguments of the client for "make run": make run ARGS="demo --network bad"
ARGS ?=
## How many visitors "make bench-sessions" lets come
N ?= 200
## Which benchmarks "make bench" runs: words, "make bench ONLY='screen start'"
ONLY ?=
## How often "make torture" ends a client that writes, from which seed, and to what: a homeserver (matrix) or a board
KILLS ?= 200
SEED ?= 1
BACKEND ?= matrix
## What "make sanitize" watches: thread, address or both
SANITIZERS ?= thread address
## How long "make soak" and "make fuzz" run: make soak SECONDS=600
SECONDS ?= 60
## Within how many random histories "make mutants" has to find each fault
SCHEDULES ?= 5000
## Options of every "swift build": make build SWIFT_FLAGS="-j 2"
SWIFT_FLAGS ?=

# ---- What is built from what ------------------------------------------------------------------------------------

run_packages := libcurl4-openssl-dev libncurses-dev libsqlite3-dev libsodium-dev libunistring-dev
ssh_packages := openssh-server openssh-client
font_packages := fonts-dejavu-core fonts-noto-cjk fonts-noto-color-emoji
test_packages := $(run_packages) $(ssh_packages) libvterm-dev python3-venv tmux

# Folders are among the sources: a removed file changes nothing else.
sources := Package.swift $(shell find Sources)
test_sources := $(sources) $(shell find Tests)
bench_sources := $(sources) \
    $(shell find Benchmarks Tests/PtySupport Tests/CPty Tests/CVterm Tests/TestSupport Tests/HomeserverSupport)
swift_files := $(filter %.swift,$(sources) $(shell find Tests Benchmarks -name '*.swift'))

binary := .build/release/rakkan
bench := .build/release/rakkan-bench
recorder := .build/release/rakkan-record
bundle := .build/debug/rakkanPackageTests.xctest
sanitized := rakkanPackageTests.xctest
description := .build/make/package.json

build := swift build $(SWIFT_FLAGS)
unit := --skip EndToEnd --skip HomeserverTests

# ---- The targets ------------------------------------------------------------------------------------------------

.PHONY: help run demo ssh-demo homeserver synapse build test check bench bench-sessions recordings screens widths mutants soak \
    fuzz torture docs sanitize lint clean run-packages test-packages ready

help: ## list what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile | while IFS="$$(printf '\t')" read -r name words; do \
	    printf '  make %-14s %s\n' "$$name" "$$words"; done

run: build ## build the client and open it on the embedded board (ARGS="…" are its arguments)
	@$(binary) $(ARGS)

demo: build ## an album, a bad network and what they do to each other (ARGS="--network bad --guests 3")
	@$(binary) demo $(ARGS)

ssh-demo: build ## serve the album by SSH on this machine, until Ctrl-C (PORT=…, BOARD=…, LIMITS=…)
	@scripts/packages $(ssh_packages)
	@PORT="$(or $(PORT),2222)" BOARD="$(BOARD)" LIMITS="$(LIMITS)" scripts/ssh-demo $(binary)

homeserver: synapse ## a Matrix homeserver on this machine, to try it on (PORT=8008); Ctrl-C ends it
	@scripts/homeserver try "$(CURDIR)/.build/homeserver" $(or $(PORT),8008)

build: run-packages $(binary) ## build the release binary, .build/release/rakkan

test: ready ## everything: unit tests, then end to end on a real terminal
	@RAKKAN_BINARY="$(CURDIR)/$(binary)" RAKKAN_PACKAGE="$(CURDIR)/$(description)" \
	    scripts/run-tests $(bundle) "$(unit)" --beside "--filter HomeserverTests --no-parallel" \
	    "--filter EndToEndTests.SSH --no-parallel" "--filter EndToEnd --skip EndToEndTests.SSH --no-parallel"

check: test-packages $(bundle) $(description) ## the quick part: unit tests, no binary, no terminal
	@RAKKAN_PACKAGE="$(CURDIR)/$(description)" scripts/run-tests $(bundle) "$(unit)"

bench: build test-packages synapse $(bench) ## measure; prints a table, writes .build/bench.json (ONLY="…" chooses rows)
	@$(if $(ONLY),$(if $(findstring weechat,$(ONLY)),$(yardstick),:),$(yardstick))
	@RAKKAN_BINARY="$(CURDIR)/$(binary)" $(bench) $(ONLY)

# Beside what people use; the bench does without where it can't be had.
yardstick := scripts/packages weechat-curses || echo "rakkan: no weechat to measure beside" >&2

bench-sessions: build test-packages $(bench) ## N visitors at once, on ptys and over sshd: memory, idling, live changes (N=…)
	@ulimit -n 4096; RAKKAN_BINARY="$(CURDIR)/$(binary)" $(bench) sessions $(N)

recordings: build test-packages $(recorder) ## play the scripts of docs/recordings, write casts and moving pictures
	@$(recorder) $(binary) docs/recordings

screens: build test-packages $(recorder) ## draw what the client shows in twelve states, into docs/screens (ONLY="…" chooses)
	@scripts/packages $(font_packages)
	@scripts/screens $(recorder) $(binary) docs/screens $(ONLY)

widths: test-packages $(bundle) ## measure what libvterm and tmux draw, write docs/widths.md
	@RAKKAN_RECORD=1 scripts/run-tests $(bundle) "--filter WidthTableTests"

mutants: ## build faults into a copy of the optimistic state and see that each is found (SCHEDULES=…)
	$(needs_swift)
	@SWIFT_FLAGS="$(SWIFT_FLAGS)" scripts/mutants $(SCHEDULES)

soak: test-packages $(bundle) ## random histories of the optimistic state, new ones at each run (SECONDS=…)
	@scripts/soak $(bundle) $(SECONDS)

torture: ready ## end the client at random moments while it writes (KILLS=… SEED=… BACKEND=matrix or board)
	$(if $(filter matrix board,$(BACKEND)),,$(error BACKEND is matrix or board))
	@RAKKAN_BINARY="$(CURDIR)/$(binary)" KILLS="$(KILLS)" SEED="$(SEED)" BACKEND="$(BACKEND)" \
	    scripts/run-tests $(bundle) "--filter HomeserverTests.KillTests"

fuzz: test-packages $(bundle) ## random bytes against texts, widths and keys, new ones at each run (SECONDS=…)
	@scripts/fuzz $(bundle) $(SECONDS)

docs: ## build the documentation of both libraries; a warning is an error
	$(needs_swift)
	@SWIFT_FLAGS="$(SWIFT_FLAGS)" scripts/docs OptimisticState FakeProgress

sanitize: test-packages $(SANITIZERS:%=.build/%/debug/$(sanitized)) ## unit tests under the sanitizers (SANITIZERS="thread address")
	@for kind in $(SANITIZERS); do echo "The $$kind sanitizer:"; \
	    ASAN_OPTIONS=detect_leaks=1 \
	    scripts/run-tests .build/$$kind/debug/$(sanitized) "$(unit) --skip HouseTests" || exit; done

lint: .build/make/lint ## hold the format: swift format lint --strict

clean: ## remove what was built
	rm -rf .build

# ---- How ----------------------------------------------------------------------------------------------------------

# All that a test run needs, and nothing run yet: the end-to-end tests make this one again, without a compiler.
ready: build test-packages synapse $(bundle) $(description)

# Synapse, and another client of it, from PyPI, pinned, in the cache folder: once.
synapse: test-packages
	@scripts/homeserver install && scripts/matrix-nio install

run-packages:
	@scripts/packages $(run_packages)

test-packages:
	@scripts/packages $(test_packages)

define needs_swift
@command -v swift >/dev/null || { echo "rakkan: no swift on PATH: Swift 6.3 is at https://www.swift.org/install" >&2; exit 1; }
endef

# Each build is touched at its end: SwiftPM leaves a binary alone that would come out the same.
$(binary): $(sources) | run-packages
	$(needs_swift)
	$(build) -c release --product rakkan
	@touch $@

$(bench): $(bench_sources) | test-packages
	$(needs_swift)
	$(build) -c release --product rakkan-bench
	$(build) -c release --product yardstick-hello
	$(build) -c release --product yardstick-comment
	@touch $@

$(recorder): $(test_sources) | test-packages
	$(needs_swift)
	$(build) -c release --product rakkan-record
	@touch $@

$(bundle): $(test_sources) | test-packages
	$(needs_swift)
	$(build) --build-tests
	@touch $@

$(SANITIZERS:%=.build/%/debug/$(sanitized)): .build/%/debug/$(sanitized): $(test_sources) | test-packages
	$(needs_swift)
	$(build) --build-tests --sanitize=$* --scratch-path .build/$*
	@touch $@

$(description): Package.swift $(shell find Sources Tests -type d)
	$(needs_swift)
	@mkdir -p $(@D)
	@swift package describe --type json >$@.new && mv $@.new $@

.build/make/lint: $(swift_files) .swift-format
	$(needs_swift)
	@swift format lint --strict --parallel $(swift_files)
	@mkdir -p $(@D) && touch $@
