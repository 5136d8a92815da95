#!/usr/bin/env python3
"""Verifies records of rounds, and the evidence of a chain of seed pairs, from published data.

    python3 verify.py < record.json           one record of a round, or the evidence of a chain of seed pairs
    python3 verify.py --list < examples.json  a list of them, a line for each

Written from the paper "Verifying a round" (docs/fairness.md), whose sections the comments name, and from
nothing else. Standard library only. Exit code: 0 if all is proven or holds, 1 if one is not, 2 if one is malformed.
"""

from __future__ import annotations

import argparse
import bisect
import functools
import hashlib
import hmac
import itertools
import json
import re
import struct
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Callable, Iterator

MAX_BYTES = 8_388_608  # section 8, the form of a text
MAX_DEPTH = 32
MAX_INTEGER = 2**53 - 1
MAX_DIGESTS = 10_000  # of all rows of an evidence (section 9)
DIGEST_DIGITS = 16
MONEY_SCALE = 10**4  # money has at most 4 decimals and is counted in ten-thousandths here
EVIDENCE_FORMAT = "baize-seed-evidence-1"
ALL_SQUARE = bytes.maketrans(b"{}", b"[]")
NOT_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")


class Malformed(Exception):
    """The text is not of the form that the paper describes; the message is a sentence about what is wrong."""


# --- The text (section 8, "The form of a text") ---------------------------------------------------------------------

def parse(data: bytes) -> object:
    """The JSON value of a text. A list is let through for `--list`: it is `answer` that takes nothing but objects."""
    if len(data) > MAX_BYTES:
        raise Malformed(f"The text is longer than {MAX_BYTES} bytes.")
    too_deep = Malformed(f"The text is nested more than {MAX_DEPTH} levels deep.")
    try:
        # A byte order mark is not JSON: json.loads refuses it in a str. And int refuses NaN, Infinity and -Infinity.
        value = json.loads(data.decode("utf-8"), parse_int=number, parse_float=number, parse_constant=int)
    except ValueError:
        raise Malformed("The text is not JSON in UTF-8.") from None
    except RecursionError:
        raise too_deep from None
    # Each object of a list is a text of its own: the list around them is not one of its levels.
    if deeper_than(MAX_DEPTH + isinstance(value, list), data):
        raise too_deep
    return value


def number(text: str) -> int | float:
    """A number is its value as a double. Those that can be a field are ints (5, 5.0 and 5e0; -0), others floats."""
    value = float(text)
    return int(value) if abs(value) <= MAX_INTEGER and value.is_integer() else value


def deeper_than(levels: int, data: bytes) -> bool:
    """Whether well-formed JSON nests deeper. It looks at the text, as a key that occurs again hides a value."""
    unescaped = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    outside_of_texts = b"".join(unescaped.split(b'"')[::2])
    brackets = outside_of_texts.translate(ALL_SQUARE, NOT_BRACKETS)
    for _ in range(levels):
        brackets = brackets.replace(b"[]", b"")  # takes away exactly the innermost level of every branch
    return brackets != b""


# --- The fields (sections 1 and 9) ----------------------------------------------------------------------------------

Check = Callable[[object], bool]


def text_like(pattern: str) -> Check:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def or_null(check: Check) -> Check:
    return lambda value: value is None or check(value)


def is_integer(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_INTEGER  # not isinstance: True is no number


def money(value: object) -> int | None:
    """Decimal text as ten-thousandths; None if it is no money."""
    if not isinstance(value, str) or not (match := re.fullmatch(r"(0|[1-9][0-9]{0,15})(?:\.([0-9]{1,4}))?", value)):
        return None
    whole, decimals = match.groups(default="")
    amount = int(whole) * MONEY_SCALE + int(decimals.ljust(4, "0"))
    return amount if amount <= MAX_INTEGER * MONEY_SCALE else None


def spelling(amount: int) -> str:
    """An amount in ten-thousandths as text, in the shortest spelling (section 9)."""
    whole, decimals = divmod(amount, MONEY_SCALE)
    return f"{whole}.{decimals:04}".rstrip("0").rstrip(".")


is_code = text_like("[a-z0-9-]{1,60}")
is_hex = text_like("[0-9a-f]{64}")
is_client_seed = text_like("[!-~]{1,64}")

# Each table in the order of the paper, which is the order in which a message names the fields.
ROUND_FIELDS: dict[str, Check] = {
    "game": is_code,
    "mathHash": is_hex,
    "serverSeedHash": is_hex,
    "serverSeed": or_null(is_hex),
    "clientSeed": is_client_seed,
    "nonce": is_integer,
    "stake": lambda value: money(value) is not None,
    "pay": lambda value: money(value) is not None,
    "events": lambda value: isinstance(value, list),  # within it nothing is malformed (section 8)
}
RECEIPT_FIELDS: dict[str, Check] = {
    "pair": is_integer,
    "serverSeedHash": or_null(is_hex),
    "clientSeed": or_null(is_client_seed),
    "nextServerSeedHash": is_hex,
    "nonce": is_integer,
    "at": lambda value: isinstance(value, str),
}
PAIR_FIELDS: dict[str, Check] = {
    "pair": lambda value: is_integer(value) and value > 0,
    "scheme": text_like("chain|old"),
    "serverSeedHash": is_hex,
    "nextServerSeedHash": or_null(is_hex),
    "clientSeed": is_client_seed,
    "serverSeed": or_null(is_hex),
    "firstNonce": is_integer,
    "lastNonce": or_null(is_integer),
}
CHOSEN_FIELDS: dict[str, Check] = {
    "pair": lambda value: is_integer(value) and value > 0,
    "clientSeed": is_client_seed,
}
SHOWN_FIELDS: dict[str, Check] = {"pair": is_integer, "firstNonce": is_integer, "lastNonce": is_integer}
RESULTS_FIELDS: dict[str, Check] = {
    "firstNonce": is_integer,
    "mathHash": is_hex,
    "stake": lambda value: money(value) is not None,
    "digests": text_like("(?:[0-9a-f]{%d})+" % DIGEST_DIGITS),
}
OPTIONAL_TABLES = ("chosen", "shown", "results")


def wrong_fields(rows: list[dict], fields: dict[str, Check], prefix: str = "") -> list[str]:
    """The fields that are missing or wrong in at least one of the rows."""
    return [prefix + name for name, fits in fields.items() if not all(name in row and fits(row[name]) for row in rows)]


def wrong_in_evidence(evidence: dict) -> list[str]:
    wrong = []
    tables = (
        ("receipts", RECEIPT_FIELDS, 0),
        ("pairs", PAIR_FIELDS, 1),
        ("chosen", CHOSEN_FIELDS, 0),
        ("shown", SHOWN_FIELDS, 0),
        ("results", RESULTS_FIELDS, 0),
    )
    for table, fields, least in tables:
        if table in OPTIONAL_TABLES and table not in evidence:
            continue
        rows = evidence.get(table)
        is_table = isinstance(rows, list) and len(rows) >= least and all(isinstance(row, dict) for row in rows)
        wrong += wrong_fields(rows, fields, f"{table}.") if is_table else [table]
        if table == "results" and is_table and "results.digests" not in wrong:  # all of them are texts
            if sum(len(row["digests"]) for row in rows) > MAX_DIGESTS * DIGEST_DIGITS:
                wrong.append("results.digests")  # the last of its table: nothing comes after it
    return wrong


# --- The data of a game (section 2) ---------------------------------------------------------------------------------

class Game:
    """The data of a game. Symbols are their places in `symbols`; a line is a list of positions, reel * rows + row."""

    def __init__(self, data: dict) -> None:
        kinds = [data["winMode"]["kind"]] + [feature["kind"] for feature in data["features"]]
        if kinds not in (["lines"], ["lines", "free-spins"]):
            raise ValueError("not the mathematics of the paper")
        self.code, self.rows = data["code"], data["grid"]["rows"]
        self.stakes, self.units_per_stake = data["stakes"], data["unitsPerStake"]
        kind_places = {symbol["kind"]: place for place, symbol in enumerate(data["symbols"])}
        self.wild, self.scatter = kind_places.get("wild"), kind_places.get("scatter")
        places = {symbol["id"]: place for place, symbol in enumerate(data["symbols"])}
        self.pays = [data["paytable"].get(symbol, []) for symbol in places]
        self.sets = {
            name: [[places[symbol] for symbol in strip] for strip in strips] for name, strips in data["strips"].items()
        }
        lines = data["winMode"]["lines"]
        self.lines = [[reel * self.rows + row for reel, row in enumerate(line)] for line in lines]
        self.feature = data["features"][0] if data["features"] else None

    def pay(self, symbol: int | None, count: int) -> int:
        """The pay of `count` of the symbol, in units; what the paytable does not name is 0."""
        return self.pays[symbol][count - 1] if symbol is not None and 0 < count <= len(self.pays[symbol]) else 0


@functools.lru_cache(maxsize=64)
def game_of(data: bytes) -> Game | None:
    """The game of the bytes of a data file; None if they are something else."""
    try:
        return Game(parse(data))
    except (Malformed, ValueError, TypeError, LookupError, AttributeError):
        return None


def games_in(folder: Path) -> dict[str, bytes]:
    """The data files of a folder by their SHA-256. Whatever else lies there (records, lists of files) is left out."""
    contents = [file.read_bytes() for file in folder.glob("*.json") if file.is_file()]
    return {sha256(data): data for data in contents if game_of(data) is not None}


def own_folder() -> Path:
    """Where the data files are if no folder is named: docs/fairness of the repository, else beside this program."""
    here = Path(__file__).resolve().parent
    published = here.parent.parent / "docs" / "fairness"
    return published if published.is_dir() else here


# --- The random stream (sections 3 and 4) ---------------------------------------------------------------------------

def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def commitment(server_seed: str) -> str:
    return sha256(bytes.fromhex(server_seed))  # of its 32 bytes, not of its hex digits (section 3)


def random_stream(server_seed: str, client_seed: str, code: str, nonce: int) -> Iterator[int]:
    """The stream, 4 bytes at a time."""
    key = bytes.fromhex(server_seed)
    for block in itertools.count():
        message = f"{client_seed}:{code}:{nonce}:{block}".encode("ascii")
        yield from struct.unpack(">8I", hmac.digest(key, message, "sha256"))


def draw_below(n: int, stream: Iterator[int]) -> int:
    limit = 2**32 - 2**32 % n
    return next(v for v in stream if v < limit) % n


# --- A spin and a round (sections 5 to 7) ---------------------------------------------------------------------------

def line_win(game: Game, symbols: list[int]) -> tuple[int | None, int, int]:
    """What a line pays (section 5.3): symbol, count and pay in units, without the multiplier."""
    run, leading_wilds, ordinary = 0, 0, None
    for symbol in symbols:
        if symbol == game.scatter or symbol != game.wild and ordinary not in (None, symbol):
            break
        if symbol != game.wild:
            ordinary = symbol
        run += 1
        leading_wilds += ordinary is None
    run_symbol = game.wild if ordinary is None else ordinary
    as_run = (run_symbol, run, game.pay(run_symbol, run))
    as_wilds = (game.wild, leading_wilds, game.pay(game.wild, leading_wilds))
    return as_wilds if as_wilds[2] > as_run[2] else as_run


def play_spin(game: Game, stream: Iterator[int], strips: str, multiplier: int, awarded: int, total: int) -> tuple:
    """One spin, after `awarded` free spins and `total`: its events, the free spins that it awards, the new total."""
    reels = game.sets[strips]
    stops = [draw_below(len(strip), stream) for strip in reels]
    grid = [[strip[(stop + row) % len(strip)] for row in range(game.rows)] for strip, stop in zip(reels, stops)]
    cells = [symbol for reel in grid for symbol in reel]  # by position
    events: list[dict] = [{"type": "reveal", "strips": strips, "stops": stops, "grid": grid}]

    wins = []
    for line, positions in enumerate(game.lines):
        symbol, count, units = line_win(game, [cells[position] for position in positions])
        if units * multiplier > 0:
            win = {"line": line, "symbol": symbol, "count": count, "positions": positions[:count]}
            wins.append({**win, "pay": units * multiplier})
    if wins:
        wins.sort(key=lambda win: -win["pay"])  # stable: equal pays stay in the order of the lines
        pay = sum(win["pay"] for win in wins)
        total += pay
        events.append({"type": "wins", "wins": wins, "multiplier": multiplier, "pay": pay, "total": total})

    scatters = [position for position, symbol in enumerate(cells) if symbol == game.scatter]
    count, pay, more = len(scatters), game.pay(game.scatter, len(scatters)) * multiplier, 0
    if game.feature and count >= game.feature["trigger"]["count"]:
        more = min(game.feature["spins"], game.feature["spinsLimit"] - awarded)
    if pay > 0 or more > 0:
        total += pay
        event = {"type": "scatter", "symbol": game.scatter, "count": count, "positions": scatters}
        events.append({**event, "multiplier": multiplier, "pay": pay, "spinsAwarded": more, "total": total})
    return events, more, total


def play_round(game: Game, stream: Iterator[int]) -> tuple[list[dict], int]:
    """The events of a round and its pay in units."""
    events, awarded, total = play_spin(game, stream, "base", 1, 0, 0)
    if awarded:
        multiplier, paid_before, step = game.feature["multiplier"], total, 0
        named = {"feature": "free-spins"}
        events.append({"type": "featureStart", **named, "spins": awarded, "multiplier": multiplier})
        while step < awarded:
            step += 1
            left, pay = awarded - step, total - paid_before
            events.append({"type": "featureStep", **named, "step": step, "left": left, "pay": pay})
            spin, more, total = play_spin(game, stream, game.feature["strips"], multiplier, awarded, total)
            events += spin
            awarded += more
        events.append({"type": "featureEnd", **named, "spins": step, "pay": total - paid_before, "total": total})
    events.append({"type": "totalWin", "pay": total})
    return events, total


# --- The verdict on a round (section 8) -----------------------------------------------------------------------------

def verify_round(record: dict, games: dict[str, bytes]) -> str:
    """The verdict, if it is `false` with the conditions that fail."""
    game = game_of(games.get(record["mathHash"], b""))
    if game is None:
        return "unknown-mathematics"
    if record["serverSeed"] is None:
        return "not-revealed"

    # The stream takes the code of the data, not that of the record (section 4).
    stream = random_stream(record["serverSeed"], record["clientSeed"], game.code, record["nonce"])
    events, units = play_round(game, stream)
    as_text = functools.partial(json.dumps, sort_keys=True)
    stake, pay = money(record["stake"]), money(record["pay"])
    stake_taken = stake in [taken * MONEY_SCALE for taken in game.stakes]
    conditions = {
        "mathematics": game.code == record["game"],
        "commitment": commitment(record["serverSeed"]) == record["serverSeedHash"],
        "events": as_text(events) == as_text(record["events"]),  # as text: for Python's == 1 would be True
        "stake": stake_taken,
        "pay": stake_taken and pay * game.units_per_stake == units * stake,
    }
    failed = ", ".join(name for name, holds in conditions.items() if not holds)
    return f"false: {failed}" if failed else "proven"


# --- The chain of seed pairs (section 9) ----------------------------------------------------------------------------

def faults_of(pairs: list[dict], receipts: list[dict], shown: list[dict]) -> set[tuple[int, str]]:
    """The faults of a chain, as pair and fault, from its rows in ascending order. The comments number the rules."""
    faults: set[tuple[int, str]] = set()

    def check(holds: bool, pair: int, fault: str) -> None:
        if not holds:
            faults.add((pair, fault))

    by_number = {row["pair"]: row for row in pairs}  # of a number that occurs again, the last row
    numbers = list(by_number)

    # Rules that speak of "a pair" look at every row, so that no row of a number that occurs again goes unchecked.
    first_with: dict[tuple[str, object], int] = {}  # the first pair with a client seed, and with a hash
    previous = 0
    for row in pairs:
        n, seed, last_nonce = row["pair"], row["serverSeed"], row["lastNonce"]
        check(n != previous, n, "repeated")  # 1
        check(seed is not None or n == numbers[-1], n, "not-revealed")  # 2
        check(seed is None or commitment(seed) == row["serverSeedHash"], n, "swapped")  # 3
        check(last_nonce is None or last_nonce >= row["firstNonce"], n, "number-gap")  # 5
        first = first_with.setdefault(("clientSeed", row["clientSeed"]), n)
        check(first == n or row["scheme"] == "old", n, "client-seed-reused")  # 6
        check(first_with.setdefault(("serverSeedHash", row["serverSeedHash"]), n) == n, n, "repeated")  # 7
        previous = n

    # Neighbours in ascending order.
    check(numbers[0] == 1, 1, "omitted")  # 1
    check(numbers[0] != 1 or by_number[1]["firstNonce"] == 0, 1, "number-gap")  # 5
    for n, following in zip(numbers, numbers[1:]):
        row, next_row = by_number[n], by_number[following]
        announced = row["nextServerSeedHash"]
        check(following == n + 1, n + 1, "omitted")  # 1
        if following == n + 1:
            check(row["scheme"] == "old" or next_row["scheme"] == "chain" and announced is not None, n, "omitted")  # 4
            check(announced in (None, next_row["serverSeedHash"]), n + 1, "swapped")  # 3
            check(next_row["firstNonce"] == next_nonce(row), n + 1, "number-gap")  # 5

    # Each receipt against the pairs (rule 8).
    hashes, announcements, client_seeds = defaultdict(set), defaultdict(set), defaultdict(set)
    for receipt in receipts:
        n, announced = receipt["pair"], receipt["nextServerSeedHash"]
        hashes[n].add(receipt["serverSeedHash"])
        announcements[n].add(announced)
        client_seeds[n].add(receipt["clientSeed"])
        if n in by_number:
            row = by_number[n]
            check(receipt["serverSeedHash"] in (None, row["serverSeedHash"]), n, "swapped")
            check(receipt["clientSeed"] in (None, row["clientSeed"]), n, "client-seed-changed")
            check(row["firstNonce"] <= receipt["nonce"] <= next_nonce(row), n, "number-gap")
        else:
            check(n == 0, n, "omitted")
        if n + 1 in by_number:
            check(announced == by_number[n + 1]["serverSeedHash"], n + 1, "swapped")

    # The receipts among themselves (rule 9).
    for n in hashes:
        named = hashes[n] - {None}
        check(len(named) <= 1, n, "swapped")
        check(len(client_seeds[n] - {None}) <= 1, n, "client-seed-changed")
        check(len(announcements[n]) == 1, n + 1, "swapped")
        if named and n - 1 in announcements:
            check(len(named | announcements[n - 1]) == 1, n, "swapped")

    # The numbers of the rounds that were shown, in the order of the file (rule 10).
    newest = max((row["lastNonce"] for row in pairs if row["lastNonce"] is not None), default=-1)
    highest = -1
    for row in shown:
        check(row["firstNonce"] > highest, row["pair"], "number-repeated")
        check(row["firstNonce"] <= row["lastNonce"] <= newest, row["pair"], "number-gap")
        highest = max(highest, row["lastNonce"])
    return faults


def not_seen(pairs: list[dict], shown: list[dict]) -> list[tuple[int, int]]:
    """The numbers of the pairs that no row of `shown` has, as the first and the last of each range."""
    # At each edge the numbers of a row begin (+1) or have ended (-1): of the pairs first, of those shown second.
    edges: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for kind, rows in enumerate((pairs, shown)):
        for row in rows:
            if row["lastNonce"] is not None and row["firstNonce"] <= row["lastNonce"]:
                edges[row["firstNonce"]][kind] += 1
                edges[row["lastNonce"] + 1][kind] -= 1
    ranges: list[tuple[int, int]] = []
    start, depth = None, [0, 0]
    for edge in sorted(edges):
        depth = [depth[0] + edges[edge][0], depth[1] + edges[edge][1]]
        missing = depth[0] > 0 and depth[1] == 0
        if missing and start is None:
            start = edge
        elif not missing and start is not None:
            ranges.append((start, edge - 1))
            start = None
    return ranges


def ranges_of(numbers: set[int]) -> list[tuple[int, int]]:
    """The first and the last of each range of consecutive numbers, ascending."""
    firsts = sorted(number for number in numbers if number - 1 not in numbers)
    lasts = sorted(number for number in numbers if number + 1 not in numbers)
    return list(zip(firsts, lasts))


def digest_of(game: Game, math_hash: str, pair: dict, nonce: int, stake: int) -> str:
    """The digest of the round that the seeds of a pair give; the stake is one of the game, in ten-thousandths."""
    events, units = play_round(game, random_stream(pair["serverSeed"], pair["clientSeed"], game.code, nonce))
    pay = units * stake // game.units_per_stake  # always exact (section 6)
    result = {"events": events, "mathHash": math_hash, "nonce": nonce, "pay": spelling(pay), "stake": spelling(stake)}
    return sha256(json.dumps(result, sort_keys=True, separators=(",", ":")).encode("ascii"))[:DIGEST_DIGITS]


def compare_results(pairs: list[dict], results: list[dict], games: dict[str, bytes]) -> tuple[dict[int, int], set[int]]:
    """The numbers shown otherwise, with their pairs, and those without a data file (rule 11); pairs as in the file."""
    # Of rows with the same first number the last: the sort keeps the order of the file.
    played = sorted((row for row in pairs if row["lastNonce"] is not None), key=lambda row: row["firstNonce"])
    firsts = [row["firstNonce"] for row in played]
    otherwise: dict[int, int] = {}
    unknown: set[int] = set()
    for row in results:
        game, stake = game_of(games.get(row["mathHash"], b"")), money(row["stake"])
        for place in range(len(row["digests"]) // DIGEST_DIGITS):
            nonce = row["firstNonce"] + place
            found = bisect.bisect_right(firsts, nonce)
            pair = played[found - 1] if found else None
            if pair is None or pair["lastNonce"] < nonce or pair["serverSeed"] is None:
                continue
            if game is None:
                unknown.add(nonce)
                continue
            digest = row["digests"][place * DIGEST_DIGITS : (place + 1) * DIGEST_DIGITS]
            taken = stake in [taken * MONEY_SCALE for taken in game.stakes]
            if not taken or digest != digest_of(game, row["mathHash"], pair, nonce, stake):
                otherwise[nonce] = pair["pair"]
    return otherwise, unknown


def next_nonce(pair: dict) -> int:
    """The number of the round after those of a pair; a pair without rounds leaves its first number to it."""
    return pair["firstNonce"] if pair["lastNonce"] is None else pair["lastNonce"] + 1


def notes_of(pairs: list[dict], receipts: list[dict], chosen: list[dict] | None, shown: list[dict] | None) -> list[str]:
    """What is reported beside the verdict, from the pairs in ascending order; `chosen` and `shown` may be missing."""
    witnessed = {receipt["pair"] + 1 for receipt in receipts}
    without_seed = {receipt["pair"] for receipt in receipts if receipt["clientSeed"] is None}
    choices = None if chosen is None else {(row["pair"], row["clientSeed"]) for row in chosen}
    of_chain = [row for row in pairs if row["scheme"] == "chain"]

    notes = [f"{row['pair']} old" for row in pairs if row["scheme"] == "old"]
    notes += [f"{row['pair']} unwitnessed" for row in of_chain if row["pair"] not in witnessed]
    if choices is not None:
        notes += [f"{row['pair']} not-chosen" for row in of_chain if (row["pair"], row["clientSeed"]) not in choices]
    for row in pairs:
        if row["pair"] in without_seed:
            notes.append(f"{row['pair']} ended" + ("" if row["lastNonce"] is None else f" {row['lastNonce']}"))
    if choices is not None:
        counts = Counter(pair for pair, _ in choices)  # also of pairs that the chain lacks
        notes += [f"{pair} chosen-again {count}" for pair, count in sorted(counts.items()) if count > 1]
    return notes + (range_notes(not_seen(pairs, shown), "not-seen") if shown is not None else [])


def range_notes(ranges: list[tuple[int, int]], name: str) -> list[str]:
    return [f"{first if first == last else f'{first}-{last}'} {name}" for first, last in ranges]


def verify_chain(evidence: dict, games: dict[str, bytes]) -> str:
    """The verdict with the faults, and what is reported beside them in parentheses."""
    pairs, receipts = sorted(evidence["pairs"], key=lambda row: row["pair"]), evidence["receipts"]
    chosen, shown = evidence.get("chosen"), evidence.get("shown")
    otherwise, unknown = compare_results(evidence["pairs"], evidence.get("results", []), games)
    found = faults_of(pairs, receipts, shown or []) | {(pair, "shown-otherwise") for pair in otherwise.values()}
    notes = notes_of(pairs, receipts, chosen, shown)
    notes += range_notes(ranges_of(set(otherwise)), "shown-otherwise")
    notes += range_notes(ranges_of(unknown), "unknown-mathematics")
    faults = ", ".join(f"{pair} {fault}" for pair, fault in sorted(found))
    return (f"false: {faults}" if faults else "holds") + (f" ({', '.join(notes)})" if notes else "")


# --- The program (section 10) ---------------------------------------------------------------------------------------

def answer(item: object, games: dict[str, bytes]) -> tuple[str, bool]:
    """The line about a record or an evidence, and whether it is proven or holds. Raises Malformed."""
    if not isinstance(item, dict):
        raise Malformed("The text is not a JSON object.")
    is_evidence = item.get("format") == EVIDENCE_FORMAT
    wrong = wrong_in_evidence(item) if is_evidence else wrong_fields([item], ROUND_FIELDS)
    if wrong:
        raise Malformed(f"Missing or wrong: {', '.join(wrong)}.")
    subject = f"chain of {len(item['pairs'])} pairs" if is_evidence else f"{item['game']} {item['nonce']}"
    verdict = verify_chain(item, games) if is_evidence else verify_round(item, games)
    return f"{subject}: {verdict}", verdict.startswith(("proven", "holds"))


def main() -> int:
    parser = argparse.ArgumentParser(description="Verifies a round, or the evidence of a chain of seed pairs.")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="the folder of the data files")
    parser.add_argument("--list", action="store_true", help="read a list of records and evidence")
    options = parser.parse_args()
    if options.data and not options.data.is_dir():
        parser.error(f"no such folder: {options.data}")

    try:
        value = parse(sys.stdin.buffer.read(MAX_BYTES + 1))
        if options.list and not (isinstance(value, list) and value):
            raise Malformed("The text is not a list of at least one object.")
    except Malformed as error:
        print(f"malformed: {error}", file=sys.stderr)
        return 2

    games = games_in(options.data or own_folder())
    code = 0
    for place, item in enumerate(value if options.list else [value], 1):
        try:
            line, holds = answer(item, games)
            print(line)
            code = max(code, 0 if holds else 1)
        except Malformed as error:
            print(f"malformed: {f'object {place}: ' if options.list else ''}{error}", file=sys.stderr)
            code = 2
    return code


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Exception as error:  # Python itself would exit with 1, as for a round that is not proven
        print(f"The program could not finish: {type(error).__name__}: {error}", file=sys.stderr)
        sys.exit(2)
