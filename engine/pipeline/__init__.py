"""The workflow from generation to publication, as functions for the command line and Python API.

A sub-package per step: `generate`, `check`, `evaluate`, `replies` (what is stored already),
`improve` (weak skills), `publish` and its `files`. `demo.demo` walks all of it.

Long functions take their settings, the path of the database and a progress reporter
(`engine.core.progress`). Those that work in parallel also take an executor (None: workers of their
own, if they pay off).
"""
