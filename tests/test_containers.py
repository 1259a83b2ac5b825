"""The container, the compose example and the hosting guide name only what exists."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import click
import pytest
import yaml
from flask import Flask

from benchmarks.scale import SHARDS
from companion.cli.main import main
from companion.store.base import CODE_ALPHABET
from tests import ROOT

COMPOSE = ROOT / "docs" / "compose"
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
# Read before there is a configuration.
OTHER_VARIABLES = {"COMPANION_FONTS", "COMPANION_INSTANCE", "COMPANION_SECRET_KEY", "DATABASE_URL"}


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Containerfile: name and arguments."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, " ".join(rest.split())) for name, _, rest in (line.partition(" ") for line in lines)]


def arguments(name: str) -> list[str]:
    return [rest for instruction, rest in instructions() if instruction == name]


def services() -> dict[str, Any]:
    compose = yaml.safe_load((COMPOSE / "compose.yaml").read_text(encoding="utf-8"))
    assert set(compose["volumes"]) == {"data", "database", "certificates"}
    services: dict[str, Any] = compose["services"]
    return services


def check_command(words: list[str]) -> None:
    """Make sure that there is such a command with such options, and that it takes these arguments."""
    command = main.get_command(click.Context(main), words[0])
    assert command is not None, words
    command.make_context(words[0], words[1:], resilient_parsing=True)
    known = {option for parameter in command.params for option in parameter.opts}
    assert [word for word in words[1:] if word.startswith("--") and word not in known] == []


def configuration_variables(app: Flask) -> set[str]:
    return OTHER_VARIABLES | {f"COMPANION_{name}" for name in app.config}


def test_the_container_is_built_from_files_that_exist() -> None:
    stages = re.findall(r" AS (\w+)", " ".join(f"{name} {rest}" for name, rest in instructions()))
    assert re.findall(r"--from=(\w+)", " ".join(arguments("COPY"))) == stages
    files = re.findall(r"-r (\S+)", " ".join(arguments("RUN")))
    assert files
    assert all((ROOT / file).is_file() for file in files)
    assert "--require-hashes" in " ".join(arguments("RUN"))


def test_the_container_has_a_python_that_the_project_supports() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = {tuple(map(int, version)) for version in re.findall(r"python:(\d+)\.(\d+)", " ".join(arguments("FROM")))}
    assert len(versions) == 1
    assert project["requires-python"] == ">=3.11"
    assert (3, 11) <= min(versions) <= (3, 14)


def test_the_container_serves_as_a_user_of_its_own_with_options_that_exist(app: Flask) -> None:
    words = json.loads(arguments("CMD")[-1])
    check_command(words)
    port = words[words.index("--port") + 1]
    assert arguments("EXPOSE") == [port]
    assert arguments("USER") == ["companion"]
    assert json.loads(arguments("ENTRYPOINT")[0]) == ["companion"]
    assert set(re.findall(r"(COMPANION_\w+)=", " ".join(arguments("ENV")))) <= configuration_variables(app)
    probe = arguments("HEALTHCHECK")[0]
    assert f":{port}/healthz" in probe
    assert "/healthz" in {rule.rule for rule in app.url_map.iter_rules()}
    compile(json.loads(probe.partition("CMD ")[2])[2], "probe", "exec")


def test_private_files_stay_out_of_the_container() -> None:
    ignored = (ROOT / ".containerignore").read_text(encoding="utf-8").split()
    assert {"instance", ".git", ".venv"} <= set(ignored)
    assert (ROOT / ".dockerignore").read_text(encoding="utf-8").split() == ignored


def test_the_compose_example_names_settings_and_options_that_exist(app: Flask) -> None:
    companion = services()["companion"]
    check_command(companion["command"])
    assert companion["environment"].keys() <= configuration_variables(app)
    assert (
        COMPOSE / companion["build"]["context"] / companion["build"]["dockerfile"]
    ).resolve() == ROOT / "Containerfile"
    assert companion["environment"]["COMPANION_PROXIES"] == "1", "Caddy stands in front of it"


def test_the_services_of_the_compose_example_fit_together() -> None:
    by_name = services()
    database = by_name["database"]["environment"]
    url = by_name["companion"]["environment"]["DATABASE_URL"]
    assert url == (
        f"postgresql+psycopg://{database['POSTGRES_USER']}:{database['POSTGRES_PASSWORD']}@database/{database['POSTGRES_DB']}"
    )
    for service in by_name.values():
        assert set(service.get("depends_on", ())) <= by_name.keys()
        for volume in service["volumes"]:
            source = volume.partition(":")[0]
            assert source in ("data", "database", "certificates") or (COMPOSE / source).is_file(), volume
    assert "healthcheck" in by_name["database"], "Companion waits for it"


def test_caddy_proxies_to_the_companion() -> None:
    caddyfile = (COMPOSE / "Caddyfile").read_text(encoding="utf-8")
    command = services()["companion"]["command"]
    assert f"reverse_proxy companion:{command[command.index('--port') + 1]}" in caddyfile
    assert "health_uri /healthz" in caddyfile
    assert "flush_interval -1" in caddyfile, "streams are not held back"
    assert caddyfile.count("{") == caddyfile.count("}")


def test_the_proxies_accept_uploads_of_the_allowed_size(app: Flask) -> None:
    caddyfile = (COMPOSE / "Caddyfile").read_text(encoding="utf-8")
    for text, limit, unit in (
        (caddyfile, r"max_size (\d+)MB", 10**6),
        (HOSTING, r"client_max_body_size (\d+)m;", 2**20),
    ):
        sizes = re.findall(limit, text)
        assert len(sizes) == 1
        assert int(sizes[0]) * unit >= app.config["MAX_IMPORT_LENGTH"]


def test_the_variables_of_the_compose_example_are_all_explained() -> None:
    text = (COMPOSE / "compose.yaml").read_text(encoding="utf-8")
    guide = (COMPOSE / "README.md").read_text(encoding="utf-8")
    wanted = set(re.findall(r"\${(\w+)}", text))
    assert wanted == set(re.findall(r"^(\w+)=", guide, re.MULTILINE))
    assert wanted == set(re.findall(r"^#   (\w+)=", text, re.MULTILINE))


def test_the_guides_name_settings_that_exist(app: Flask) -> None:
    scale = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\b(?:COMPANION_[A-Z_]+|DATABASE_URL)\b", HOSTING + scale))
    assert {"COMPANION_EXTERNAL_URL", "COMPANION_LISTEN_URL"} <= named <= configuration_variables(app)


def test_the_shards_of_the_guide_are_those_of_the_simulation_and_share_all_codes() -> None:
    scale = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    shards = re.findall(r"\[([A-Z0-9]+)\] {", scale)
    assert shards == list(SHARDS)
    assert sorted("".join(shards)) == sorted(CODE_ALPHABET)


COMMANDS = re.findall(r"(?:/run|`run|companion companion) ((?:serve|backup|restore|link|tables|tidy)[^`\n$]*)", HOSTING)


@pytest.mark.parametrize("line", COMMANDS)
def test_the_hosting_guide_names_commands_that_exist(line: str) -> None:
    check_command(line.replace("%i", "8001").split())
