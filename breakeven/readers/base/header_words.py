"""What the header of a column says by its words: truth, prediction, score, and of which class."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache


def _words(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


# a header of these words is truth; those of _WITH only beside another such word, or a neutral one
TRUTH = _words(
    "true truth gold golden actual actuals target targets expected reference references ref human",
    "ground groundtruth gt annotated annotation annotations annotator oracle ytrue ytest ideal",
    "wahr wahre wahrheit tatsächlich tatsächliche vrai vraie vérité réel réelle verdadero",
    "verdadera verdad vero vera verità waar werkelijk verdadeiro verdadeira sann sant",
    "rzeczywista rzeczywisty rzeczywiste gerçek gercek истина истинный истинная истинное",
    "正解 正解ラベル 実際 真实 真实标签 真实类别 真实值 정답 실제",
)
TRUTH_WITH = _words("real correct given standard expert manual observed test soll")
PREDICTED = _words(
    "pred preds predicted prediction predictions predict predicts hat yhat ŷ yfit ypred",
    "guess guessed inferred scored",
    "vorhersage vorhersagen vorhergesagt vorhergesagte prognose prédit prédite prédiction",
    "prédictions predicho predicha predicción predetto predetta predizione voorspeld voorspelling",
    "previsto prevista predito predita predição predikterad predikterat tahmin",
    "przewidywana przewidywany przewidywane прогноз предсказание предсказанный предсказанная",
    "予測 予測ラベル 预测 预测标签 预测类别 预测值 예측",
)
PREDICTED_WITH = _words(
    "model llm gpt ai machine auto automatic system classifier output outputs response answer",
    "assigned called classified estimated detected suggested result results modell ki",
)
# of a family of models: what such a one says is a prediction
MODELS = _words(
    "gpt chatgpt claude llama mistral mixtral gemini gemma qwen deepseek bert roberta deberta",
    "distilbert svm svc logreg logistic bayes perceptron forest xgboost lightgbm catboost fasttext",
    "lstm cnn classifier classifiers",
)
NEUTRAL = _words(
    "y label labels class classes category categories topic topics tag tags",
    "klasse klassen kategorie etikett clase classe étiquette etiqueta categoria класс",
)
PERSON = _words(
    "annotator annotators rater raters coder coders labeler labelers labeller labellers judge",
    "judges assessor assessors worker workers expert experts reviewer reviewers human humans",
)
# what Label Studio writes beside each annotation, in its CSV and JSON-MIN
LABEL_STUDIO = (
    "annotator", "annotation_id", "created_at", "updated_at", "lead_time", "was_cancelled",
    "agreement", "ground_truth",
)  # fmt: skip
# what a classifier called as often as what is true
EITHER = (
    "label",
    "labels",
    "cats",
    "category",
    "class",
    "topics",
    "y",
    "label_ids",
    "label_id",
    "klasse",
)
PROBABILITY = _words(
    "prob probs proba probas probability probabilities softmax sigmoid",
    "wahrscheinlichkeit probabilité probabilidad probabilità",
)
SCORE = PROBABILITY | _words(
    "score scores confidence conf logit logits margin likelihood certainty konfidenz"
)
# of what tells documents apart; a word may end so, as in Vorgangsnummer
IDENTIFIERS = _words(
    "id ids uid uuid guid key pk nr number identifier docid docno filename",
    "kennung nummer schlüssel aktenzeichen numéro numero número identifiant identificador clave",
    "identificatore nummeret numer номер идентификатор ключ",
    "番号 識別子 编号 編號 号码 번호 아이디 رقم",
)
IDENTIFYING = ("nummer", "number", "schlüssel", "kennung", "番号", "编号", "编码", "번호", "номер")
WORD = re.compile(r"[^\W\d_]+|\d+")
HUMP = re.compile(r"(?<=[a-zà-þ])(?=[A-Z])")
LONGEST = 1_000  # of a header: what stands behind is not looked at


@lru_cache(maxsize=50_000)  # asked again and again of each column
def _pieces(header: str) -> tuple[tuple[str, int, int], ...]:
    """The words of a header in lower case, and where each begins and ends."""
    found = []
    for word in WORD.finditer(header, 0, LONGEST):
        start = word.start()
        for piece in HUMP.split(word.group()):
            found.append((piece.lower(), start, start + len(piece)))
            start += len(piece)
    return tuple(found)


def words(header: str) -> list[str]:
    """The words of a header in lower case: `trueLabel`, `True Label` and `true_label` are equal."""
    return [piece for piece, _, _ in _pieces(header)]


def _are_of(header: Collection[str], alone: frozenset[str], along: frozenset[str]) -> bool:
    expected = alone | along | NEUTRAL | {"value", "values"}
    if not header or not all(word in expected for word in header):
        return False
    return any(word in alone for word in header) or (
        len(header) > 1 and any(word in along for word in header)
    )


def says_truth(header: str) -> bool:
    """Whether a header says that the column is the truth."""
    return _are_of(words(header), TRUTH, TRUTH_WITH)


def says_predicted(header: str) -> bool:
    """Whether a header says that the column is a prediction."""
    return _are_of(words(header), PREDICTED, PREDICTED_WITH)


def says_either(header: str) -> bool:
    """Whether a header says that the column holds classes, true or predicted."""
    return header.strip().lower() in EITHER


def hints_predicted(header: str) -> bool:
    """Whether a header says prediction of something, or by something: `pred_bert`."""
    return any(word in PREDICTED for word in words(header)) and not says_score(header)


def names_model(header: str) -> bool:
    """Whether a header names a model, or a family of them: `gpt-4o`, `ridge_classifier`."""
    return any(word in MODELS for word in words(header)) and not says_score(header)


def hints_truth(header: str) -> bool:
    """Whether a header says truth among other words, as of one of several annotators."""
    return any(word in TRUTH for word in words(header))


def says_id(header: str) -> bool:
    """Whether a header says that the column tells documents apart: it only breaks a tie."""
    return any(word in IDENTIFIERS or word.endswith(IDENTIFYING) for word in words(header))


def says_yes_or_no(header: str) -> bool:
    """Whether a header asks a question: `is_long`, `has_image`."""
    return words(header)[:1] in (["is"], ["has"], ["was"])


def target_words(header: str) -> list[str] | None:
    """What is predicted by a header that says so: `predicted_intent`, `model_intent`; or None."""
    said = words(header)
    rest = [word for word in said if word not in PREDICTED | PREDICTED_WITH]
    if not 0 < len(rest) < len(said) or says_score(header):
        return None
    return [word for word in rest if word not in NEUTRAL] or rest


def says_score(header: str) -> bool:
    """Whether a header says score, of whatever."""
    said = words(header)
    return any(word in SCORE for word in said) or "decision function" in " ".join(said)


def says_probability(header: str) -> bool:
    """Whether a header says probability, of whatever."""
    return any(word in PROBABILITY for word in words(header))


def without_role_words(header: str) -> str:
    """A header without the words around it that say prediction, score or class: of or by what."""
    known = PREDICTED | SCORE | NEUTRAL | {"id", "ids", "name"}
    other = [(start, end) for piece, start, end in _pieces(header) if piece not in known]
    return header[other[0][0] : other[-1][1]] if other else ""


def person_of(header: str) -> str:
    """Who labelled a column, by its header: `label_anna` is by anna; else the whole header.

    Of a number the word before it says more: `annotator_1`.
    """
    known = TRUTH | NEUTRAL | PERSON | {"by", "of"}
    other = [(start, end) for piece, start, end in _pieces(header) if piece not in known]
    said = header[other[0][0] : other[-1][1]] if other else ""
    return header.strip() if not said or said.isdecimal() or len(said) == 1 else said


def names_people(header: str) -> bool:
    """Whether a header says that people labelled, and which of them: `annotator_1`, `rater B`."""
    said = words(header)
    return any(word in PERSON for word in said) and len(said) > 1


def names_truth_of(header: str) -> bool:
    """Whether a header says truth or class, and of or by what else: `label_anna`, `gold.bob`."""
    said = words(header)
    known = [word in TRUTH | NEUTRAL for word in said]
    return any(known) and not all(known)


def system_names(headers: Iterable[str]) -> dict[str, str]:
    """A name for what predicted each column: `pred_bert` is by bert, else the whole header."""
    listed = list(headers)
    names = [without_role_words(header) for header in listed]
    if all(names) and len(set(names)) == len(listed):
        return dict(zip(listed, names, strict=True))
    return {header: header for header in listed}


def is_label_studio(columns: Collection[str]) -> bool:
    """Whether a table is Label Studio's CSV or JSON-MIN, by the keys that it always writes."""
    return {"annotator", "annotation_id", "lead_time"} <= set(columns)
