"""What does not keep the rules of `test_rules.py` yet, by name: nothing is added, done ones go."""

from __future__ import annotations

# modules under 60 lines, or over 600
SIZE: dict[str, int] = {
    "breakeven/api/pytest_plugin.py": 1,  # stays: each run of pytest imports it
    "breakeven/data/home.py": 1,
    "breakeven/gate/github.py": 1,
    "breakeven/gate/junit.py": 1,
    "breakeven/readers/samples.py": 1,  # stays: named before what reads is loaded
    "metrics/catalogue/shown.py": 1,
    "metrics/typing.py": 1,
}
# folders of more than 20 modules
FOLDERS: dict[str, int] = {}
# modules that import each other, with how many stand in the circle
IN_A_CIRCLE_OF_MODULES: dict[str, int] = {
    "breakeven/engine/named_tables.py": 2,
    "breakeven/engine/named_tables_file.py": 2,
}
# folders that import each other, with how many stand in the circle
IN_A_CIRCLE_OF_FOLDERS: dict[str, int] = {
    "metrics": 2,
    "metrics/catalogue": 2,
}
# imports of our own in functions, without a comment that says why
IMPORTS_WITHOUT_REASON: dict[str, int] = {
    "breakeven/results/evaluation.py": 16,
    "breakeven/results/weak_slices.py": 1,
}
# names that several classes have
CLASS_NAMES: dict[str, int] = {
    "Average": 2,
}
# public names with a word that stands for nothing
WORDS: dict[str, int] = {
    "breakeven/engine/counting.py: whole_numbers": 1,  # stays: that is what they are called
    "breakeven/results/documents.py: FoundDocuments": 1,  # stays: Python users meet it
}
# what is defined elsewhere than by its owner
DEFINED: dict[str, int] = {
    "AVERAGES in breakeven/analysis/annotators/ceiling.py": 1,
    "AVERAGES in breakeven/analysis/comparison/shared_documents.py": 1,
    "AVERAGES in breakeven/gate/gate_rules.py": 1,
    "AVERAGES in breakeven/report/content/headline.py": 1,
    "AVERAGES in breakeven/report/model_card.py": 1,
    "AVERAGES in breakeven/report/report_tables.py": 1,
    "AVERAGES in breakeven/results/evaluation_export.py": 1,
    "AVERAGES in breakeven/results/variants.py": 1,
    "AVERAGES in breakeven/ui/overview/averages.py": 1,
    "AVERAGES not in metrics/typing.py": 1,
    "CELLS in breakeven/results/evaluation_export.py": 1,
    "CELLS in breakeven/store/signatures.py": 1,
    "CELLS in breakeven/ui/curves/threshold_panel.py": 1,
    "CELLS in breakeven/ui/findings/finding.py": 1,
    "CELLS in breakeven/ui/overview/azure.py": 1,
    "CELLS in breakeven/ui/thresholds/costs.py": 1,
    "CELLS not in metrics/typing.py": 1,
    "DEFAULT_BETA not in metrics/typing.py": 1,
}
# rows of averages and cells that could be `AVERAGES` and `CELLS`
SPELLED_OUT: dict[str, int] = {
    "breakeven/analysis/annotators/ceiling.py": 2,
    "breakeven/analysis/class_structure/merging.py": 2,
    "breakeven/analysis/comparison/difference_bounds.py": 1,
    "breakeven/analysis/comparison/fixed_answer.py": 1,
    "breakeven/analysis/comparison/shared_documents.py": 1,
    "breakeven/analysis/documents/behind.py": 1,
    "breakeven/analysis/evaluation/class_sizes.py": 1,
    "breakeven/analysis/evaluation/curves.py": 1,
    "breakeven/analysis/evaluation/cut_text.py": 1,
    "breakeven/analysis/evaluation/document_kinds.py": 1,
    "breakeven/analysis/evaluation/evaluation.py": 1,
    "breakeven/analysis/evaluation/threshold_stability.py": 1,
    "breakeven/analysis/slices/slice_comparison.py": 1,
    "breakeven/api/measured_review.py": 1,
    "breakeven/gate/gate_rules.py": 1,
    "breakeven/report/content/gather.py": 1,
    "breakeven/report/content/record.py": 1,
    "breakeven/report/content/systems.py": 1,
    "breakeven/report/plain_data.py": 1,
    "breakeven/report/report_tables.py": 2,
    "breakeven/results/evaluation.py": 1,
    "breakeven/results/evaluation_export.py": 2,
    "breakeven/results/variants.py": 1,
    "breakeven/ui/catalogue.py": 1,
    "breakeven/ui/classes/class_table.py": 1,
    "breakeven/ui/classes/worked_measures.py": 3,
    "breakeven/ui/curves/label_ranking.py": 1,
    "breakeven/ui/thresholds/costs.py": 1,
    "breakeven/ui/thresholds/sections.py": 1,
    "breakeven/ui/unlabelled/every_measure.py": 1,
    "metrics/annotators/pairwise_agreement.py": 3,
    "metrics/averaging.py": 1,
    "metrics/label_errors/noise_band.py": 1,
    "metrics/merging/merge_gains.py": 2,
    "metrics/thresholds/costs.py": 2,
    "metrics/uncertainty/average_intervals.py": 1,
    "metrics/uncertainty/intervals.py": 1,
    "metrics/uncertainty/resampling.py": 1,
}
# parameters and fields `beta` whose default is a number
BETA: dict[str, int] = {
    "breakeven/analysis/class_structure/hierarchical_measures.py": 1,
    "breakeven/analysis/class_structure/merge_search.py": 3,
    "breakeven/analysis/class_structure/merging.py": 1,
    "breakeven/analysis/estimation/estimates.py": 1,
    "breakeven/analysis/estimation/periods.py": 3,
    "breakeven/analysis/evaluation/cut.py": 1,
    "breakeven/api/engine.py": 1,
    "breakeven/api/measured_review.py": 1,
    "breakeven/api/report.py": 1,
    "breakeven/gate/gate_rules.py": 1,
    "breakeven/results/ceiling.py": 1,
    "breakeven/results/comparison.py": 1,
    "breakeven/results/estimates.py": 1,
    "breakeven/results/evaluation.py": 5,
    "breakeven/results/findings.py": 1,
    "breakeven/results/learning_curve.py": 1,
    "breakeven/results/test_size.py": 1,
    "breakeven/results/thresholds.py": 1,
    "metrics/averaging.py": 2,
    "metrics/catalogue/shown.py": 2,
    "metrics/expected/exclusive_classes.py": 2,
    "metrics/expected/expected_f.py": 5,
    "metrics/expected/rolling_windows.py": 2,
    "metrics/measures.py": 3,
    "metrics/ranking/curves.py": 1,
    "metrics/thresholds/strategies.py": 1,
    "metrics/uncertainty/intervals.py": 2,
    "metrics/uncertainty/power.py": 3,
}
# functions of results that return a dictionary of anything
OPEN_DICTIONARIES: dict[str, int] = {
    "breakeven/results/agreement.py": 4,
    "breakeven/results/answers.py": 5,
    "breakeven/results/ceiling.py": 6,
    "breakeven/results/changes.py": 5,
    "breakeven/results/classes.py": 2,
    "breakeven/results/comparison.py": 8,
    "breakeven/results/confusion.py": 1,
    "breakeven/results/counted.py": 3,
    "breakeven/results/dividing.py": 2,
    "breakeven/results/documents.py": 5,
    "breakeven/results/estimates.py": 8,
    "breakeven/results/evaluation.py": 2,
    "breakeven/results/evaluation_export.py": 8,
    "breakeven/results/findings.py": 3,
    "breakeven/results/hierarchy.py": 3,
    "breakeven/results/label_errors.py": 2,
    "breakeven/results/label_ranking.py": 1,
    "breakeven/results/learning_curve.py": 3,
    "breakeven/results/merging.py": 4,
    "breakeven/results/scope.py": 4,
    "breakeven/results/signed_numbers.py": 1,
    "breakeven/results/slices.py": 1,
    "breakeven/results/splitting.py": 2,
    "breakeven/results/test_size.py": 3,
    "breakeven/results/thresholds.py": 1,
    "breakeven/results/variants.py": 9,
    "breakeven/results/weak_slices.py": 1,
    "breakeven/results/workload.py": 2,
}
# modules over 150 lines without a test of their name
UNTESTED: dict[str, int] = {
    "breakeven/results/dividing.py": 1,
    "breakeven/results/evaluation.py": 1,
    "breakeven/results/evaluation_export.py": 1,
    "breakeven/results/merging.py": 1,
    "breakeven/results/thresholds.py": 1,
    "breakeven/results/variants.py": 1,
    "breakeven/ui/app/cache/cache.py": 1,
    "breakeven/ui/begin.py": 1,
    "breakeven/ui/begin_table.py": 1,
    "breakeven/ui/catalogue.py": 1,
    "breakeven/ui/findings/finding.py": 1,
    "breakeven/ui/findings/list.py": 1,
    "breakeven/ui/table/documents.py": 1,
    "breakeven/ui/table/pages.py": 1,
    "breakeven/ui/table/thresholds.py": 1,
}
