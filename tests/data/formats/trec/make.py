"""A qrels file and a run in TREC's formats, and what ir_measures says of them: python make.py."""

import random
from pathlib import Path

import ir_measures
import pytrec_eval

CLASSES = ("grain", "wheat", "ship")
TOPICS, RUN = (Path(__file__).parent / name for name in ("topics.qrels", "bm25.run"))
MEASURES = [ir_measures.parse_measure(name) for name in ("AP", "Rprec", "SetP", "SetR", "NumRel")]


def rows() -> tuple[list[str], list[str]]:
    """Lines of qrels, graded and with pairs nobody judged, and of a run of the best twelve."""
    draw = random.Random(5)
    documents = [f"reut-{number}" for number in range(14_820, 14_836)]
    qrels, run = [], []
    for name in CLASSES:
        relevant = {document: draw.choice((0, 0, 0, 1, 2)) for document in documents}
        relevant[draw.choice(documents)] = -1
        qrels += [f"{name} 0 {document} {rel}" for document, rel in relevant.items()]
        scores = {d: round(max(rel, 0) + draw.gauss(0, 0.8), 4) for d, rel in relevant.items()}
        best = sorted(documents, key=lambda document: -scores[document])[:12]
        # ranks that contradict the scores: trec_eval passes them over
        run += [f"{name}\tQ0\t{d}\t{12 - i}\t{scores[d]}\tbm25" for i, d in enumerate(best)]
    return qrels, run


qrels, run = rows()
TOPICS.write_text("\n".join(qrels) + "\n")
RUN.write_text("\n".join(run) + "\n")
found = ir_measures.iter_calc(
    MEASURES,
    list(ir_measures.read_trec_qrels(str(TOPICS))),
    list(ir_measures.read_trec_run(str(RUN))),
)
with TOPICS.open() as true, RUN.open() as ranked:
    judged, retrieved = pytrec_eval.parse_qrel(true), pytrec_eval.parse_run(ranked)
own = pytrec_eval.RelevanceEvaluator(judged, {"map", "Rprec", "set_P"}).evaluate(retrieved)
for one in found:
    print(one.query_id, one.measure, f"{one.value:.6f}")
print(own)
