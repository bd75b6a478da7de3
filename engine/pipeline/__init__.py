"""The workflow from generation to publication, as functions for the command line and Python API.

`datasets.generate_dataset`, `verification.verify_dataset`, `metamorphosis.metamorph_dataset`,
`auditing.audit_dataset`, `evaluation.evaluate`, `publishing.publish_all`, `demo.demo`.

Each takes its settings, the path of the database, an executor for parallel work (None: its own
worker processes, if they pay off) and a progress reporter (`engine.core.progress`).
"""
