"""What the app is deployed with; `script/image.py` carries the Dockerfile out, as root, by hand."""

from __future__ import annotations

import json
import tomllib

import yaml

from script import image
from tests.paths import ROOT

SAID = image.instructions((ROOT / "Dockerfile").read_text(encoding="utf-8"))


def test_the_script_that_stands_in_for_docker_knows_every_instruction() -> None:
    known = {*image.STEPS, "FROM", "COPY", "HEALTHCHECK", "CMD", "VOLUME", "EXPOSE"}
    assert {word for word, _ in SAID} <= known


def test_what_the_package_is_made_of_is_copied() -> None:
    copied = {
        part
        for word, rest in SAID
        if word == "COPY" and not rest.startswith("--from")
        for part in rest.split()[:-1]
    }
    assert all((ROOT / part).exists() for part in copied)
    made_of = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]
    wheel = made_of["build"]["targets"]["wheel"]
    wanted = {*wheel["packages"], *wheel["force-include"]}
    assert {part for part in wanted if part.split("/")[0] not in copied} == set()
    hooks = (made_of["metadata"]["hooks"], wheel["hooks"])
    assert {hook["custom"]["path"].split("/")[0] for hook in hooks} <= copied


def test_the_image_runs_as_a_user_without_rights_and_says_whether_it_is_well() -> None:
    words = [word for word, _ in SAID]
    assert dict(SAID)["USER"] == "breakeven"
    # nothing is installed or copied as that user
    assert not {"RUN", "COPY"} & set(words[words.index("USER") :])
    check = json.loads(dict(SAID)["HEALTHCHECK"].partition("CMD ")[2])
    assert "/_stcore/health" in check[-1]
    assert json.loads(dict(SAID)["CMD"]) == ["breakeven", "serve"]


def test_in_the_compose_file_only_the_proxy_is_reached_from_outside() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    app = services["app"]
    assert app["read_only"] is True
    assert app["cap_drop"] == ["ALL"]
    assert "data:/data" in app["volumes"]
    assert app["depends_on"] == {"database": {"condition": "service_healthy"}}
    # no password stands in the file
    assert "${POSTGRES_PASSWORD:?}" in app["environment"]["BREAKEVEN_DATABASE_URL"]
