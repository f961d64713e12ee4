"""Metadata of models is read by the Hub's own library as it was meant."""

from __future__ import annotations

import re
from math import isnan

import pytest
import yaml
from huggingface_hub import ModelCard, parse_eval_result_entries
from huggingface_hub.repocard_data import eval_results_to_model_index
from numpy.testing import assert_allclose

import breakeven as be
from breakeven.report.model_card import Benchmark, eval_results, measures_of, model_index
from tests.breakeven.report.reported import HOSTILE, hostile_report, plain_review, report

VALUES = {
    # 6 hits of 9 called and 11 true
    ("f1", "micro"): 12 / 20,
    ("precision", "micro"): 6 / 9,
    ("recall", "micro"): 6 / 11,
    # 6 / 9, 4 / 8, 2 / 3 for a, b and c; d is 0/0
    ("f1", "macro"): (2 / 3 + 1 / 2 + 2 / 3) / 3,
    # documents 0 to 2, 5 and 8 are right, and 4 has one class of two
    ("f1", "samples"): (5 + 2 / 3) / 10,
    ("exact_match", None): 5 / 10,
}


def card_of(text: str) -> ModelCard:
    return ModelCard(f"---\n{text}---\n\n# A model\n")


def test_a_model_card_gives_the_numbers_back_with_averaging_and_interval() -> None:
    made = report(plain_review())
    card = card_of(model_index(made))
    assert card.data.model_name == "svm"
    results = {
        (r.metric_type, (r.metric_args or {}).get("average")): r for r in card.data.eval_results
    }
    for key, value in VALUES.items():
        assert_allclose(results[key].metric_value, value)
        low, high = results[key].metric_args["interval"]
        assert low < value < high
        assert f"{low:.3f} to {high:.3f}" in results[key].metric_name
    macro_f = results["f1", "macro"]
    assert (macro_f.task_type, macro_f.dataset_type, macro_f.dataset_name) == (
        "text-classification", "own-data", "ten",
    )  # fmt: skip
    assert macro_f.metric_name.startswith("F₁, macro (95 %: ")
    assert macro_f.metric_args["undefined_as"] == "drop"
    assert macro_f.dataset_args["fingerprint"] == made.identity.fingerprint


def test_the_hubs_library_writes_the_same_metadata_again() -> None:
    for found in (report(plain_review()), hostile_report()):
        text = model_index(found)
        data = card_of(text).data
        again = eval_results_to_model_index(data.model_name, data.eval_results)
        assert again == yaml.safe_load(text)["model-index"]
        # and what it writes itself is read as the same
        assert card_of(data.to_yaml() + "\n").data.eval_results == data.eval_results


def test_names_from_files_stay_text_whatever_reads_them() -> None:
    text = model_index(hostile_report())
    data = yaml.safe_load(text)["model-index"][0]
    assert data["name"] == HOSTILE[5]
    dataset = data["results"][0]["dataset"]
    assert dataset["name"] == HOSTILE[4]
    # another version of YAML reads a bare 1e3 as a number, and a bare no as false
    bare = re.findall(r"^[ -]*\w[\w-]*: ([^\"\n].*)$", text, re.M)
    assert {word for word in bare if not re.fullmatch(r"[a-z][a-z0-9_-]+|[\d.e-]+", word)} == set()


def test_what_promises_too_much_goes_along() -> None:
    review = be.from_arrays([1, 0, 1, 0], y_score=[0.9, 0.8, 0.7, 0.1], split="dev")
    found = report(review, split="dev", cut="f:split=dev")
    data = yaml.safe_load(model_index(found))["model-index"][0]["results"][0]
    assert found.decisions.optimistic
    assert list(found.conditions) == data["dataset"]["args"]["conditions"]
    assert "optimistic" in data["metrics"][1]["name"]


def test_an_undefined_number_is_left_out() -> None:
    nothing = be.from_arrays([["a"], ["a"]], [[], []], classes=["a"])
    found = report(nothing)
    assert isnan(found.headline.averages.micro.measures["precision"].value)
    types = {result.metric_type for result in card_of(model_index(found)).data.eval_results}
    assert "precision" not in types
    assert "f1" in types


def test_the_result_of_a_benchmark_is_one_entry_that_says_how_it_was_got() -> None:
    made = report(plain_review())
    text = eval_results(made, Benchmark("org/data", "topics", "micro_f"))
    (entry,) = parse_eval_result_entries(yaml.safe_load(text))
    assert (entry.dataset_id, entry.task_id) == ("org/data", "topics")
    assert_allclose(entry.value, 12 / 20)
    assert entry.notes is not None
    assert entry.notes.startswith("F₁, micro (95 %: ")
    assert made.identity.fingerprint in entry.notes
    assert "macro_recall" in measures_of(made)
    with pytest.raises(ValueError, match=r"no number 'f1'; choose one of exact_match, micro_f, "):
        eval_results(made, Benchmark("org/data", "topics", "f1"))
