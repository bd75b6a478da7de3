"""The whole way of the data, as functions that command line and Python API call.

`datasets.generate_dataset`, `verification.verify_dataset`, `metamorphosis.metamorph_dataset`,
`auditing.audit_dataset`, `evaluation.evaluate`, `publishing.publish_all`, `demo.demo`.

Each takes what is to be done, the path of the database, an executor for parallel work (None: worker
processes of its own, where they pay) and the progress to report (`engine.core.progress`).
"""
