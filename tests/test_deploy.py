"""What is in `deploy/` fits the project: commands and settings exist, ports agree, and tools that are here accept it.

Units are read by systemd-analyze, proxy files by nginx and Caddy, those of the image by hadolint and Compose, where
these are installed; else the test says so.
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
UNITS = DEPLOY / "systemd"
COMMON = UNITS / "vsdb-.service.d" / "common.conf"
SERVICES = sorted(path.name for path in UNITS.glob("*.service"))
#: Variables that only Gunicorn's file reads, and those of the other files in the folder.
OF_GUNICORN = {"WEB_BIND", "WEB_CONCURRENCY", "WEB_THREADS", "WEB_TIMEOUT"}
OF_FILES = OF_GUNICORN | {"WORKER_CONCURRENCY"}


def find_tool(name: str) -> str:
    """The path of a program; the test is skipped where it isn't installed."""
    path = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A program's end; both of its outputs are in `stdout`."""
    return subprocess.run(
        command,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=DEPLOY,
        env={**os.environ, **environment},
        timeout=120,
    )


def read_unit(path: Path) -> dict[str, list[str]]:
    """The values of each key of a unit."""
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and line[0] not in "#[":
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


def read_environment_file() -> dict[str, str]:
    """The settings of `vsdb.env`, also those that are commented out."""
    text = (DEPLOY / "vsdb.env").read_text(encoding="utf-8")
    return dict(re.findall(r"^#?([A-Z_]+)=(.*)$", text, flags=re.MULTILINE))


def read_settings_of_readme() -> set[str]:
    return set(re.findall(r"^\| `([A-Z_]+)`", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.MULTILINE))


def run_gunicorn_file(**environment: str) -> dict[str, Any]:
    """What Gunicorn reads out of its file."""
    with pytest.MonkeyPatch.context() as patch:
        for name in OF_GUNICORN:
            patch.delenv(name, raising=False)
        for name, value in environment.items():
            patch.setenv(name, value)
        return runpy.run_path(str(DEPLOY / "gunicorn.conf.py"))


def read_compose() -> dict[str, Any]:
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    return services


class TestUnits:
    def test_there_are_web_worker_and_a_timer_with_its_service(self) -> None:
        assert {"vsdb-web.service", "vsdb-worker.service", "vsdb-daily.service"} == set(SERVICES)
        assert (UNITS / "vsdb-daily.timer").is_file()

    def test_the_address_of_the_web_is_held_while_it_restarts(self) -> None:
        assert read_unit(UNITS / "vsdb-web.service")["Requires"] == ["vsdb-web.socket"]
        (address,) = read_unit(UNITS / "vsdb-web.socket")["ListenStream"]
        assert address == run_gunicorn_file()["bind"]
        assert f"server {address} " in (DEPLOY / "nginx.conf").read_text(encoding="utf-8")

    @pytest.mark.parametrize("name", SERVICES)
    def test_name_programs_that_the_requirements_install(self, name: str) -> None:
        installed = Path(sys.executable).parent
        unit = read_unit(UNITS / name)
        lines = [*unit["ExecStart"], *(value.partition("=")[2] for value in unit.get("Environment", ()))]
        programs = [word for line in lines for word in line.split() if word.startswith("/srv/")]
        assert programs
        assert [word for word in programs if not word.startswith("/srv/vsdb/.venv/bin/")] == []
        assert [word for word in programs if not (installed / Path(word).name).exists()] == []

    @pytest.mark.parametrize("name", SERVICES)
    def test_name_commands_that_exist(self, name: str) -> None:
        lines = [line for line in read_unit(UNITS / name)["ExecStart"] if "manage.py" in line]
        assert [line for line in lines if line.split()[2] not in get_commands()] == []

    @pytest.mark.parametrize("name", SERVICES)
    def test_files_in_commands_are_in_the_checkout(self, name: str) -> None:
        words = [word for line in read_unit(UNITS / name)["ExecStart"] for word in line.split()[1:]]
        assert [word for word in words if word.endswith((".py", ".sh")) and not (ROOT / word).is_file()] == []

    def test_the_guide_and_the_units_name_the_same_places(self) -> None:
        common = read_unit(COMMON)
        guide = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
        for place in (
            common["WorkingDirectory"][0],
            common["EnvironmentFile"][0],
            "/var/lib/vsdb",
            "/var/backups/vsdb",
        ):
            assert place in guide
        assert f"/var/lib/{common['StateDirectory'][0]}" == read_environment_file()["VAR_DIR"]

    def test_systemd_waits_longer_than_gunicorn_for_requests_under_way(self) -> None:
        waits = int(read_unit(UNITS / "vsdb-web.service")["TimeoutStopSec"][0])
        assert waits > run_gunicorn_file()["graceful_timeout"]

    @pytest.mark.parametrize("name", [*SERVICES, "vsdb-daily.timer", "vsdb-web.socket"])
    def test_systemd_finds_no_mistake(self, name: str, tmp_path: Path) -> None:
        analyze = find_tool("systemd-analyze")
        shutil.copytree(UNITS, tmp_path / "units")
        ran = run(analyze, "verify", str(tmp_path / "units" / name), SYSTEMD_UNIT_PATH=f"{tmp_path / 'units'}:")
        # The programs are where the guide puts them, not here.
        said = [line for line in ran.stdout.splitlines() if "is not executable" not in line and "vsdb" in line]
        assert said == []

    @pytest.mark.parametrize("name", SERVICES)
    def test_systemd_calls_the_hardening_good(self, name: str, tmp_path: Path) -> None:
        analyze = find_tool("systemd-analyze")
        shutil.copytree(UNITS, tmp_path / "units")
        unit = str(tmp_path / "units" / name)
        ran = run(
            analyze, "security", "--offline=true", "--threshold=20", unit, SYSTEMD_UNIT_PATH=f"{tmp_path / 'units'}:"
        )
        assert ran.returncode == 0, ran.stdout[-2000:]
        assert "Overall exposure level" in ran.stdout


class TestEnvironmentFile:
    def test_names_settings_that_exist(self) -> None:
        assert set(read_environment_file()) - read_settings_of_readme() - OF_FILES == set()

    def test_has_every_setting_that_the_guide_asks_of_production(self) -> None:
        guide = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
        table = guide.partition("| setting | why production needs it |")[2].partition("\n\n")[0]
        asked = set(
            re.findall(r"`([A-Z_]+)(?:=[^`]*)?`", "\n".join(line.split("|")[1] for line in table.splitlines()[2:]))
        )
        assert len(asked) > 8
        assert asked - set(read_environment_file()) == set()

    def test_starts_the_site_once_it_is_filled_in(self, tmp_path: Path) -> None:
        """`check --deploy` has nothing to say to it."""
        filled = {name: value for name, value in read_environment_file().items() if value}
        filled |= {"DJANGO_SECRET_KEY": "k3Y-" + "abcdefghijklmnopqrstuvwxyz" * 3, "VAR_DIR": str(tmp_path)}
        # Both bind other hosts of the domain, so the file leaves them to the operator.
        filled |= {"DJANGO_HSTS_SUBDOMAINS": "1", "DJANGO_HSTS_PRELOAD": "1"}
        filled |= {name: str(tmp_path) for name in filled if name.endswith("_DIR")}
        ran = subprocess.run(
            [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
            check=False,
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={**os.environ, **filled},
        )
        assert ran.returncode == 0, ran.stderr


class TestGunicorn:
    def test_reads_its_file(self) -> None:
        ran = run(
            sys.executable,
            "-m",
            "gunicorn",
            "--config",
            "gunicorn.conf.py",
            "--check-config",
            "vsdb.wsgi",
            PYTHONPATH=str(ROOT),
        )
        assert ran.returncode == 0, ran.stdout

    def test_takes_sizes_from_the_environment(self) -> None:
        read = run_gunicorn_file(WEB_CONCURRENCY="5", WEB_THREADS="3", WEB_BIND="0.0.0.0:9000", WEB_TIMEOUT="60")
        assert (read["workers"], read["threads"], read["bind"], read["timeout"]) == (5, 3, "0.0.0.0:9000", 60)

    def test_has_a_process_for_each_core_where_nothing_is_said(self) -> None:
        assert run_gunicorn_file()["workers"] == len(os.sched_getaffinity(0))


class TestProxies:
    def test_pass_on_to_the_port_on_which_gunicorn_listens(self) -> None:
        bind = run_gunicorn_file()["bind"]
        for name in ("nginx.conf", "Caddyfile"):
            assert bind in (DEPLOY / name).read_text(encoding="utf-8")
        assert read_compose()["web"]["ports"] == [f"{bind}:8000"]

    def test_wait_as_long_as_gunicorn(self) -> None:
        seconds = f"{run_gunicorn_file()['timeout']}s"
        assert f"proxy_read_timeout {seconds};" in (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        assert f"response_header_timeout {seconds}" in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")

    def test_let_an_import_of_the_largest_size_through_and_nothing_much_larger(self) -> None:
        from django.conf import settings

        largest = settings.IMPORT_MAX_BYTES
        nginx = re.findall(r"client_max_body_size (\d+)m", (DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
        caddy = re.findall(r"max_size (\d+)MiB", (DEPLOY / "Caddyfile").read_text(encoding="utf-8"))
        assert sorted(map(int, nginx)) == sorted(map(int, caddy))
        assert largest < max(map(int, nginx)) * 1024**2 < largest * 1.1
        assert min(map(int, nginx)) * 1024**2 >= settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    def test_nginx_accepts_its_file(self, tmp_path: Path) -> None:
        nginx, openssl = find_tool("nginx"), find_tool("openssl")
        made = run(
            openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=vsdb.example", "-days", "1",
            "-keyout", str(tmp_path / "privkey.pem"), "-out", str(tmp_path / "fullchain.pem"),
        )  # fmt: skip
        assert made.returncode == 0, made.stdout
        site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8").replace("/etc/ssl/vsdb", str(tmp_path))
        # Other ports, since the test may bind none below 1024 and the usual ones may be in use.
        site = re.sub(
            r"listen (\[::\]:)?(80|443)",
            lambda each: f"listen {'[::1]' if each[1] else '127.0.0.1'}:2{each[2]:0>4}",
            site,
        )
        (tmp_path / "site.conf").write_text(site, encoding="utf-8")
        (tmp_path / "nginx.conf").write_text(
            f"pid {tmp_path}/nginx.pid;\nerror_log stderr;\nevents {{}}\n"
            f"http {{ access_log off; client_body_temp_path {tmp_path}/body; include {tmp_path}/site.conf; }}\n",
            encoding="utf-8",
        )
        ran = run(nginx, "-t", "-q", "-c", str(tmp_path / "nginx.conf"))
        assert ran.returncode == 0, ran.stdout

    def test_caddy_accepts_its_file(self, tmp_path: Path) -> None:
        caddy = find_tool("caddy")
        ran = run(caddy, "validate", "--config", "Caddyfile", "--adapter", "caddyfile", HOME=str(tmp_path))
        assert ran.returncode == 0, ran.stdout


class TestContainers:
    def test_hadolint_finds_nothing_in_the_dockerfile(self) -> None:
        ran = run(find_tool("hadolint"), "Dockerfile")
        assert (ran.returncode, ran.stdout) == (0, "")

    def test_the_image_takes_only_what_is_there_and_what_isnt_ignored(self) -> None:
        text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
        taken = [
            word
            for line in re.findall(r"^COPY (?!--from)(.*)$", text, flags=re.MULTILINE)
            for word in line.split()[:-1]
        ]
        ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
        assert [word for word in taken if not (ROOT / word).exists()] == []
        let_in = [line[1:] for line in ignored if line.startswith("!")]
        assert [word for word in taken if not any(Path(word).match(each) for each in let_in)] == []

    def test_the_image_does_not_run_as_root(self) -> None:
        assert re.findall(r"^USER (\S+)$", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE) == [
            "10001"
        ]

    def test_compose_has_every_part_of_a_site(self) -> None:
        assert {"web", "worker", "timer", "database", "redis", "prepare"} == set(read_compose())

    def test_compose_sets_settings_that_exist(self) -> None:
        set_there = set(read_compose()["web"]["environment"])
        assert set_there - read_settings_of_readme() == set()

    def test_the_worker_is_the_same_with_systemd_and_in_a_container(self) -> None:
        unit = read_unit(UNITS / "vsdb-worker.service")
        said = unit["ExecStart"][0].replace("${WORKER_CONCURRENCY}", "1").split()
        assert [Path(said[0]).name, *said[1:]] == read_compose()["worker"]["command"]

    def test_the_daily_run_is_the_same_with_systemd_and_in_a_container(self) -> None:
        (command,) = read_unit(UNITS / "vsdb-daily.service")["ExecStart"]
        assert command.partition("/bin/")[2] == "python manage.py run_daily"
        assert "python manage.py run_daily" in read_compose()["timer"]["command"][-1]

    def test_compose_reads_its_file(self, tmp_path: Path) -> None:
        """Both the plugin and the older program; the older one knows no name of the whole."""
        shutil.copytree(DEPLOY, tmp_path / "deploy")
        folder = tmp_path / "deploy"
        shutil.copy(folder / "vsdb.env", folder / "site.env")
        command = ["docker", "compose"]
        if not shutil.which("docker") or run("docker", "compose", "version").returncode:
            command = [find_tool("docker-compose")]
            text = (folder / "compose.yaml").read_text(encoding="utf-8")
            (folder / "compose.yaml").write_text(re.sub(r"^name: .*$", "", text, flags=re.MULTILINE), encoding="utf-8")
        ran = run(*command, "--file", str(folder / "compose.yaml"), "config", POSTGRES_PASSWORD="secret")
        assert ran.returncode == 0, ran.stdout


class TestGuide:
    """The commands of docs/operating.md."""

    TEXT = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    COMMANDS = "\n".join(re.findall(r"^```\n(.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL))

    def test_name_commands_that_exist(self) -> None:
        named = set(re.findall(r"manage\.py ([a-z_]+)", self.COMMANDS))
        assert len(named) > 8
        assert named - set(get_commands()) == set()

    def test_ask_git_as_the_owner_of_the_checkout(self) -> None:
        """Git refuses to read the checkout of somebody else."""
        assert (
            re.findall(r"^.*(?<!sudo )\bgit (?!postgresql).*$", self.COMMANDS.replace("$(sudo", "sudo"), re.MULTILINE)
            == []
        )

    def test_try_new_code_before_processes_take_it(self) -> None:
        upgrades = self.COMMANDS.split("git fetch --tags")[1:]
        assert len(upgrades) == 2
        assert [
            re.search(r'import vsdb\.wsgi".*systemctl re(load|start) vsdb-web', each, re.DOTALL) for each in upgrades
        ].count(None) == 0


class TestIsAlive:
    def test_says_that_nobody_answers(self) -> None:
        ran = run(sys.executable, "is_alive.py", WEB_BIND="127.0.0.1:9")
        assert ran.returncode == 1
        assert "no answer" in ran.stdout
