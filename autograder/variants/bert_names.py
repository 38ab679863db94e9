"""Right but unusual answers to bert_names(names); every one keeps full marks."""

import re
from collections import OrderedDict


def uses_a_regular_expression(names):
    """A pattern that is anchored at the end and at a point."""
    pattern = re.compile(r"(?:^|\.)(query|key|value)\.(weight|bias)\Z")
    found = {}
    for name in names:
        if match := pattern.search(name):
            role, kind = match.groups()
            found[("W_" if kind == "weight" else "b_") + role[0]] = name
    return found


def asks_for_each_of_ours(names):
    """Goes through our six names and looks for theirs."""
    found = {}
    for role in "query key value".split():
        for letter, kind in (("W", "weight"), ("b", "bias")):
            wanted = f".{role}.{kind}"
            for name in names:
                if ("." + name).endswith(wanted):
                    found[f"{letter}_{role[0]}"] = name
    return found


def splits_from_the_right(names):
    """rsplit, a nested table and get."""
    table = {"query": "q", "key": "k", "value": "v"}
    kinds = {"weight": "W", "bias": "b"}
    pairs = [(name.rsplit(".", 2)[-2:], name) for name in names if "." in name]
    return {f"{kinds[kind]}_{table[role]}": name for (role, kind), name in pairs if role in table and kind in kinds}


def matches_a_pattern(names):
    """match and case over the parts."""
    found = {}
    for name in names:
        match name.split("."):
            case [*_, ("query" | "key" | "value") as role, "weight"]:
                found["W_" + role[0]] = name
            case [*_, ("query" | "key" | "value") as role, "bias"]:
                found["b_" + role[0]] = name
    return found


def sorts_a_copy(names):
    """Works on a sorted copy and hands the entries back in another order."""
    shorts = {"key.bias": "b_k", "key.weight": "W_k", "query.bias": "b_q"}
    shorts |= {"query.weight": "W_q", "value.bias": "b_v", "value.weight": "W_v"}
    found = OrderedDict()
    for name in sorted(names, reverse=True):
        ours = shorts.get(".".join(name.split(".")[-2:]))
        if ours is not None:
            found[ours] = name
    return dict(found)
