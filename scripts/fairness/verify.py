#!/usr/bin/env python3
"""Verifies rounds by docs/fairness.md alone. Python 3.8 or later, standard library only.

    python3 verify.py [--data FOLDER] < records.json

Reads one record or a list of records (section 1) and prints a line for each: proven, false (with the checks that fail),
not-revealed, or unknown-mathematics. FOLDER holds the games' data files; by default the folder of this file, or
docs/fairness of the project. Exits with 0 when every round is proven, with 1 when one is not, with 2 for unreadable input.
"""

import hashlib
import hmac
import json
import re
import sys
from pathlib import Path

SHAPES = {  # section 1
    "game": lambda value: isinstance(value, str) and re.fullmatch(r"[a-z0-9-]{1,60}", value),
    "mathHash": lambda value: is_hex64(value),
    "serverSeedHash": lambda value: is_hex64(value),
    "serverSeed": lambda value: value is None or is_hex64(value),
    "clientSeed": lambda value: isinstance(value, str) and re.fullmatch(r"[\x21-\x7e]{1,64}", value),
    "nonce": lambda value: type(value) is int and value >= 0,
    "stake": lambda value: ten_thousandths(value) is not None,
    "pay": lambda value: ten_thousandths(value) is not None,
    "events": lambda value: isinstance(value, list),
}


def is_hex64(value):
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value)


def ten_thousandths(money):
    """Decimal text with at most 4 decimals as an integer of 1/10 000, or None."""
    match = re.fullmatch(r"(0|[1-9][0-9]*)(?:\.([0-9]{1,4}))?", money) if isinstance(money, str) else None
    return int(match[1]) * 10_000 + int((match[2] or "").ljust(4, "0")) if match else None


class Stream:
    """Section 4: the blocks of one round, and drawing from them."""

    def __init__(self, server_seed, prefix):
        self.server_seed, self.prefix = server_seed, prefix
        self.block, self.index, self.position = b"", 0, 0

    def word(self):
        if self.position == len(self.block):
            message = f"{self.prefix}:{self.index}".encode("ascii")
            self.block = hmac.new(self.server_seed, message, hashlib.sha256).digest()
            self.index, self.position = self.index + 1, 0
        self.position += 4
        return self.block[self.position - 4 : self.position]

    def below(self, n):
        return draw_below(self.word, n)


def draw_below(next_word, n):
    limit = 2**32 - 2**32 % n
    while True:
        value = int.from_bytes(next_word(), "big")
        if value < limit:
            return value % n


class Machine:
    """A game's data, and playing it."""

    def __init__(self, data):
        self.data = data
        self.kinds = {symbol["id"]: symbol["kind"] for symbol in data["symbols"]}
        self.numbers = {symbol["id"]: number for number, symbol in enumerate(data["symbols"])}
        self.feature = next((one for one in data["features"] if one["kind"] == "free-spins"), None)
        self.rows = data["grid"]["rows"]

    def pay_of(self, symbol, count):
        pays = self.data["paytable"].get(symbol, [])
        return pays[count - 1] if 1 <= count <= len(pays) else 0

    def line_win(self, shown):
        """Section 5.3: the pay, symbol and count of a line."""
        leader, run, wilds = None, 0, 0
        for symbol in shown:
            kind = self.kinds[symbol]
            if kind == "scatter" or (kind == "ordinary" and leader not in (None, symbol)):
                break
            if kind == "ordinary":
                leader = symbol
            elif leader is None:
                wilds += 1
            run += 1
        if run == 0:
            return 0, None, 0
        wild = next((symbol for symbol, kind in self.kinds.items() if kind == "wild"), None)
        as_run = (self.pay_of(leader or wild, run), leader or wild, run)
        as_wilds = (self.pay_of(wild, wilds) if wilds else 0, wild, wilds)
        return as_wilds if as_wilds[0] > as_run[0] else as_run

    def spin(self, stream, reel_set, multiplier, awarded_before, total):
        """Section 5: the events of a spin, its pay, and the free spins it awards."""
        strips = self.data["strips"][reel_set]
        stops = [stream.below(len(strip)) for strip in strips]
        window = [[strip[(stop + row) % len(strip)] for row in range(self.rows)] for strip, stop in zip(strips, stops)]
        grid = [[self.numbers[symbol] for symbol in reel] for reel in window]
        events = [{"type": "reveal", "strips": reel_set, "stops": stops, "grid": grid}]
        wins = []
        for number, line in enumerate(self.data["winMode"]["lines"]):
            pay, symbol, count = self.line_win([window[reel][row] for reel, row in enumerate(line)])
            if pay > 0:
                positions = [reel * self.rows + row for reel, row in enumerate(line[:count])]
                wins.append({"line": number, "symbol": self.numbers[symbol], "count": count, "positions": positions,
                             "pay": pay * multiplier})
        wins.sort(key=lambda win: (-win["pay"], win["line"]))
        pay = sum(win["pay"] for win in wins)
        if pay > 0:
            events.append({"type": "wins", "wins": wins, "multiplier": multiplier, "pay": pay, "total": total + pay})
        scatters = [
            reel * self.rows + row
            for reel, column in enumerate(window)
            for row, symbol in enumerate(column)
            if self.kinds[symbol] == "scatter"
        ]
        scatter = next((symbol for symbol, kind in self.kinds.items() if kind == "scatter"), None)
        scatter_pay = self.pay_of(scatter, len(scatters)) * multiplier
        awarded = 0
        if self.feature and len(scatters) >= self.feature["trigger"]["count"]:
            awarded = min(self.feature["spins"], self.feature["spinsLimit"] - awarded_before)
        pay += scatter_pay
        if scatter_pay > 0 or awarded > 0:
            events.append({"type": "scatter", "symbol": self.numbers[scatter], "count": len(scatters),
                           "positions": scatters, "multiplier": multiplier, "pay": scatter_pay,
                           "spinsAwarded": awarded, "total": total + pay})
        return events, pay, awarded

    def round(self, stream):
        """Sections 6 and 7: the units a round pays, and its events."""
        events, base_pay, awarded = self.spin(stream, "base", 1, 0, 0)
        total, played = base_pay, 0
        if awarded > 0:
            multiplier = self.feature["multiplier"]
            named = {"feature": "free-spins"}
            events.append({"type": "featureStart", **named, "spins": awarded, "multiplier": multiplier})
            while played < awarded:
                played += 1
                events.append({"type": "featureStep", **named, "step": played, "left": awarded - played,
                               "pay": total - base_pay})
                more, pay, again = self.spin(stream, self.feature["strips"], multiplier, awarded, total)
                events += more
                total += pay
                awarded += again
            events.append({"type": "featureEnd", **named, "spins": played, "pay": total - base_pay, "total": total})
        events.append({"type": "totalWin", "pay": total})
        return total, events


def is_same(one, other):
    """Equality of JSON values: unlike Python, 1 is neither true nor 1.0."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return one == other


def verify(record, games):
    """Section 8: the verdict on a record."""
    data = games.get(record["mathHash"])
    if data is None:
        return "unknown-mathematics"
    if record["serverSeed"] is None:
        return "not-revealed"
    server_seed = bytes.fromhex(record["serverSeed"])
    stream = Stream(server_seed, f"{record['clientSeed']}:{data['code']}:{record['nonce']}")
    units, events = Machine(data).round(stream)
    stake = ten_thousandths(record["stake"])
    stakes = [allowed * 10_000 for allowed in data["stakes"]]
    checks = {
        "mathematics": record["game"] == data["code"],
        "commitment": hashlib.sha256(server_seed).hexdigest() == record["serverSeedHash"],
        "events": is_same(events, record["events"]),
        "stake": stake in stakes,
        "pay": ten_thousandths(record["pay"]) * data["unitsPerStake"] == units * stake,
    }
    failed = [name for name, holds in checks.items() if not holds]
    return "false: " + ", ".join(failed) if failed else "proven"


def games_in(folder):
    """The data files of a folder by the SHA-256 of their bytes (section 2)."""
    games = {}
    for path in sorted(Path(folder).glob("*-[0-9]*.json")):
        content = path.read_bytes()
        games[hashlib.sha256(content).hexdigest()] = json.loads(content)
    return games


def data_folder(arguments):
    if arguments[:1] == ["--data"] and len(arguments) == 2:
        return Path(arguments[1])
    if arguments:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    beside = Path(__file__).resolve().parent
    project = beside.parent.parent / "docs" / "fairness"
    return project if project.is_dir() else beside


def main(arguments):
    games = games_in(data_folder(arguments))
    try:
        given = json.load(sys.stdin)
    except ValueError as error:
        print(f"The input is not JSON: {error}", file=sys.stderr)
        return 2
    proven = True
    for record in given if isinstance(given, list) else [given]:
        wrong = [name for name, fits in SHAPES.items() if not (isinstance(record, dict) and name in record and fits(record[name]))]
        if wrong:
            print(f"The record lacks or misspells: {', '.join(wrong)}", file=sys.stderr)
            return 2
        verdict = verify(record, games)
        proven = proven and verdict == "proven"
        print(f"{record['game']} {record['nonce']}: {verdict}")
    return 0 if proven else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
