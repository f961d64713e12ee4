"""Review text classifiers: records, files, evaluation, comparison, findings, reports, the app."""
