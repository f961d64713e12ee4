"""Headers as tools, tutorials and people write them: truth and prediction are told apart.

A line is a file: its columns with a letter for what each is. The values below are the same for
all, so that only the header differs from file to file.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.breakeven.readers.reading import proposal_of

# three names, nine of twelve called rightly
NAMES = """
y_true=t,y_pred=p
true=t,pred=p
label=t,prediction=p
gold=t,pred=p
Actual=t,Predicted=p
target=t,prediction=p
true_label=t,predicted_label=p
label=t,predictions=p
labels=t,preds=p
gold_label=t,pred_label=p
ground_truth=t,prediction=p
true_class=t,predicted_class=p
y=t,y_hat=p
y_test=t,y_pred=p
reference=t,prediction=p
label=t,label_pred=p
sentiment=t,predicted_sentiment=p
category=t,predicted_category=p
human_label=t,llm_label=p
True Label=t,Predicted Label=p
label=t,llm_output=p
Text=x,Wahr=t,Vorhersage=p
Klasse=t,vorhergesagte Klasse=p
Tatsächliche Klasse=t,Vorhersage=p
row_id=i,text=x,gold=t,pred=p,confidence=c,slice=o
image_path=o,true_label=t,predicted_label=p,predicted_probability=c
Sample=i,True_Label=t,Predicted_Label=p,Confidence=c
Filename=o,True_Label=t,Predicted_Label=p
video=o,true_label=t,predicted_label=p,correct=k,prob_ham=1,prob_spam=2,prob_eggs=3
instance_id=i,text=x,human_label=t,llm_label=p,outcome=o
text=x,label=t,predicted_label=p,confidence=c
text=x,label=t,predicted_classification=p,confidence_score=c,explanation=e
id=i,text=x,label=t,preds=p,score=c
query=x,expected_intent=t,predicted_intent=p
索引=i,真实标签=t,预测标签=p,是否正确=k
岗位描述=x,真实标签=t,预测标签=p,命中数量=n
crop_id=i,clase_real=t,clase_predicha=p,prob_ham=1,prob_spam=2,prob_eggs=3
imagen=o,clase_real=t,clase_pred=p,correcto=k,score=c,margen=c
text=x,actual=t,predicted=p,error=k
task_index=i,question=x,expected=t,predicted=p,correct=k,score=c
sample_id=i,true_class=t,pred_class=p,pred_score=c,p_ham=1,p_spam=2,p_eggs=3
global_idx=i,true_class=t,pred_class=p,p_ham=1,p_spam=2,p_eggs=3,rejection_score=c
fold=o,hafta_sirasi=n,gercek=t,tahmin=p
text=x,정답=t,예측=p
実際=t,予測=p
正解ラベル=t,予測ラベル=p
text=x,actual_sentiment=t,predicted_sentiment=p,confidence=c
sentence=x,aspect=o,true_sentiment=t,predicted_sentiment=p
id=i,imagem=o,classe_real=t,classe_predita=p
classe réelle=t,classe prédite=p
étiquette=t,prédiction=p
etiqueta=t,predicción=p
classe reale=t,classe predetta=p
werkelijk=t,voorspeld=p
rzeczywista=t,przewidywana=p
истина=t,прогноз=p
истинный класс=t,предсказанный класс=p
gerçek=t,tahmin=p
sann=t,predikterad=p
truth=t,estimate=p
truth=t,response=p
obs=t,pred=p
pred=p,obs=t,rowIndex=i,Resample=o
Class=t,.pred_class=p,.pred_ham=1,.pred_spam=2,.pred_eggs=3
row_ids=i,truth=t,response=p,prob.ham=1,prob.spam=2,prob.eggs=3
observed=t,predicted=p
Reference=t,Prediction=p
_FROM_=t,_INTO_=p
F_topic=t,I_topic=p
label=t,prediction(label)=p,confidence(ham)=1,confidence(spam)=2,confidence(eggs)=3
topic=t,Prediction (topic)=p,P (topic=ham)=1,P (topic=spam)=2,P (topic=eggs)=3
topic=t,predict=p,ham=1,spam=2,eggs=3
topic=t,topic_PREDICTION=p,topic_ham_PREDICTION=1,topic_spam_PREDICTION=2,topic_eggs_PREDICTION=3
topic=t,Scored Labels=p
Label=t,PredictedLabel=p,Score=c
actual_label=t,prediction_label=p,prediction_score=c
given_label=t,predicted_label=p,label_quality=c
label=t,predictedLabel=p
target=t,predicted_target=p
targets=t,outputs=p
groundTruth=t,modelOutput=p
YTest=t,YPred=p
Y=t,Yfit=p
y=t,ŷ=p
y_Actual=t,y_Predicted=p
Actual Values=t,Predicted Values=p
gt=t,pred=p
gt_label=t,pred_label=p
gold_standard=t,system_output=p
input=x,expected=t,output=p
input=x,actual_output=p,expected_output=t
text=x,expected=t,actual=p
ideal=t,sampled=p
question=x,answer=t,model_answer=p
reference=t,response=p
text=x,label=t,completion=p
text=x,manual_label=t,auto_label=p
text=x,expert_label=t,model_label=p
human=t,gpt4=p
label=t,claude-3-haiku=p
text=x,airline_sentiment=t,predicted_sentiment=p
text=x,emotion=t,predicted_emotion=p
intent=t,intent_pred=p
language=t,detected_language=p
department=t,suggested_department=p
label=t,classification=p
topic=t,assigned_topic=p
diagnosis=t,model_diagnosis=p
text=x,label=t,bert=p,svm=q
text=x,gold=t,system1=p,system2=q
true=t,pred_bert=p,pred_svm=q
topic=t,Tree=p,Naive Bayes=q
text=x,ground_truth=t,gpt-4o=p,llama-3.1-8b-instruct=q
id=i,label=t,model_a=p,model_b=q
text=x,label=t,zero_shot=p,few_shot=q
text=x,human=t,gpt4_label=p,claude_label=q
label=t,pred_label_bert=p,pred_label_svm=q
text=x,sentiment=t,predicted_sentiment_bert=p,predicted_sentiment_svm=q
y_true=t,y_pred_lr=p,y_pred_rf=q
text=x,emotion=t,prediction=p,confidence=c
category=o,sentiment=t,predicted_sentiment=p
text=x,expected=t,got=p
Soll=t,Ist=p
wahre_klasse=t,vorhergesagte_klasse=p
code=t,gpt_code=p
text=x,topics=t,pred_topics=p
trueLabel=t,predictedLabel=p
class=t,assigned_class=p
actual_class=t,model_prediction=p
annotation=t,prediction_label=p
expected=t,output=p
truth=t,guess=p
Target=t,Predictions=p
correct_label=t,classifier_output=p
Wahr=t,Vorhersage=p
réel=t,prédit=p
verdadero=t,predicho=p
label=t,bert=p
sentiment=t,model_sentiment=p
正解=t,予測=p
"""

# 1 and 0, with a score for 1
FLAGS = """
y_true=t,y_score=s
y_true=t,y_prob=s
y_test=t,y_proba=s
y_true=t,y_pred=p,y_prob=s
label=t,prob=s
label=t,probability=s
label=t,score=s
target=t,p_spam=s
target=t,pred_proba=s
actual=t,prob_spam=s
is_spam=t,spam_score=s
is_fraud=t,fraud_probability=s
toxic=t,toxicity=s
y=t,p_hat=s
label=t,logit=m
label=t,decision_function=m
y_true=t,y_pred=s
subject_id=i,y_true=t,y_prob_pd=s,y_pred=p
pid=i,y_true=t,y_prob=s,y_pred=p,dataset=d
text=x,label=t,predicted_label=p,ai_probability=s
text=x,label=t,pred_prob=s,pred_label=p
note_text=x,label=t,pred=p,prob=s,error_type=o
pair_id=i,label=t,prob=s,pred=p
sequence=x,label=t,prob=s,pred=p
index=i,label=t,prob=s,pred_0.5=p
filename=o,ground_truth=t,predicted_probability=s,predicted_label=p
income=t,Scored Labels=p,Scored Probabilities=s
outcome=t,risk_score=s
churn=t,churn_prediction=p,churn_probability=s
Sentence=x,Sentence Label=t,perceptron=p,ridge_classifier=q
target=t,predict=p,p0=z,p1=s
Sample_ID=i,True_Label=t,Predicted_Label=p,Confidence_Class0=z,Confidence_Class1=s
图片路径=o,真实标签=t,预测标签=p,normal_probability=r,abnormal_probability=s
y_true=t,lr_prob=s,rf_prob=S
y_true=t,y_pred_lr=p,y_pred_rf=q
y_true=t,y_pred=p,y_pred_proba=s
"""

TRUE = ("ham", "spam", "eggs", "ham", "spam", "eggs", "ham", "ham", "spam", "ham", "eggs", "spam")
CALLED = ("ham", "spam", "ham", "ham", "eggs", "eggs", "ham", "ham", "spam", "spam", "eggs", "spam")
SECOND = ("ham", "spam", "eggs", "ham", "spam", "eggs", "spam", "ham", "spam", "ham", "ham", "spam")
SCORES = (0.91, 0.22, 0.44, 0.61, 0.83, 0.09, 0.31, 0.77, 0.02, 0.18, 0.58, 0.47)
OF_THE_OTHER = tuple(round(1 - score, 2) for score in SCORES)
Values = dict[str, Sequence[object]]
# i, x, o, e, n, d, c: id, text, a language, a reason, a number, the split, confidence
OTHER: Values = {
    "i": [f"d{n}" for n in range(12)],
    "x": [f"what document {n} says" for n in range(12)],
    "o": ["en", "de", "en", "en", "fr", "de"] * 2,
    "e": [f"because of word {n}" for n in range(12)],
    "n": [3, 14, 15, 9, 2, 6, 5, 35, 8, 97, 93, 23],
    "d": ["train", "test"] * 6,
    "c": [max(pair) for pair in zip(SCORES, OF_THE_OTHER, strict=True)],
}
# t, p, q: truth, prediction, that of another system; k: whether it is right; 1, 2, 3: scores
OF_NAMES: Values = OTHER | {
    "t": TRUE,
    "p": CALLED,
    "q": SECOND,
    "k": [int(true == called) for true, called in zip(TRUE, CALLED, strict=True)],
    "1": [0.7 if name == "ham" else 0.2 for name in CALLED],
    "2": [0.6 if name == "spam" else 0.1 for name in CALLED],
    "3": [0.7 if name == "eggs" else 0.2 for name in CALLED],
}
# s, S: scores of 1; z: of 0; r: of a name that the truth does not have; m: beyond 0 and 1
OF_FLAGS: Values = OTHER | {
    "t": [1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0],
    "p": [int(score >= 0.5) for score in SCORES],
    "q": [1, 0, 1, 0, 1, 1, 0, 1, 0, 0, 0, 0],
    "s": SCORES,
    "S": SCORES[::-1],
    "z": OF_THE_OTHER,
    "r": OF_THE_OTHER,
    "m": [2.3, -1.2, -0.2, 0.4, 1.6, -2.3, -0.8, 1.2, -3.9, -1.5, 0.3, -0.1],
}
CODES = {"ham": 0, "spam": 1, "eggs": 2}
OF_CODES: Values = OF_NAMES | {
    letter: [CODES[str(n)] for n in OF_NAMES[letter]] for letter in "tpq"
}
OF_ONE_AND_ZERO: Values = OF_FLAGS | {"k": OF_NAMES["k"]}
FILES = [
    *((line, OF_NAMES) for line in NAMES.strip().splitlines()),
    *((line, OF_FLAGS) for line in FLAGS.strip().splitlines()),
]
PAIRS = [line for line in NAMES.strip().splitlines() if "=1" not in line]


def taken(line: str, values: Values, turned: bool) -> tuple[dict[str, str], dict[str, str]]:
    """What each column is by its letter, and what it was taken for, as those letters."""
    columns = [cell.rpartition("=")[::2] for cell in line.split(",")]
    given = dict(columns[::-1] if turned else columns)
    rows = zip(*(values[letter] for letter in given.values()), strict=True)
    text = "\n".join([",".join(given), *(",".join(map(str, row)) for row in rows), ""])
    (file,) = proposal_of(f_csv=text).files
    assert file.shape in ("labels", "wide scores", "indicator")
    letters = {"truth": "t", "indicator": "t", "predicted": "p", "decision": "p", "score": "s"}
    meant = {"q": "p"} | dict.fromkeys("sSmz123", "s") | {"t": "t", "p": "p"}
    want = {column: meant.get(letter, "") for column, letter in given.items()}
    return want, {column: letters.get(role, "") for column, role in file.columns.items()}


@pytest.mark.parametrize(("place", "line"), [*enumerate(line for line, _ in FILES)])
def test_columns_are_known_by_headers_as_they_occur(place: int, line: str) -> None:
    # every other file has its columns in reverse: their order says nothing
    want, got = taken(line, FILES[place][1], turned=bool(place % 2))
    assert got == want


def test_truth_and_prediction_are_never_taken_for_each_other_whatever_classes_are_called() -> None:
    right = 0
    for place, line in enumerate(PAIRS):
        want, got = taken(line, (OF_CODES, OF_ONE_AND_ZERO)[place % 2], turned=place % 4 > 1)
        assert [c for c in want if {want[c], got[c]} == {"t", "p"}] == [], line
        right += got == want
    assert right >= 0.97 * len(PAIRS)


def test_a_hundred_headers_and_more_are_held() -> None:
    assert len({line for line, _ in FILES}) >= 100
