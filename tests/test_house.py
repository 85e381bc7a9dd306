"""Where things lie in the package: each module imports from its own floor or from those below, and none in a circle."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import holdem_core

HOUSE = Path(holdem_core.__file__).parent
FLOORS = [  # from the top down; what stands side by side knows nothing of its neighbours
    {"__main__"},
    {"cli"},
    {"benches"},
    {"histories"},
    {"table"},
    {"showdowns", "equities"},
    {"pots", "ranges", "hands"},
    {"evaluation"},
    {"cards"},
    {"_arrays", "_options", "_config"},
    {"kernels"},
    {"errors"},
    {"_texts"},
]
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}


def name_of(file: Path) -> str:
    return ".".join(["holdem_core", *file.relative_to(HOUSE).with_suffix("").parts]).removesuffix(".__init__")


MODULES = {name_of(file): file for file in sorted(HOUSE.rglob("*.py"))}


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """All of a module that runs: what is there for the type checker alone is left out."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        yield node
        yield from statements(node)


def imports(module: str) -> set[str]:
    """The modules of the package that one imports when it runs, inside its functions too."""
    found = set()
    for node in statements(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports by dots"
            below = {f"{node.module}.{name.name}" for name in node.names}
            found |= {name if name in MODULES else str(node.module) for name in below}
    return {name for name in found if name.split(".")[0] == "holdem_core"}


def room(module: str) -> str:
    """The folder or file directly under the package."""
    return module.split(".")[1]


def test_every_module_stands_on_a_floor() -> None:
    assert {room(module) for module in MODULES if module != "holdem_core"} == set(FLOOR_OF)


@pytest.mark.parametrize("module", sorted(set(MODULES) - {"holdem_core"}))
def test_imports_run_downward(module: str) -> None:
    for name in imports(module):
        assert name != "holdem_core", f"{module} asks the package's top for a name, not where it lives"
        assert room(name) == room(module) or FLOOR_OF[room(name)] > FLOOR_OF[room(module)], f"{module} imports {name}"


def test_no_imports_go_in_a_circle() -> None:
    order = TopologicalSorter({module: imports(module) for module in MODULES}).static_order()
    assert set(MODULES) <= set(order)


def test_no_two_classes_have_one_name() -> None:
    homes: dict[str, str] = {}
    for module, file in MODULES.items():
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                assert node.name not in homes, f"{node.name} stands in {homes[node.name]} and in {module}"
                homes[node.name] = module
