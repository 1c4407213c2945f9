"""The rooms inside pay-in stand above each other."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

from retaguarda import payin

PAYIN = Path(payin.__file__).parent


def test_no_room_of_pay_in_needs_itself_by_way_of_another() -> None:
    # room.py only puts a room together, as the program does with all of them.
    rooms = {path.parent.name for path in PAYIN.glob("*/__init__.py")}
    uses = dict[str, set[str]]()
    for room in rooms:
        trees = [ast.parse(path.read_text()) for path in (PAYIN / room).rglob("*.py") if path.name != "room.py"]
        modules = [node.module for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        below = {name.split(".")[2] for name in modules if name and name.startswith("retaguarda.payin.")}
        uses[room] = (below & rooms) - {room}
    assert uses["payments"] >= {"charges", "refunds"}
    TopologicalSorter(uses).prepare()
