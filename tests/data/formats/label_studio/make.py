"""Exports of Label Studio, by its own converter: `pip install label-studio-sdk`, then run this."""

import json
from pathlib import Path
from shutil import copy
from tempfile import mkdtemp

from label_studio_sdk.converter import Converter

HERE = Path(__file__).parent
CONFIG = """<View>
  <Text name="text" value="$text"/>
  <Choices name="topic" toName="text" choice="multiple">
    <Choice value="grain"/><Choice value="trade"/><Choice value="ship"/>
  </Choices>
</View>"""
# of each person, by task
SAID = {
    "anna@example.org": (["grain"], ["trade", "ship"], [], ["grain", "trade"]),
    "bob@example.org": (["grain"], ["trade"], ["ship"], ["grain", "trade"]),
}
MODEL = (["grain"], ["trade"], ["ship"], ["grain"])
TEXTS = ("Wheat harvest rises", "Tariffs on freight", "Ferry delayed", "Corn exports grow")


def chosen(classes: list[str]) -> list[dict]:
    value = {"value": {"choices": classes}, "from_name": "topic", "to_name": "text"}
    return [value | {"type": "choices", "origin": "manual", "id": "r"}] if classes else []


def task(place: int) -> dict:
    annotations = [
        {
            "id": 10 * place + number,
            "completed_by": {"id": number, "email": who},
            "result": chosen(labels[place]),
            "was_cancelled": False,
            "ground_truth": False,
            "lead_time": 4.5,
            "created_at": "2026-01-05T10:00:00Z",
            "updated_at": "2026-01-05T10:00:09Z",
        }
        for number, (who, labels) in enumerate(SAID.items(), 1)
    ]
    predictions = [{"model_version": "v1", "result": chosen(MODEL[place]), "score": 0.5}]
    data = {"text": TEXTS[place]}
    return {"id": place + 1, "data": data, "annotations": annotations, "predictions": predictions}


if __name__ == "__main__":
    folder = Path(mkdtemp())
    (folder / "tasks.json").write_text(json.dumps([task(place) for place in range(4)]))
    converter = Converter(CONFIG, str(folder))
    for form in ("JSON", "JSON_MIN", "CSV"):
        converter.convert(str(folder / "tasks.json"), str(folder / form), form, is_dir=False)
        export = folder / form
        made = export if export.is_file() else next(export.glob("result.*"))
        copy(made, HERE / f"{form.lower()}.{'csv' if form == 'CSV' else 'json'}")
