"""List which tests prove which rule: `python scripts/list_proofs.py` writes vsdb/catalog/rules/proofs.json anew.

A test class cites a rule in its docstring, as tests/engine/test_every_rule_is_cited.py says; the file has, for each
document and rule, the classes with how many tests each holds. The coverage pages show it.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROOFS = ROOT / "vsdb" / "catalog" / "rules" / "proofs.json"
sys.path.insert(0, str(ROOT))

from tests.engine.test_every_rule_is_cited import citations  # noqa: E402

Proofs = dict[str, dict[str, dict[str, int]]]


def test_classes(source: str) -> Iterator[tuple[str, str, int]]:
    """The test classes of a module with their docstrings and the number of their tests; those without a test not."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            count = sum(isinstance(part, ast.FunctionDef) and part.name.startswith("test_") for part in node.body)
            docstring = ast.get_docstring(node)
            if count and docstring:
                yield node.name, docstring, count


def proofs(sources: Mapping[str, str], documents: Iterable[str]) -> Proofs:
    """By document and rule the classes that cite it, `file::class`, with the number of their tests."""
    held = frozenset(documents)
    found: Proofs = {}
    for path, source in sorted(sources.items()):
        for name, docstring, count in test_classes(source):
            for cited in citations(docstring, held):
                found.setdefault(cited.document, {}).setdefault(cited.rule, {})[f"{path}::{name}"] = count
    return {document: dict(sorted(rules.items())) for document, rules in sorted(found.items())}


def current() -> str:
    """What the file has to hold now."""
    from engine.play.citations import index_play_checks_by_citation
    from engine.rules.citations import index_codes_by_citation

    folder = ROOT / "tests" / "engine"
    sources = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in sorted(folder.rglob("test_*.py"))}
    cited = (*index_codes_by_citation(), *index_play_checks_by_citation())
    documents = {citation.document for citation in cited}
    return json.dumps(proofs(sources, documents), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PROOFS.write_text(current(), encoding="utf-8")
