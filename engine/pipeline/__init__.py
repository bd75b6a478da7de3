"""The workflow from generation to publication, as functions for the command line and Python API.

A sub-package per step: `generate`, `check`, `evaluate`, `replies` (what is stored already),
`improve` (weak skills), `publish` and its `files`. `demo.demo` walks all of it.

Each function takes its settings, the path of the database, an executor for parallel work (None: its
own worker processes, if they pay off) and a progress reporter (`engine.core.progress`).
"""
