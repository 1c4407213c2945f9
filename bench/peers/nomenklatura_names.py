"""nomenklatura's matchers over pairs of names, in the Python that has it: JSON in, JSON out. See bench/names.py."""

import json
import sys
import time
from importlib.metadata import version

from followthemoney import model
from nomenklatura.matching import LogicV2, NameMatcher, ScoringConfig

MATCHERS = (LogicV2, NameMatcher)


def main():
    asked = json.load(sys.stdin)
    config = ScoringConfig.defaults()
    known = {}

    def entity(name):
        if name not in known:
            known[name] = model.get_proxy({"id": name, "schema": "Person", "properties": {"name": [name]}})
        return known[name]

    said = {"version": version("nomenklatura")}
    for matcher in MATCHERS:
        scores = [(matcher.compare(entity(a), entity(b), config).score, same) for a, b, same in asked["labelled"]]
        pairs = [(entity(a), entity(b)) for a, b in asked["pairs"]]
        times = []
        for _ in range(asked["rounds"]):
            started = time.perf_counter()
            for a, b in pairs:
                matcher.compare(a, b, config)
            times.append((time.perf_counter() - started) / len(pairs) * 1e6)
        said[matcher.NAME] = {"microseconds": min(times), "f1": max(f1(scores, at / 100) for at in range(30, 100))}
    json.dump(said, sys.stdout)


def f1(scores, threshold):
    right = sum(same and score >= threshold for score, same in scores)
    wrong = sum(not same and score >= threshold for score, same in scores)
    missed = sum(same and score < threshold for score, same in scores)
    return 2 * right / (2 * right + wrong + missed)


main()
