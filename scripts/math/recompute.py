"""Recomputes the exact return of a machine from its data, independently of the program.

Written from the data and the rules in docs/decisions/030-slot-engine.md alone, with the standard library, and by other methods
than scripts/math: reels with few stops are enumerated one by one; ways follow from the distribution of the number of ways of
each symbol, not from products of means; sticky wilds are a Markov chain over the wild cells of each reel; the length of free
spins comes from backward recursion. All sums are fractions.

    python3 scripts/math/recompute.py < machine-and-sheet.json

reads {"game": data, "sheet": par sheet}, prints each figure beside that of the sheet, and ends with 1 if one differs by more
than 1e-9. A machine whose mechanics it does not know is refused with 2.
"""

import json
import sys
from collections import Counter, defaultdict
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import sqrt

KNOWN_FEATURES = {"free-spins", "pick"}


def main():
    task = json.load(sys.stdin)
    game, sheet = task["game"], task["sheet"]
    unknown = unknown_mechanics(game)
    if unknown:
        print(f"{game['code']}: unknown mechanics: {', '.join(unknown)}", file=sys.stderr)
        sys.exit(2)
    figures = recomputed(game)
    differs = False
    for name, mine, theirs in compared(figures, sheet):
        off = abs(float(mine) - float(theirs))
        differs = differs or off > 1e-9
        print(f"{game['code']} {name}: {float(mine):.12f} and {float(theirs):.12f}, {off:.1e} apart")
    sys.exit(1 if differs else 0)


def unknown_mechanics(game):
    kinds = [feature["kind"] for feature in game["features"] if feature["kind"] not in KNOWN_FEATURES]
    parts = [key for feature in game["features"] for key in ("expanding", "ladder", "keepsLadder") if key in feature]
    factors = ["multipliers" for symbol in game["symbols"] if "multipliers" in symbol]
    mode = game["winMode"]["kind"]
    both = ["several features"] if len(game["features"]) != 1 else []
    return kinds + parts + factors + ([] if mode in ("lines", "ways") else [mode]) + both


def compared(figures, sheet):
    """The recomputed figures with those of the sheet; the sheet's fraction is the return before the cap."""
    fraction = Fraction(int(sheet["return"]["numerator"]), int(sheet["return"]["denominator"]))
    yield "return before the cap", figures["return"], fraction
    yield "return of paid spins", figures["base"], sheet["return"]["base"]
    yield "feature rate", figures["rate"], sheet["feature"]["triggerRate"]
    if "after cap" in figures:
        yield "return after the cap", figures["after cap"], sheet["return"]["total"]
        yield "hit rate", figures["hit rate"], sheet["hitRate"]
        yield "deviation", figures["deviation"], sheet["deviation"]


def recomputed(game):
    units = game["unitsPerStake"]
    features = {feature["kind"]: feature for feature in game["features"]}
    base = game["strips"]["base"]
    if "pick" in features:
        return enumerated(game, features["pick"])
    free = features["free-spins"]
    spin = spin_pay(game, base)
    rate = tail(scatter_chances(game, base), free["trigger"]["count"])
    if free.get("wilds") == "sticky":
        feature = sticky_pay(game, free)
    else:
        strips = game["strips"][free["strips"]]
        again = tail(scatter_chances(game, strips), free["trigger"]["count"])
        feature = spin_pay(game, strips) * feature_length(free, again)
    feature *= free["multiplier"]
    return {"return": (spin + rate * feature) / units, "base": spin / units, "rate": rate}


# Every combination of stops, one by one: the paid spin, the picks, and the cap on their sum.


def enumerated(game, pick):
    units, cap = game["unitsPerStake"], game["maxWinTimesStake"] * game["unitsPerStake"]
    prizes = sums_of_picks(pick)
    strips = game["strips"]["base"]
    base = rate = total = square = hits = Fraction(0)
    whole = Fraction(0)
    count = 0
    for stops in product(*(range(len(strip)) for strip in strips)):
        count += 1
        shown = [window(game, strip, stop) for strip, stop in zip(strips, stops)]
        shown = [expanded(game, cells) for cells in shown]
        pay = sum(line_pay(game, [shown[reel][row] for reel, row in enumerate(line)]) for line in game["winMode"]["lines"])
        scatters = sum(cells.count(pick["trigger"]["symbol"]) for cells in shown)
        row = game["paytable"].get(pick["trigger"]["symbol"], [])
        pay += row[scatters - 1] if 0 < scatters <= len(row) else 0
        base += pay
        starts = scatters >= pick["trigger"]["count"]
        rate += starts
        for prize, chance in prizes.items() if starts else [(0, Fraction(1))]:
            paid = min(pay + prize, cap)
            whole += chance * (pay + prize)
            total += chance * paid
            square += chance * paid * paid
            hits += chance * (paid > 0)
    mean = total / count
    return {
        "return": whole / count / units,
        "base": base / count / units,
        "rate": rate / count,
        "after cap": mean / units,
        "hit rate": hits / count,
        "deviation": sqrt(square / count - mean * mean) / units,
    }


def sums_of_picks(pick):
    weight = sum(prize["weight"] for prize in pick["prizes"])
    sums = {0: Fraction(1)}
    for _ in range(pick["picks"]):
        after = defaultdict(Fraction)
        for paid, chance in sums.items():
            for prize in pick["prizes"]:
                after[paid + prize["pay"]] += chance * Fraction(prize["weight"], weight)
        sums = after
    return sums


# What is in view.


def window(game, strip, stop):
    return [strip[(stop + row) % len(strip)] for row in range(game["grid"]["rows"])]


def symbol_of(game, kind):
    return next((symbol for symbol in game["symbols"] if symbol["kind"] == kind), None)


def wild_of(game):
    return symbol_of(game, "wild") or symbol_of(game, "book")


def expanded(game, cells):
    wild = wild_of(game)
    if wild and wild.get("expands") and wild["id"] in cells:
        return [wild["id"]] * len(cells)
    return cells


def ordinary(game):
    return [symbol["id"] for symbol in game["symbols"] if symbol["kind"] == "ordinary"]


def variants(game, strips):
    """The strips with the mystery symbol replaced by each symbol that it can become, and the chance of that."""
    mystery = symbol_of(game, "mystery")
    if not mystery or not any(mystery["id"] in strip for strip in strips):
        return [(Fraction(1), strips)]
    weight = sum(entry["weight"] for entry in mystery["becomes"])
    return [
        (
            Fraction(entry["weight"], weight),
            [[entry["symbol"] if shown == mystery["id"] else shown for shown in strip] for strip in strips],
        )
        for entry in mystery["becomes"]
    ]


def scatter_chances(game, strips):
    """The chance of 0, 1, 2 ... scatters in view."""
    scatter = symbol_of(game, "scatter") or symbol_of(game, "book")
    chances = {0: Fraction(1)}
    for strip in strips:
        counts = Counter(window(game, strip, stop).count(scatter["id"]) for stop in range(len(strip)))
        after = defaultdict(Fraction)
        for shown, chance in chances.items():
            for more, stops in counts.items():
                after[shown + more] += chance * Fraction(stops, len(strip))
        chances = after
    return chances


def tail(chances, least):
    return sum((chance for shown, chance in chances.items() if shown >= least), Fraction(0))


# The mean pay of one spin in units.


def spin_pay(game, strips):
    scatter = symbol_of(game, "scatter") or symbol_of(game, "book")
    row = game["paytable"].get(scatter["id"], [])
    chances = scatter_chances(game, strips)
    mean = sum((chances[shown] * row[shown - 1] for shown in chances if 0 < shown <= len(row)), Fraction(0))
    for chance, seen in variants(game, strips):
        if game["winMode"]["kind"] == "ways":
            mean += chance * ways_pay(game, seen)
        else:
            cells = [cell_chances(game, strip) for strip in seen]
            mean += chance * lines_pay(game, cells)
    return mean


def ways_pay(game, strips):
    """For each symbol, the distribution of the number of its ways after each reel."""
    wild = wild_of(game)
    mean = Fraction(0)
    for symbol in ordinary(game):
        pays = game["paytable"].get(symbol, [])
        ways = {1: Fraction(1)}
        for reel, strip in enumerate(strips):
            counts = Counter()
            for stop in range(len(strip)):
                cells = window(game, strip, stop)
                counts[sum(shown == symbol or (wild is not None and shown == wild["id"]) for shown in cells)] += 1
            after = defaultdict(Fraction)
            for paths, chance in ways.items():
                for shown, stops in counts.items():
                    part = chance * Fraction(stops, len(strip))
                    if shown > 0:
                        after[paths * shown] += part
                    elif reel > 0:
                        mean += part * paths * pays[reel - 1]
            ways = after
        mean += sum((chance * paths * pays[len(strips) - 1] for paths, chance in ways.items()), Fraction(0))
    return mean


def cell_chances(game, strip):
    """For each row of a reel, the chance of each symbol."""
    rows = [defaultdict(Fraction) for _ in range(game["grid"]["rows"])]
    for stop in range(len(strip)):
        for row, shown in enumerate(expanded(game, window(game, strip, stop))):
            rows[row][shown] += Fraction(1, len(strip))
    return rows


def lines_pay(game, cells):
    """The mean over all lines; `cells[reel][row]` has the chances of symbols, and reels are independent."""
    known = {}
    mean = Fraction(0)
    for line in game["winMode"]["lines"]:
        key = tuple(tuple(sorted(cells[reel][row].items())) for reel, row in enumerate(line))
        if key not in known:
            known[key] = one_line(game, [cells[reel][row] for reel, row in enumerate(line)])
        mean += known[key]
    return mean


def one_line(game, chances):
    """Every combination of symbols, from the left, as long as something can still be won."""
    wild = wild_of(game)
    wild_id = wild["id"] if wild else None
    kinds = set(ordinary(game))

    def rest(reel, shown, chance):
        others = {symbol for symbol in shown if symbol != wild_id}
        over = len(others) > 1 or not others <= kinds
        if over or reel == len(chances):
            return chance * line_pay(game, shown)
        return sum((rest(reel + 1, shown + [symbol], chance * part) for symbol, part in chances[reel].items()), Fraction(0))

    return rest(0, [], Fraction(1))


def line_pay(game, shown):
    """The best of what each symbol pays for its number from the left, wilds standing in."""
    wild = wild_of(game)
    wild_id = wild["id"] if wild else None
    best = 0
    for symbol in [*ordinary(game), wild_id]:
        count = 0
        while count < len(shown) and shown[count] in (symbol, wild_id):
            count += 1
        if symbol is None or symbol not in shown[:count]:
            continue
        pays = game["paytable"].get(symbol, [])
        if count > 0 and pays:
            best = max(best, pays[count - 1])
    return best


# Features.


def feature_length(free, again):
    """The free spins still to be expected, with so many left and so many that may still be awarded."""

    @lru_cache(maxsize=None)
    def expected(left, may_award):
        if left == 0:
            return Fraction(0)
        more = min(free["spins"], may_award)
        return (
            1
            + again * expected(left - 1 + more, may_award - more)
            + (1 - again) * expected(left - 1, may_award)
        )

    return expected(free["spins"], free["spinsLimit"] - free["spins"])


def sticky_pay(game, free):
    """Each reel is a Markov chain over the set of its wild rows; a spin adds the rows where its window shows the wild."""
    wild = wild_of(game)["id"]
    strips = game["strips"][free["strips"]]
    held = [{frozenset(): Fraction(1)} for _ in strips]
    mean = Fraction(0)
    for _ in range(free["spins"]):
        cells = []
        for reel, strip in enumerate(strips):
            rows = [defaultdict(Fraction) for _ in range(game["grid"]["rows"])]
            after = defaultdict(Fraction)
            for rows_held, chance in held[reel].items():
                for stop in range(len(strip)):
                    part = chance * Fraction(1, len(strip))
                    shown = [wild if row in rows_held else symbol for row, symbol in enumerate(window(game, strip, stop))]
                    after[frozenset(row for row, symbol in enumerate(shown) if symbol == wild)] += part
                    for row, symbol in enumerate(shown):
                        rows[row][symbol] += part
            held[reel] = after
            cells.append(rows)
        mean += lines_pay(game, cells)
    return mean


if __name__ == "__main__":
    main()
