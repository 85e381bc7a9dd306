"""What help() shows: what there is, by job, on the first page, and signatures that can be read."""

import importlib
import inspect
import pkgutil
import pydoc
import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import holdem_core
from holdem_core import table
from holdem_core.errors import RuleError
from holdem_core.histories.phh import History
from holdem_core.table import RULEBOOKS, Game, Rulebook, StudGame

PAGE = 50  # lines


def shown(thing: object) -> list[str]:
    return pydoc.plain(pydoc.render_doc(thing)).splitlines()


def test_the_first_page_names_everything_that_there_is() -> None:
    page = "\n".join(shown(holdem_core)[:PAGE])
    for name in (*holdem_core.__all__, "table", "histories"):
        assert re.search(rf"\b{name}\b", page), name


def test_the_first_page_says_what_a_name_is_for() -> None:
    entries = [re.match(r" {8}(\w+)[\w, ]*? {2,}\w", line) for line in shown(holdem_core)[:PAGE]]
    assert [entry[1] for entry in entries if entry] == [
        *("parse_cards", "deal", "evaluate", "evaluate7", "Hand", "category", "cactus_kev_rank"),
        *("settle", "build_pots", "Rake", "showdown", "showdown_batch"),
        *("equity", "next_card_equities", "preflop_equities", "Range", "table", "histories", "HoldemError"),
    ]


def signatures() -> Iterator[tuple[str, inspect.Signature]]:
    """Of every function and method of the package's own."""
    for found in pkgutil.walk_packages(holdem_core.__path__, "holdem_core."):
        if "__main__" in found.name:
            continue
        for name, thing in vars(importlib.import_module(found.name)).items():
            if getattr(thing, "__module__", None) == found.name:
                inside = vars(thing).items() if isinstance(thing, type) else []
                for method, function in ((name, thing), *((f"{name}.{each}", value) for each, value in inside)):
                    if inspect.isfunction(function):
                        yield method, inspect.signature(function)


def test_no_default_makes_a_signature_long() -> None:
    defaults = {
        (name, each.name): repr(each.default) for name, found in signatures() for each in found.parameters.values()
    }
    assert ("Game.__init__", "rulebook") in defaults
    assert [place for place, default in defaults.items() if len(default) > 40] == []


@pytest.mark.parametrize("thing", [Game, StudGame, History.replay, History.settle, Game.start, Game.replay])
def test_signatures_of_the_table_are_short(thing: Any) -> None:
    assert len(str(inspect.signature(thing))) < 320


def test_a_game_shows_its_rulebook_by_name() -> None:
    assert repr(Game(rulebook=table.TDA_2024)).endswith(", rulebook=TDA_2024, rake=None)")
    assert "rulebook: 'Rulebook' = ROBERTS" in str(inspect.signature(Game))


def evaluated(text: str) -> Any:
    return eval(text, dict(vars(table)))


@pytest.mark.parametrize("book", RULEBOOKS, ids=repr)
def test_a_known_rulebook_is_shown_by_its_name(book: Rulebook) -> None:
    assert repr(book).isidentifier()
    assert evaluated(repr(book)) is book


@given(st.sampled_from(RULEBOOKS), st.data())
def test_a_rulebook_is_shown_by_what_it_changes(book: Rulebook, data: st.DataObject) -> None:
    changes: dict[str, Any] = {}
    for each in data.draw(st.lists(st.sampled_from(fields(Rulebook)), max_size=4)):
        values = {getattr(other, each.name) for other in RULEBOOKS} | ({1, 7} if each.name == "cap" else set())
        changes[each.name] = data.draw(st.sampled_from(sorted(values, key=repr)))
    changed = book.but(**changes)
    assert evaluated(repr(changed)) == changed
    assert repr(changed).count("=") <= len(changes) + 1


def test_a_rulebook_that_changes_little_is_shown_shortly() -> None:
    changed = table.ROBERTS.but(name="Five bets", cap=5)
    assert repr(changed) == "ROBERTS.but(name='Five bets', cap=5)"
    with pytest.raises(RuleError, match="cap is 0"):
        evaluated(repr(changed).replace("5", "0"))
