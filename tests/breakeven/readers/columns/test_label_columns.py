"""Headers that nobody foresaw: ids, texts, truth and predictions are known by what columns hold.

Two small files of the same documents, in all combinations that a rotation visits. What is read is
compared with what was written down for each document; where nothing can be told, the reader asks.
"""

from __future__ import annotations

import csv
import io
import random
import uuid
from collections import Counter
from dataclasses import dataclass
from itertools import product

from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import read_review
from tests.breakeven.readers.reading import classes_of
from tests.made import not_none

IDS = [
    "ticket_id", "uid", "uuid", "message_id", "item_id", "case_id", "sample_id", "example_id",
    "guid", "key", "row_id", "tweet_id", "review_id", "record_id", "text_id", "ID", "id", "doc_id",
    "DocNo", "Document", "Vorgangsnummer", "Aktenzeichen", "Nr.", "Kennung", "lfd. Nummer",
    "Belegnr", "numéro", "référence", "identifiant", "N° de dossier", "número de caso", "clave",
    "expediente", "codice", "pratica", "チケット番号", "文書", "案件编号", "번호", "номер",
    "обращение", "رقم", "case", "ticket", "Case Number", "reference", "which", "x", "A", "col_0",
    "Column1", "", " id ", "  Ticket ID ", "Unnamed: 0", "Unnamed: 3", "id\"quoted\"", "a,b",
    "=HYPERLINK(1)", "<b>id</b>",
]  # fmt: skip
TEXTS = [
    "text", "message", "review", "tweet", "body", "sentence", "comment", "description", "query",
    "utterance", "headline", "content", "Nachricht", "Beschreibung", "Anliegen", "Satz", "texte",
    "commentaire", "énoncé", "mensaje", "reseña", "frase", "testo", "messaggio", "本文", "文章",
    "内容", "문장", "сообщение", "نص", "input", "Freitext", "what they wrote", "col_7", "z", "t1",
    "Verbatim", "complaint", "subject_line", "note",
]  # fmt: skip
PAIRS = [
    ("true", "predicted"), ("label", "prediction"), ("labels", "predicted"), ("gold", "pred"),
    ("y_true", "y_pred"), ("target", "output"), ("actual", "predicted"), ("truth", "guess"),
    ("class", "predicted_class"), ("category", "predicted_category"), ("topic", "pred_topic"),
    ("intent", "predicted_intent"), ("expected", "prediction"), ("ground_truth", "model"),
    ("wahr", "vorhersage"), ("Klasse", "Vorhersage"), ("tatsächlich", "vorhergesagt"),
    ("Wahrheit", "Prognose"), ("wahre Klasse", "vorhergesagte Klasse"), ("label", "vorhersage"),
    ("soll klasse", "Vorhersage"), ("wahr", "predicted"),
    ("vrai", "prédit"), ("vérité", "prédiction"), ("réel", "prédit"), ("label", "prédiction"),
    ("classe réelle", "classe prédite"), ("vraie étiquette", "étiquette prédite"),
    ("real clase", "predicha"), ("verdadero", "predicho"), ("verdad", "predicción"),
    ("label", "predicción"), ("clase verdadera", "clase predicha"), ("verdadera", "predicha"),
    ("正解", "予測"), ("正解ラベル", "予測ラベル"), ("真实标签", "预测标签"), ("正解", "predicted"),
    ("label", "予測"), ("真实类别", "预测类别"),
]  # fmt: skip
ORDERS = ("same", "reversed", "shuffled")
CLASSES = ("billing", "login", "parts", "other")
WORDS = ("the", "printer", "stays", "offline", "since", "monday", "as", "cable", "and", "driver")
N = 24


@dataclass(frozen=True)
class Writing:
    """Ids as the file with the truth has them, and as the other one does."""

    name: str
    truth: list[str]
    predicted: list[str]


def writings() -> list[Writing]:
    draw = random.Random(7)
    codes = [f"T-{10_000 + 7 * i}" for i in range(N)]
    numbers = [str(7 + 13 * i) for i in range(N)]
    padded = [text.zfill(6) for text in numbers]
    uuids = [str(uuid.UUID(int=draw.getrandbits(128), version=4)) for _ in range(N)]
    counted = [str(i + 1) for i in range(N)]
    large = [str(draw.randrange(10**11, 10**12)) for _ in range(N)]
    return [
        Writing("codes", codes, codes),
        Writing("leading zeros dropped", padded, numbers),
        Writing("as floating-point numbers", numbers, [f"{text}.0" for text in numbers]),
        Writing("UUIDs, of which one file has capitals", uuids, [u.upper() for u in uuids]),
        Writing("counted from 1", counted, counted),
        Writing("blanks around", codes, [f" {text} " for text in codes]),
        Writing("large numbers", large, large),
        Writing("leading zeros and blanks", padded, [f" {text}" for text in padded]),
    ]


def documents() -> list[tuple[str, str, str]]:
    """Text, true class and predicted class of each document; the system is wrong on one in five."""
    draw = random.Random(3)
    found = []
    for place in range(N):
        text = " ".join(draw.sample(WORDS, 9))
        true = CLASSES[draw.randrange(4)]
        wrong = CLASSES[(CLASSES.index(true) + 1) % 4]
        found.append((text, true, wrong if place % 5 == 0 else true))
    return found


def in_order(rows: list[int], order: str) -> list[int]:
    if order == "reversed":
        return rows[::-1]
    return random.Random(11).sample(rows, len(rows)) if order == "shuffled" else rows


def table(header: list[str], rows: list[list[str]]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows([header, *rows])
    return out.getvalue().encode()


def outcome(
    headers: tuple[str, str, tuple[str, str]], order: str, writing: Writing, missing: bool
) -> str:
    """Whether two files come out as they were written: right, asked or wrong."""
    identity, text, (true, predicted) = headers
    held = documents()
    truth_rows = list(range(2, N) if missing else range(N))
    other_rows = in_order(list(range(N - 3) if missing else range(N)), order)
    truth = table(
        [identity, text, "split", true],
        [[writing.truth[i], held[i][0], "test" if i % 3 else "dev", held[i][1]]
         for i in truth_rows],
    )  # fmt: skip
    other = table([identity, predicted], [[writing.predicted[i], held[i][2]] for i in other_rows])
    try:
        review = read_review([("truth.csv", truth), ("pred.csv", other)])
    except ReadError as error:
        return "asked" if any("row order" in p.remedy for p in error.problems) else "refused"
    expected = {i: held[i] for i in truth_rows}
    shared = {i for i in other_rows if i in expected}
    return "right" if _as_written(review, writing, expected, shared) else "wrong"


def _as_written(
    review: Review, writing: Writing, expected: dict[int, tuple[str, str, str]], shared: set[int]
) -> bool:
    place_of = {text: place for place, text in enumerate(writing.truth)}
    own = [place_of.get(text) for text in not_none(review.truth.documents)]
    if None in own or sorted(own) != sorted(expected) or len(review.predictions) != 1:  # type: ignore[type-var]
        return False
    column = review.truth.text_column
    if column is None or review.truth.labels is None or review.predictions[0].decisions is None:
        return False
    texts = review.truth.columns[column].tolist()
    labels = classes_of(not_none(review.truth.labels), review.truth.classes)
    (system,) = review.predictions
    decided = classes_of(not_none(system.decisions), review.truth.classes)
    spoken = {own[row]: classes for row, classes in zip(system.rows.tolist(), decided, strict=True)}
    return spoken == {i: {expected[i][2]} for i in shared} and all(
        (text, label) == (expected[i][0], {expected[i][1]})  # type: ignore[index]
        for i, text, label in zip(own, texts, labels, strict=True)
    )


def test_files_with_headers_nobody_foresaw_are_joined_right_or_asked_about() -> None:
    counts: Counter[str] = Counter()
    failed = []
    kinds = writings()
    for number, (order, (place, identity)) in enumerate(product(ORDERS, enumerate(IDS))):
        for turn in (0, 1):
            writing = kinds[(place + 3 * turn + number // len(IDS)) % len(kinds)]
            text = TEXTS[(place + 13 * turn) % len(TEXTS)]
            pair = PAIRS[(3 * place + 7 * turn) % len(PAIRS)]
            result = outcome(
                (identity, text, pair), order, writing, missing=(number + turn) % 3 == 0
            )
            counts[result] += 1
            if result != "right":
                failed.append((result, identity, text, pair, order, writing.name))
    total = sum(counts.values())
    assert total == 360
    assert counts["wrong"] == 0, failed
    assert counts["refused"] == 0, failed
    assert counts["right"] >= 0.97 * total, failed
