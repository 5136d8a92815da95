#!/usr/bin/env python3
"""Verifies rounds by docs/fairness.md alone. Python 3.8 or later, standard library only.

    python3 verify.py [--data FOLDER] [--list] < record.json

Reads a record of a round (section 1) or the evidence of a chain of seeds (section 9), with --list a list of such, and
prints a line for each: proven, false (with the checks that fail), not-revealed, unknown-mathematics; or that the chain
holds, or its faults. FOLDER holds the games' data files; by default the folder of this file, or docs/fairness of the
project. Exits with 0 when every round is proven or the chain holds, with 1 when not, with 2 for malformed input.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys
from pathlib import Path

LONGEST_TEXT, DEEPEST_LEVEL, LARGEST_INTEGER = 8 * 1024 * 1024, 32, 2**53 - 1  # section 8


class Malformed(Exception):
    """Input without a verdict; its text says in a sentence what is wrong."""


def is_hex64(value):
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value) is not None


def is_client_seed(value):
    return isinstance(value, str) and re.fullmatch(r"[\x21-\x7e]{1,64}", value) is not None


def is_count(value):
    return type(value) is int and 0 <= value <= LARGEST_INTEGER


def or_null(fits):
    return lambda value: value is None or fits(value)


def is_money(value):
    return ten_thousandths(value) is not None


RECORD = {  # section 1
    "game": lambda value: isinstance(value, str) and re.fullmatch(r"[a-z0-9-]{1,60}", value) is not None,
    "mathHash": is_hex64,
    "serverSeedHash": is_hex64,
    "serverSeed": or_null(is_hex64),
    "clientSeed": is_client_seed,
    "nonce": is_count,
    "stake": is_money,
    "pay": is_money,
    "events": lambda value: isinstance(value, list),
}
RECEIPT = {  # section 9
    "pair": is_count,
    "serverSeedHash": or_null(is_hex64),
    "nextServerSeedHash": is_hex64,
    "clientSeed": or_null(is_client_seed),
    "nonce": is_count,
    "at": lambda value: isinstance(value, str),
}
PAIR = {
    "pair": lambda value: is_count(value) and value > 0,
    "scheme": lambda value: value in ("chain", "old"),
    "serverSeedHash": is_hex64,
    "nextServerSeedHash": or_null(is_hex64),
    "clientSeed": is_client_seed,
    "serverSeed": or_null(is_hex64),
    "firstNonce": is_count,
    "lastNonce": or_null(is_count),
}


def wrong_fields(rows, shapes, prefix=""):
    """The fields that some row lacks or has with a value that does not fit."""
    return [prefix + name for name, fits in shapes.items() if not all(name in row and fits(row[name]) for row in rows)]


def wrong_in_list(evidence, name, shapes):
    rows = evidence.get(name)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        return [name]
    return wrong_fields(rows, shapes, name + ".")


def ten_thousandths(money):
    """Decimal text with at most 4 decimals, up to 2^53-1, as an integer of 1/10 000, or None."""
    match = re.fullmatch(r"(0|[1-9][0-9]{0,15})(?:\.([0-9]{1,4}))?", money) if isinstance(money, str) else None
    amount = int(match[1]) * 10_000 + int((match[2] or "").ljust(4, "0")) if match else None
    return amount if amount is not None and amount <= LARGEST_INTEGER * 10_000 else None


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
    """Equality of JSON values: unlike in Python, 1 is not true. `number` has made 1.0 the integer 1."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return one == other


def verify(record, games):
    """Section 8: the verdict on a record."""
    content = games.get(record["mathHash"])
    if content is None:
        return "unknown-mathematics"
    data = json.loads(content)
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
        "pay": stake in stakes and ten_thousandths(record["pay"]) * data["unitsPerStake"] == units * stake,
    }
    failed = [name for name, holds in checks.items() if not holds]
    return "false: " + ", ".join(failed) if failed else "proven"


def chain_faults(receipts, pairs):
    """Section 9: the faults of a chain as (pair, kind), ascending and each once."""
    faults = set()
    pairs = sorted(pairs, key=lambda pair: pair["pair"])
    by_number = {pair["pair"]: pair for pair in pairs}
    before = 0
    for pair in pairs:
        if pair["pair"] == before:
            faults.add((before, "repeated"))
        if pair["pair"] > before + 1:
            faults.add((before + 1, "omitted"))
        before = pair["pair"]
    client_seeds, server_hashes = {}, {}
    for pair in pairs:
        number = pair["pair"]
        if pair["serverSeed"] is None:
            if number != before:
                faults.add((number, "not-revealed"))
        elif hashlib.sha256(bytes.fromhex(pair["serverSeed"])).hexdigest() != pair["serverSeedHash"]:
            faults.add((number, "swapped"))
        if (number == 1 and pair["firstNonce"] != 0) or next_nonce(pair) < pair["firstNonce"]:
            faults.add((number, "number-gap"))
        following = by_number.get(number + 1)
        if following is not None:
            announced = pair["nextServerSeedHash"]
            if announced is not None and announced != following["serverSeedHash"]:
                faults.add((number + 1, "swapped"))
            if pair["scheme"] == "chain" and (following["scheme"] == "old" or announced is None):
                faults.add((number, "omitted"))
            if following["firstNonce"] != next_nonce(pair):
                faults.add((number + 1, "number-gap"))
        if pair["scheme"] == "chain" and client_seeds.get(pair["clientSeed"], number) != number:
            faults.add((number, "client-seed-reused"))
        if server_hashes.get(pair["serverSeedHash"], number) != number:
            faults.add((number, "repeated"))
        client_seeds.setdefault(pair["clientSeed"], number)
        server_hashes.setdefault(pair["serverSeedHash"], number)
    for receipt in receipts:
        faults.update(receipt_faults(receipt, by_number))
    faults.update(faults_among(receipts))
    return sorted(faults)


def next_nonce(pair):
    return pair["firstNonce"] if pair["lastNonce"] is None else pair["lastNonce"] + 1


def receipt_faults(receipt, by_number):
    """Section 9, 8: the chain against one receipt."""
    number = receipt["pair"]
    pair, following = by_number.get(number), by_number.get(number + 1)
    if following is not None and following["serverSeedHash"] != receipt["nextServerSeedHash"]:
        yield number + 1, "swapped"
    if number == 0:
        return
    if pair is None:
        yield number, "omitted"
        return
    if receipt["serverSeedHash"] not in (None, pair["serverSeedHash"]):
        yield number, "swapped"
    if receipt["clientSeed"] not in (None, pair["clientSeed"]):
        yield number, "client-seed-changed"
    if not pair["firstNonce"] <= receipt["nonce"] <= next_nonce(pair):
        yield number, "number-gap"


def faults_among(receipts):
    """Section 9, 9: receipts against each other."""
    known = {}
    for receipt in receipts:
        number = receipt["pair"]
        for name, about, value, kind in (
            ("announced", number + 1, receipt["nextServerSeedHash"], "swapped"),
            ("used", number, receipt["serverSeedHash"], "swapped"),
            ("client", number, receipt["clientSeed"], "client-seed-changed"),
        ):
            if value is not None and known.setdefault((name, about), value) != value:
                yield about, kind
    for (name, number), value in known.items():
        if name == "used" and known.get(("announced", number), value) != value:
            yield number, "swapped"


def chain_line(evidence):
    """What section 9 says of a chain, in one line, and whether it holds."""
    receipts, pairs = evidence["receipts"], evidence["pairs"]
    faults = chain_faults(receipts, pairs)
    announced = {receipt["pair"] + 1 for receipt in receipts}
    numbers = sorted((pair["pair"], pair["scheme"]) for pair in pairs)
    notes = [f"{number} old" for number, scheme in numbers if scheme == "old"]
    notes += [f"{number} unwitnessed" for number, scheme in numbers if scheme == "chain" and number not in announced]
    verdict = "false: " + ", ".join(f"{number} {kind}" for number, kind in faults) if faults else "holds"
    return f"chain of {len(pairs)} pairs: {verdict}" + (f" ({', '.join(notes)})" if notes else ""), not faults


def number(text):
    """Section 8: numbers are compared by their value, so 5.0 and 5e0 are 5."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) <= LARGEST_INTEGER else value


def refuse_constant(name):
    raise ValueError(f"{name} is no value of JSON")


def parse(content):
    """The JSON value of bytes, within the bounds of section 8."""
    if len(content) > LONGEST_TEXT:
        raise Malformed(f"The input is longer than {LONGEST_TEXT} bytes.")
    try:
        text = content.decode("utf-8")
        return json.loads(text, parse_int=number, parse_float=number, parse_constant=refuse_constant)
    except RecursionError:
        raise Malformed(f"The input has more than {DEEPEST_LEVEL} levels of objects and lists.") from None
    except ValueError as error:
        raise Malformed(f"The input is not JSON in UTF-8: {error}.") from None


def require_object(value):
    if not isinstance(value, dict):
        raise Malformed("The input is not one object of JSON.")
    level = [value]
    for _ in range(DEEPEST_LEVEL):
        level = [item for one in level for item in (one.values() if isinstance(one, dict) else one)
                 if isinstance(item, (dict, list))]
    if level:
        raise Malformed(f"The input has more than {DEEPEST_LEVEL} levels of objects and lists.")


def answer(item, games):
    """The line for a record or an evidence, and whether it is proven or holds. Raises Malformed."""
    require_object(item)
    is_chain = item.get("format") == "baize-seed-evidence-1"
    if is_chain:
        wrong = wrong_in_list(item, "receipts", RECEIPT) + wrong_in_list(item, "pairs", PAIR)
        if item.get("pairs") == []:
            wrong.append("pairs")
    else:
        wrong = wrong_fields([item], RECORD)
    if wrong:
        raise Malformed(f"Missing or wrong: {', '.join(wrong)}.")
    if is_chain:
        return chain_line(item)
    verdict = verify(item, games)
    return f"{item['game']} {item['nonce']}: {verdict}", verdict == "proven"


def games_in(folder):
    """The contents of the data files of a folder by the SHA-256 of their bytes (section 2)."""
    contents = [path.read_bytes() for path in sorted(folder.glob("*-[0-9]*.json")) if path.is_file()]
    return {hashlib.sha256(content).hexdigest(): content for content in contents}


def own_folder():
    beside = Path(__file__).resolve().parent
    project = beside.parent.parent / "docs" / "fairness"
    return project if project.is_dir() else beside


def main():
    parser = argparse.ArgumentParser(description="Verifies rounds and chains of seeds by docs/fairness.md.")
    parser.add_argument("--data", type=Path, default=own_folder(), help="the folder of the games' data files")
    parser.add_argument("--list", action="store_true", help="read a list of records and evidence, at least one")
    options = parser.parse_args()
    try:
        games = games_in(options.data)
        given = parse(sys.stdin.buffer.read(LONGEST_TEXT + 1))
        if options.list and (not isinstance(given, list) or given == []):
            raise Malformed("The input is not a list with at least one object.")
        items = given if options.list else [given]
        answers = [answer(item, games) for item in items]
    except Malformed as error:
        print(f"malformed: {error}", file=sys.stderr)
        return 2
    except Exception as error:  # Python would exit with 1, as for a false record.
        print(f"The verifier could not finish: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    for item, (line, _) in zip(items, answers):
        print(line)
        if line.endswith(": unknown-mathematics"):
            print(f"No file in {options.data} has the SHA-256 {item['mathHash']}: put the game's data file there.", file=sys.stderr)
    return 0 if all(holds for _, holds in answers) else 1


if __name__ == "__main__":
    sys.exit(main())
