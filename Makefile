# Every target is `python tasks.py TARGET`, which works where there is no make. ARGS are handed on: make test ARGS="-k build"

SUITABLE = import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11 python3.14 python; do \
	if "$$python" -c "$(SUITABLE)" >/dev/null 2>&1; then echo "$$python"; break; fi; done)
ARGS ?=

.PHONY: help demo test bench lint attacks chaos browser audit wheel fresh numpy126 setup
.DEFAULT_GOAL := help

help:
	@echo "make demo     a sample class, graded, with its pages"
	@echo "make test     all tests"
	@echo "also: bench lint attacks chaos browser audit wheel fresh numpy126 setup"

demo test bench lint attacks chaos browser audit wheel fresh numpy126 setup:
	@$(if $(PYTHON),,$(error no Python 3.11 or newer was found; install one, or run make $@ PYTHON=/path/to/python))
	@"$(PYTHON)" tasks.py $@ $(ARGS)
