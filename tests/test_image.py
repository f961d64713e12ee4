"""What the app is deployed with; `script/image.py` carries the Dockerfile out, as root, by hand."""

from __future__ import annotations

import json
import tomllib

import pytest
import yaml

from breakeven.data.installation import PASSWORD_FILE
from breakeven.report.pdf import LIBRARIES
from script import image
from tests.paths import ROOT

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES = COMPOSE["services"]
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
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    app = SERVICES["app"]
    assert app["read_only"] is True
    assert app["cap_drop"] == ["ALL"]
    assert "data:/data" in app["volumes"]
    assert app["depends_on"] == {"database": {"condition": "service_healthy"}}


@pytest.mark.parametrize("name", ["app", "database", "backup", "proxy"])
def test_every_service_has_limits_and_no_rights_that_it_does_not_need(name: str) -> None:
    service = SERVICES[name]
    assert {"mem_limit", "cpus", "pids_limit"} <= set(service)
    assert service["cap_drop"] == ["ALL"]
    # port 443 is below those that everybody may have
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "proxy" else [])
    assert service["read_only"] is True


def test_the_database_is_reached_by_the_app_and_the_backup_alone() -> None:
    networks = {name: set(service["networks"]) for name, service in SERVICES.items()}
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    assert networks == {
        "app": {"inside", "outside"},
        "database": {"inside"},
        "backup": {"inside"},
        "proxy": {"outside"},
    }


def test_the_password_is_a_secret_file_and_stands_in_no_environment() -> None:
    assert COMPOSE["secrets"] == {"database-password": {"file": "./database-password"}}
    holders = [name for name, service in SERVICES.items() if service.get("secrets")]
    assert holders == ["app", "database", "backup"]
    for service in SERVICES.values():
        passwords = {k: v for k, v in service.get("environment", {}).items() if "PASSWORD" in k}
        assert set(passwords.values()) <= {"/run/secrets/database-password"}
    assert PASSWORD_FILE in SERVICES["app"]["environment"]
    # what is not committed and not sent to the builder
    for file in (".gitignore", ".dockerignore"):
        lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
        assert {line.strip("/") for line in lines} >= {"database-password", "secrets.toml", ".env"}


def test_the_image_has_letters_for_names_in_many_scripts() -> None:
    (install,) = (rest for word, rest in SAID if word == "RUN" and "libpango" in rest)
    assert set(LIBRARIES) <= set(install.split())
    # Chinese, Japanese and Korean; Arabic; Devanagari
    assert {"fonts-wqy-microhei", "fonts-hosny-amiri", "fonts-lohit-deva"} <= set(install.split())
