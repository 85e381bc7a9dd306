"""A workload run beside its yardsticks, and what came out."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from holdem_core.benches.measures import Patience, Ratio, Work, pace, ratio
from holdem_core.benches.peers import OURS, problem
from holdem_core.benches.workloads import Deals, Workload


@dataclass(frozen=True)
class Result:
    """What a call of ours does, our ratios to the yardsticks, and why others are missing, by the yardsticks' names."""

    workload: Workload
    unit: str
    ours: Work
    ratios: dict[str, Ratio] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """For JSON: units a second, units and seconds a call, the ratios and of how many pairs of calls they are.

        ``yardsticks`` has the others' units and seconds a call. All are medians.
        """
        return {
            "subject": self.workload.subject,
            "workload": self.workload.name,
            **self.ours.to_dict(self.unit),
            "ratios": {name: ratio.median for name, ratio in self.ratios.items()},
            "ratio_quartiles": {name: [ratio.low, ratio.high] for name, ratio in self.ratios.items()},
            "ratio_pairs": {name: ratio.pairs for name, ratio in self.ratios.items()},
            "yardsticks": {name: ratio.yardstick.to_dict(self.unit) for name, ratio in self.ratios.items()},
            "left_out": {each.name: each.left_out for each in self.workload.yardsticks if each.left_out},
        }


def run(workload: Workload, deals: Deals, patience: Patience, advance: Callable[[], None] = lambda: None) -> Result:
    """Measures a workload; a peer that is missing or fails is a problem told in the result.

    Args:
        workload: what is done.
        deals: the cards for it.
        patience: how long each figure is taken.
        advance: called after each of ``steps(workload)`` figures.
    """
    ours = workload.ours(deals)
    result = Result(workload, ours.unit, pace(ours, patience))
    advance()
    for yardstick in workload.asked:
        try:
            result.ratios[yardstick.name] = ratio(ours, yardstick.prepare(deals), patience)
        except Exception as error:  # whatever another library raises
            result.problems[yardstick.name] = problem(error)
        advance()
    return result


def steps(workload: Workload) -> int:
    """How many figures ``run`` takes."""
    return 1 + len(workload.asked)


def distribution(yardstick: str) -> str:
    """What to install for a yardstick of this name.

    Example:
        >>> distribution("pkrbot, cards")
        'pkrbot'
    """
    return yardstick.partition(",")[0]


def versions(yardsticks: Iterable[str]) -> dict[str, str]:
    """The versions of those of the yardsticks of these names that are installed, by what one installs."""
    found = {}
    for name in sorted({distribution(yardstick) for yardstick in yardsticks} - {OURS}):
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return found
