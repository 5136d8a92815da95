#!/usr/bin/env python3
"""Verifies records of rounds, also with decisions, and the evidence of chains of seed pairs and of series of tables.

    python3 verify.py < record.json           one record of a round, or the evidence of a chain or of a series
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
import math
import operator
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
SERIES_FORMAT = "baize-series-evidence-1"
DECISIONS_FORMAT = "baize-decisions-1"
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


# --- The fields (sections 1, 9 and 13.8) ----------------------------------------------------------------------------

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
DECIDED_FIELDS: dict[str, Check] = {  # section 14.1
    **{field: fits for field, fits in ROUND_FIELDS.items() if field != "events"},
    "decisions": lambda value: is_words(value),
    "events": ROUND_FIELDS["events"],
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
    "decisions": lambda value: is_words(value),  # may be missing
    "digests": text_like("(?:[0-9a-f]{%d})+" % DIGEST_DIGITS),
}
OPTIONAL_TABLES = ("chosen", "shown", "results")

MAX_LINKS = 100_000
MAX_SALTS = 1000
NO_SALT_REASONS = ("missing", "late", "wrong")
SERIES_FIELDS: dict[str, Check] = {
    "table": is_code,
    "game": is_code,
    "chainEnd": is_hex,
    "firstLink": lambda value: is_integer(value) and 1 <= value <= MAX_LINKS,
    "previousLink": is_hex,
    "entries": lambda value: is_table_of_objects(value) and len(value) <= MAX_SALTS,
    "lateSeats": lambda value: isinstance(value, list) and all(is_code(seat) for seat in value),
    "links": lambda value: isinstance(value, list) and all(is_hex(link) for link in value),
}
ENTRY_FIELDS: dict[str, Check] = {"seat": is_code, "saltHash": is_hex, "salt": or_null(is_hex)}
OWN_FIELDS: dict[str, Check] = {"seat": is_code, "salt": is_hex}
ROUND_STATES = ("open", "closed", "dealt", "settled", "void")
SHOWN_STATES = ("dealt", "settled")


def is_words(value: object) -> bool:
    """Whether it is a list of texts: decisions (section 14.1)."""
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def is_table_of_objects(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(row, dict) for row in value)


def in_range(least: int, most: int) -> Check:
    return lambda value: is_integer(value) and least <= value <= most


def list_of(check: Check, least: int, most: int) -> Check:
    return lambda value: isinstance(value, list) and least <= len(value) <= most and all(map(check, value))


def is_order(value: object) -> bool:
    """Whether a value names each runner of a race once."""
    return list_of(in_range(1, RUNNERS), RUNNERS, RUNNERS)(value) and len(set(value)) == RUNNERS


RUNNERS = 8
is_card = in_range(0, 51)
OUTCOME_FIELDS: dict[str, dict[str, Check]] = {
    "baccarat": {"player": list_of(is_card, 2, 3), "banker": list_of(is_card, 2, 3)},
    "dragon-tiger": {"dragon": is_card, "tiger": is_card},
    "roulette": {"pocket": in_range(0, 36)},
    "sic-bo": {"dice": list_of(in_range(1, 6), 3, 3)},
    "race": {"order": is_order},
}


def is_outcome(value: object) -> bool:
    if not isinstance(value, dict) or not isinstance(kind := value.get("kind"), str) or kind not in OUTCOME_FIELDS:
        return False
    return not wrong_fields([value], OUTCOME_FIELDS[kind])


def is_reason_right(entry: dict) -> bool:
    """Whether `unmixed` goes with the salt of the entry."""
    if "unmixed" not in entry:
        return False
    reason = entry["unmixed"]
    if entry.get("salt", "") is None:
        return isinstance(reason, str) and reason in NO_SALT_REASONS
    return reason is None


def is_round_outcome_right(row: dict) -> bool:
    """Whether the outcome goes with the state of the round; of a wrong state it is not looked at."""
    state = row.get("state")
    if not isinstance(state, str) or state not in ROUND_STATES:
        return True
    if "outcome" not in row:
        return False
    outcome = row["outcome"]
    if state in SHOWN_STATES:
        return is_outcome(outcome)
    return outcome is None or state == "void" and is_outcome(outcome)


def wrong_in_series(evidence: dict) -> list[str]:
    wrong = wrong_fields([evidence], {"mathHash": is_hex})
    series, rounds = evidence.get("series"), evidence.get("rounds")
    if isinstance(series, dict):
        for field, fits in SERIES_FIELDS.items():
            if field not in series or not fits(series[field]):
                wrong.append(f"series.{field}")
            elif field == "entries":
                wrong += wrong_fields(series[field], ENTRY_FIELDS, "series.entries.")
                if not all(map(is_reason_right, series[field])):
                    wrong.append("series.entries.unmixed")
    else:
        wrong.append("series")

    if is_table_of_objects(rounds):
        is_state = text_like("|".join(ROUND_STATES))
        wrong += wrong_fields(rounds, {"state": is_state}, "rounds.")
        if not all(map(is_round_outcome_right, rounds)):
            wrong.append("rounds.outcome")
    else:
        wrong.append("rounds")

    if "kept" in evidence:
        kept = evidence["kept"]
        if not isinstance(kept, dict):
            return [*wrong, "kept"]
        wrong += wrong_fields([kept], {"hashes": is_hex}, "kept.")
        own = kept.get("own", "")  # one that is missing is as wrong as a text
        if isinstance(own, dict):
            wrong += wrong_fields([own], OWN_FIELDS, "kept.own.")
        elif own is not None:
            wrong.append("kept.own")
    return wrong


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
        if is_table and table == "results":
            rows = [{"decisions": [], **row} for row in rows]
        wrong += wrong_fields(rows, fields, f"{table}.") if is_table else [table]
        if table == "results" and is_table and "results.digests" not in wrong:  # all of them are texts
            if sum(len(row["digests"]) for row in rows) > MAX_DIGESTS * DIGEST_DIGITS:
                wrong.append("results.digests")  # the last of its table: nothing comes after it
    return wrong


# --- The data of a game (section 2) ---------------------------------------------------------------------------------

MAX_CELLS = 64
MAX_SYMBOLS = 32
MAX_AMOUNT = 2**31 - 1  # of pays, stakes, the units of a stake and the cap in stakes
MAX_FACTOR = 65535
MAX_LIMIT = 500  # of tumbles, respins, picks and free spins
TIERS = ("mega", "major", "minor")

is_symbol_id = text_like("[a-z0-9-]+")


def need(holds: bool) -> None:
    if not holds:
        raise ValueError("not of the form of section 2")


def integer(value: object, least: int = 0, most: int = MAX_INTEGER) -> int:
    need(type(value) is int and least <= value <= most)
    return value


def not_empty(value: object) -> list:
    need(isinstance(value, list) and len(value) > 0)
    return value


def keyed(value: object, keys: str, optional: str = "") -> dict:
    """An object with exactly these keys; those that are optional may be missing."""
    need(isinstance(value, dict) and set(keys.split()) <= set(value) <= set(f"{keys} {optional}".split()))
    return value


def only_true(value: dict, key: str) -> bool:
    """Whether an optional key is there, whose only value is `true`."""
    need(value.get(key, True) is True)
    return key in value


class Weighted:
    """A weighted list, from which one of its values is drawn."""

    def __init__(self, value: object, key: str, read: Callable[[object], int]) -> None:
        entries = [keyed(entry, f"weight {key}") for entry in not_empty(value)]
        self.values = [read(entry[key]) for entry in entries]
        self.sums = list(itertools.accumulate(integer(entry["weight"], 1) for entry in entries))
        need(self.sums[-1] <= 2**32)

    def draw(self, stream: Iterator[int]) -> int:
        return self.values[bisect.bisect_right(self.sums, draw_below(self.sums[-1], stream))]


def read_pay(value: object) -> int:
    return integer(value, 0, MAX_AMOUNT)


def read_factor(value: object) -> int:
    return integer(value, 1, MAX_FACTOR)


def read_limit(value: object) -> int:
    return integer(value, 1, MAX_LIMIT)


def read_ladder(value: object) -> list[int]:
    return [read_factor(factor) for factor in not_empty(value)]


class Game:
    """The data of a game. Symbols are their places in `symbols`; cells and lines are positions, reel * rows + row."""

    def __init__(self, data: object) -> None:
        """Reads the data, as parsed. Raises ValueError, or what Python raises, if they break a rule of section 2."""
        keyed(data, "code version grid symbols strips paytable winMode features unitsPerStake stakes maxWinTimesStake")
        self.code = data["code"]
        need(is_code(self.code))
        integer(data["version"], 1)
        grid = keyed(data["grid"], "reels rows")
        self.reels, self.rows = integer(grid["reels"], 1, MAX_CELLS), integer(grid["rows"], 1, MAX_CELLS)
        self.size = self.reels * self.rows
        need(self.size <= MAX_CELLS)
        self.units_per_stake = integer(data["unitsPerStake"], 1, MAX_AMOUNT)
        self.stakes = [integer(stake, 1, MAX_AMOUNT) for stake in not_empty(data["stakes"])]
        need(all(stake * MONEY_SCALE % self.units_per_stake == 0 for stake in self.stakes))
        self.cap = integer(data["maxWinTimesStake"], 1, MAX_AMOUNT) * self.units_per_stake

        self.read_symbols(data["symbols"])
        self.read_strips(data["strips"])
        self.read_wins(data["winMode"], data["paytable"])
        self.read_features(data["features"])

    def read_symbols(self, symbols: object) -> None:
        need(len(not_empty(symbols)) <= MAX_SYMBOLS)
        self.places: dict[str, int] = {}
        for place, symbol in enumerate(symbols):
            need(is_symbol_id(symbol["id"]) and symbol["id"] not in self.places)
            self.places[symbol["id"]] = place
        self.kinds = [symbol["kind"] for symbol in symbols]
        self.ordinary = [kind == "ordinary" for kind in self.kinds]
        self.wild = self.only_of("wild", "book")
        self.scatter = self.only_of("scatter", "book")
        self.coin, self.mystery = self.only_of("coin"), self.only_of("mystery")

        self.expands, self.multipliers, self.becomes = False, None, None
        for symbol in symbols:
            if symbol["kind"] == "wild":
                keyed(symbol, "id kind", "expands multipliers")
                self.expands = only_true(symbol, "expands")
                if "multipliers" in symbol:
                    self.multipliers = Weighted(symbol["multipliers"], "factor", read_factor)
            elif symbol["kind"] == "mystery":
                keyed(symbol, "id kind becomes")
                self.becomes = Weighted(symbol["becomes"], "symbol", self.ordinary_place)
            else:
                keyed(symbol, "id kind")
                need(symbol["kind"] in ("ordinary", "scatter", "book", "coin"))

    def only_of(self, *kinds: str) -> int | None:
        """The place of the symbol of these kinds, of which there is at most one."""
        places = [place for place, kind in enumerate(self.kinds) if kind in kinds]
        need(len(places) <= 1)
        return places[0] if places else None

    def ordinary_place(self, symbol: str) -> int:
        need(self.ordinary[self.places[symbol]])
        return self.places[symbol]

    def read_strips(self, sets: dict) -> None:
        need("base" in sets and all(is_code(name) for name in sets))
        for strips in sets.values():
            need(len(not_empty(strips)) == self.reels)
            need(all(len(not_empty(strip)) >= self.rows for strip in strips))
        self.sets = {
            name: [[self.places[symbol] for symbol in strip] for strip in strips] for name, strips in sets.items()
        }

    def read_wins(self, mode: dict, paytable: dict) -> None:
        self.mode = mode["kind"]
        further = {"lines": "lines", "ways": "", "cluster": "sizes", "anywhere": "sizes"}[self.mode]
        keyed(mode, f"kind {further}")
        if self.mode == "lines":
            lines = not_empty(mode["lines"])
            need(all(len(not_empty(line)) == self.reels for line in lines))
            rows = [[integer(row, 0, self.rows - 1) for row in line] for line in lines]
            self.lines = [[reel * self.rows + row for reel, row in enumerate(line)] for line in rows]
        sizes = [integer(size, 1) for size in not_empty(mode["sizes"])] if further == "sizes" else None
        if sizes:
            need(all(size < larger for size, larger in zip(sizes, sizes[1:])))
            self.least = sizes[0]
        if self.mode == "ways":
            need(all(self.wild not in strips[0] for strips in self.sets.values()))
        need(self.mode != "cluster" or "book" not in self.kinds)
        need(self.mode != "anywhere" or self.wild is None)
        if self.mode == "cluster":
            self.neighbours = [self.touching(position) for position in range(self.size)]

        # By symbol and number, from 0 to all cells, the pay in units. A book never pays as a wild.
        self.pays = [[0] * (self.size + 1) for _ in self.kinds]
        for symbol, row in paytable.items():
            place = self.places[symbol]
            kind = self.kinds[place]
            need(isinstance(row, list) and kind not in ("coin", "mystery"))
            pays = [read_pay(pay) for pay in row]
            if sizes and kind == "ordinary":
                need(len(pays) == len(sizes))
            for count in range(1, self.size + 1):
                reached = bisect.bisect_right(sizes, count) if sizes and kind in ("ordinary", "wild") else count
                if 0 < reached <= len(pays):
                    self.pays[place][count] = pays[reached - 1]
        self.wild_pays = self.pays[self.wild] if "wild" in self.kinds else [0] * (self.size + 1)

    def touching(self, position: int) -> list[int]:
        reel, row = divmod(position, self.rows)
        around = ((reel - 1, row), (reel, row - 1), (reel, row + 1), (reel + 1, row))
        return [x * self.rows + y for x, y in around if 0 <= x < self.reels and 0 <= y < self.rows]

    def read_features(self, features: list) -> None:
        need(isinstance(features, list))
        readers = {
            "tumble": self.read_tumble,
            "hold-and-win": self.read_hold_and_win,
            "pick": self.read_pick,
            "walking-wilds": self.read_walking_wilds,
            "free-spins": self.read_free_spins,
            "jackpot-link": self.read_jackpot_link,
        }
        by_kind = {feature["kind"]: feature for feature in features}
        need(len(by_kind) == len(features) and set(by_kind) <= set(readers))
        self.tumble = self.hold_and_win = self.pick = self.walking_wilds = self.free_spins = self.jackpot_link = None
        for kind, feature in by_kind.items():
            setattr(self, kind.replace("-", "_"), readers[kind](feature))

        # The combinations that do not occur, in the order of section 2.3.
        free = self.free_spins or {}
        sticky, walking = "wilds" in free, self.walking_wilds is not None
        if self.tumble:
            need(not (walking or sticky or "expanding" in free or self.expands))
        else:
            need("ladder" not in free and "keepsLadder" not in free)
        need("wild" in self.kinds or not (walking or sticky))
        need(not (self.multipliers and (self.expands or walking or sticky)))
        need("expanding" not in free or self.mode == "lines")
        need(not sticky or "scatter" not in self.kinds_in(free["strips"]))
        need(not walking or self.kinds_in(self.walking_wilds["strips"]) <= {"ordinary", "wild"})

    def kinds_in(self, strips: str) -> set[str]:
        return {self.kinds[symbol] for strip in self.sets[strips] for symbol in strip}

    def read_trigger(self, trigger: object, symbol: int | None) -> int:
        """The count of a trigger, whose symbol must be this one."""
        keyed(trigger, "symbol count")
        need(symbol is not None and self.places[trigger["symbol"]] == symbol)
        return integer(trigger["count"], 1)

    def read_tumble(self, feature: dict) -> dict:
        keyed(feature, "kind ladder limit")
        return {"ladder": read_ladder(feature["ladder"]), "limit": read_limit(feature["limit"])}

    def read_hold_and_win(self, feature: dict) -> dict:
        keyed(feature, "kind trigger respins landing values full")
        landing = keyed(feature["landing"], "chance of")
        below = integer(landing["of"], 1, 2**32)
        return {
            "count": self.read_trigger(feature["trigger"], self.coin),
            "respins": read_limit(feature["respins"]),
            "of": below,
            "chance": integer(landing["chance"], 0, below),
            "values": Weighted(feature["values"], "pay", read_pay),
            "full": read_pay(feature["full"]),
        }

    def read_pick(self, feature: dict) -> dict:
        keyed(feature, "kind trigger picks prizes")
        return {
            "count": self.read_trigger(feature["trigger"], self.scatter),
            "picks": read_limit(feature["picks"]),
            "prizes": Weighted(feature["prizes"], "pay", read_pay),
        }

    def read_walking_wilds(self, feature: dict) -> dict:
        keyed(feature, "kind strips limit")
        need(feature["strips"] in self.sets)
        return {"strips": feature["strips"], "limit": read_limit(feature["limit"])}

    def read_free_spins(self, feature: dict) -> dict:
        """Optional keys that are missing in the data are missing here."""
        keyed(feature, "kind trigger spins multiplier strips spinsLimit", "ladder keepsLadder wilds expanding")
        need(feature["strips"] in self.sets)
        read = {
            "count": self.read_trigger(feature["trigger"], self.scatter),
            "spins": read_limit(feature["spins"]),
            "spinsLimit": read_limit(feature["spinsLimit"]),
            "multiplier": read_factor(feature["multiplier"]),
            "strips": feature["strips"],
        }
        need(read["spinsLimit"] >= read["spins"])
        if "ladder" in feature:
            read["ladder"] = read_ladder(feature["ladder"])
        if only_true(feature, "keepsLadder"):
            read["keepsLadder"] = True
        if "wilds" in feature:
            need(feature["wilds"] == "sticky")
            read["wilds"] = "sticky"
        if "expanding" in feature:
            read["expanding"] = Weighted(feature["expanding"], "symbol", self.ordinary_place)
        return read

    def read_jackpot_link(self, feature: dict) -> dict:
        keyed(feature, "kind of tiers")
        below = integer(feature["of"], 1, 2**32)
        tiers = [keyed(tier, "tier chance") for tier in not_empty(feature["tiers"])]
        names = [tier["tier"] for tier in tiers]
        need(set(names) <= set(TIERS) and len(set(names)) == len(names))
        width = below // len(tiers)
        chances = [integer(tier["chance"], 1) for tier in tiers]
        need(max(self.stakes) * max(chances) <= width)
        return {"of": below, "width": width, "tiers": list(zip(names, chances))}


CARDS_IN_DECK = 52
MOST_DECKS = 16
MOST_SERIES_ROUNDS = 1000
MOST_STRENGTH = 1000
MOST_MARGIN = 50
MOST_CARDS = {"baccarat": 6, "dragon-tiger": 2}  # of a round; the kinds with a shoe


class TableGame:
    """The data of a table's game (section 13.7). What bets return decides no round, so only its form is read."""

    def __init__(self, data: dict) -> None:
        """Reads the data, as parsed. Raises ValueError, or what Python raises, if they break a rule of section 13.7."""
        self.kind = data["kind"]
        need(self.kind in OUTCOME_FIELDS)
        self.has_shoe = self.kind in MOST_CARDS
        self.is_race = self.kind == "race"
        own_keys = "decks behindCut" if self.has_shoe else "seriesRounds"
        race_keys = "strengths marginPercent" if self.is_race else ""
        keyed(data, f"code version kind spots calls {own_keys} {race_keys}")
        self.code = data["code"]
        need(is_code(self.code))
        integer(data["version"], 1)
        if self.has_shoe:
            self.decks = integer(data["decks"], 1, MOST_DECKS)
            cards = self.decks * CARDS_IN_DECK
            self.before_cut = cards - integer(data["behindCut"], MOST_CARDS[self.kind], cards - 1)
            self.series_links = 1
        else:
            self.series_links = integer(data["seriesRounds"], 1, MOST_SERIES_ROUNDS)
        if self.is_race:
            self.strengths = [integer(strength, 1, MOST_STRENGTH) for strength in not_empty(data["strengths"])]
            need(len(self.strengths) == RUNNERS)
            integer(data["marginPercent"], 1, MOST_MARGIN)
        for spot in not_empty(data["spots"]):
            need(is_code(keyed(spot, "code pays")["code"]))
            for rule in not_empty(spot["pays"]):
                need(all(map(is_code, not_empty(keyed(rule, "when returns")["when"]))))
                returned, divisor = not_empty(rule["returns"])
                integer(returned)
                integer(divisor, 1)
        need(isinstance(data["calls"], list))
        for call in data["calls"]:
            need(is_code(keyed(call, "code chips")["code"]))
            for chip in not_empty(call["chips"]):
                need(is_code(keyed(chip, "spot count")["spot"]))
                integer(chip["count"], 1)


MOST_UNITS = 1_000_000
MOST_SPLIT_HANDS = 8


class BlackjackGame:
    """The data of blackjack (section 14.2)."""

    def __init__(self, data: dict) -> None:
        """Reads the data, as parsed. Raises ValueError, or what Python raises, if they break a rule of section 14.2."""
        units = "unitsPerStake blackjackReturns insuranceStake insuranceReturns"
        keyed(data, f"code version kind decks dealerSoft17 mostHands {units}")
        self.code = data["code"]
        need(is_code(self.code))
        integer(data["version"], 1)
        self.decks = integer(data["decks"], 1, MOST_DECKS)
        need(isinstance(data["dealerSoft17"], str) and data["dealerSoft17"] in ("stand", "hit"))
        self.hits_soft_17 = data["dealerSoft17"] == "hit"
        self.units_per_stake = integer(data["unitsPerStake"], 1, MOST_UNITS)
        self.blackjack = integer(data["blackjackReturns"], 0, MOST_UNITS)
        self.insurance_stake = integer(data["insuranceStake"], 1, MOST_UNITS)
        self.insurance = integer(data["insuranceReturns"], 0, MOST_UNITS)
        self.most_hands = integer(data["mostHands"], 1, MOST_SPLIT_HANDS)

    def takes(self, stake: int) -> bool:
        """Whether the stake, in ten-thousandths, is one of the game."""
        return stake > 0 and stake % (self.units_per_stake * MONEY_SCALE) == 0


Games = "dict[str, Game | TableGame | BlackjackGame]"  # by the SHA-256 of their file


def refuse(text: str) -> int:
    raise ValueError(f"{text} is no integer")


def read_game(value: dict) -> Game | TableGame | BlackjackGame:
    if "kind" not in value:
        return Game(value)
    return BlackjackGame(value) if value["kind"] == "blackjack" else TableGame(value)


def game_of(data: bytes) -> Game | TableGame | BlackjackGame | None:
    """The game of the bytes of a data file; None if they are something else, or not in canonical form."""
    try:
        value = json.loads(data.decode("ascii"), parse_float=refuse, parse_constant=refuse)
        game = read_game(value)
        canonical = json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")
        return game if canonical == data else None
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None


def games_in(folder: Path) -> Games:
    """The games of a folder by the SHA-256 of their file. Whatever else lies there (records, lists) is left out."""
    contents = [file.read_bytes() for file in folder.glob("*.json") if file.is_file()]
    return {sha256(data): game for data in contents if (game := game_of(data)) is not None}


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


# --- The wins of a window (section 5.3) -----------------------------------------------------------------------------

def line_win(game: Game, symbols: list[int]) -> tuple[int | None, int, int]:
    """What the symbols of a line pay: symbol, count and pay in units, without factors and multiplier."""
    run, leading_wilds, ordinary = 0, 0, None
    for symbol in symbols:
        if symbol == game.wild:
            leading_wilds += ordinary is None
        elif symbol != ordinary:
            if ordinary is not None or not game.ordinary[symbol]:
                break
            ordinary = symbol
        run += 1
    if ordinary is None:
        return game.wild, run, game.wild_pays[run]
    as_run, as_wilds = game.pays[ordinary][run], game.wild_pays[leading_wilds]
    return (game.wild, leading_wilds, as_wilds) if as_wilds > as_run else (ordinary, run, as_run)


def product_of(factors: dict[int, int], positions: list[int]) -> int:
    """The product of the factors that wilds on these positions have."""
    return math.prod(factors[position] for position in positions if position in factors) if factors else 1


def line_wins(game: Game, cells: list[int], factors: dict[int, int]) -> Iterator[dict]:
    for line, positions in enumerate(game.lines):
        symbol, count, units = line_win(game, [cells[position] for position in positions])
        if units:
            won = positions[:count]
            pay = units * product_of(factors, won)
            yield {"line": line, "symbol": symbol, "count": count, "positions": won, "pay": pay}


def way_wins(game: Game, cells: list[int], factors: dict[int, int]) -> Iterator[dict]:
    for symbol in {symbol for symbol in cells[: game.rows] if game.ordinary[symbol]}:
        count, ways, weighed, won = 0, 1, 1, []
        for first in range(0, game.size, game.rows):
            reel = range(first, first + game.rows)
            shown = [position for position in reel if cells[position] in (symbol, game.wild)]
            if not shown:
                break
            count += 1
            ways *= len(shown)
            weighed *= sum(factors.get(position, 1) for position in shown)
            won += shown
        if units := game.pays[symbol][count]:
            yield {"ways": ways, "symbol": symbol, "count": count, "positions": won, "pay": units * weighed}


def cluster_wins(game: Game, cells: list[int], factors: dict[int, int]) -> Iterator[dict]:
    wilds = [position for position, symbol in enumerate(cells) if symbol == game.wild]
    by_symbol: dict[int, list[int]] = defaultdict(list)
    for position, symbol in enumerate(cells):
        if game.ordinary[symbol]:
            by_symbol[symbol].append(position)
    for symbol, places in by_symbol.items():
        if len(places) + len(wilds) < game.least:
            continue
        left = {*places, *wilds}
        for start in places:
            if start not in left:
                continue
            left.remove(start)
            cluster = [start]
            for position in cluster:  # it grows meanwhile
                for neighbour in game.neighbours[position]:
                    if neighbour in left:
                        left.remove(neighbour)
                        cluster.append(neighbour)
            if units := game.pays[symbol][len(cluster)]:
                pay = units * product_of(factors, cluster)
                yield {"symbol": symbol, "count": len(cluster), "positions": sorted(cluster), "pay": pay}


def anywhere_wins(game: Game, cells: list[int], factors: dict[int, int]) -> Iterator[dict]:
    for symbol, count in Counter(cells).items():
        if game.ordinary[symbol] and (units := game.pays[symbol][count]):
            won = [position for position, shown in enumerate(cells) if shown == symbol]
            yield {"symbol": symbol, "count": count, "positions": won, "pay": units}


WINS = {"lines": line_wins, "ways": way_wins, "cluster": cluster_wins, "anywhere": anywhere_wins}


# --- A spin and a round (sections 5 to 7) ---------------------------------------------------------------------------

class NoResult(Exception):
    """The seeds give no result: a number of the round is above 2^53 - 1 (section 7)."""


class Round:
    """A round while it is played: its events, what it has paid, and the window, whose cells go by position."""

    def __init__(self, game: Game, stream: Iterator[int], stake: int) -> None:
        """The stake is in ten-thousandths."""
        self.game, self.stream, self.stake = game, stream, stake
        self.events: list[dict] = []
        self.total, self.capped = 0, False
        self.awarded = 0  # free spins, in the round so far
        self.step = 0  # of the ladder
        self.cells: list[int] = []
        self.factors: dict[int, int] = {}  # of wilds in view, by position
        self.became: int | None = None  # what the mystery symbols of this spin have become

    def tell(self, name: str, **keys: object) -> None:
        self.events.append({"type": name, **keys})

    def pay(self, name: str, amount: int, **keys: object) -> None:
        """Pays, tells the event of this name, and stops the round at the cap (section 6.2)."""
        # This sum stands for every number of the events: pays, totals and cuts are at most such a sum, and the rest
        # (multipliers, ways, pays of coins, numbers of the data) stay far below 2^53 by the bounds of section 2.
        total = self.total + amount
        if total > MAX_INTEGER:
            raise NoResult
        self.total = min(total, self.game.cap)
        self.tell(name, **keys, pay=amount, total=self.total)
        if total >= self.game.cap:
            self.capped = True
            self.tell("maxWin", cut=total - self.game.cap, total=self.game.cap)

    def places_of(self, symbol: int | None) -> list[int]:
        return [position for position, shown in enumerate(self.cells) if shown == symbol]

    def grid(self) -> list[list[int]]:
        return [self.cells[first : first + self.game.rows] for first in range(0, self.game.size, self.game.rows)]

    # --- One spin (section 5)

    def spin(
        self,
        strips: str,
        multiplier: int = 1,
        ladder: list[int] | None = None,
        held: list[int] | None = None,
        held_as: str = "",
        special: int | None = None,
        is_paid: bool = False,
        awards: bool = True,
    ) -> None:
        """One spin. The window that it leaves, the step and the number of awarded spins stay in the round."""
        game, reels = self.game, self.game.sets[strips]
        tops = [draw_below(len(strip), self.stream) for strip in reels]
        self.cells = [strip[(top + row) % len(strip)] for strip, top in zip(reels, tops) for row in range(game.rows)]
        self.factors, self.became = {}, None
        self.tell("reveal", strips=strips, stops=tops[:], grid=self.grid())
        self.land(held or [], held_as)

        paid_by = None  # the multiplier of the last wins
        for falls in itertools.count():
            current = multiplier * (ladder[min(self.step, len(ladder) - 1)] if ladder else 1)
            if paid_by not in (None, current):
                self.tell("multiplier", source="ladder", value=current)
            wins = list(WINS[game.mode](game, self.cells, self.factors))
            if not wins:
                break
            self.pay_wins(wins, current)
            paid_by = current
            if self.capped:
                return
            if not game.tumble:
                break
            self.step += 1
            if falls == game.tumble["limit"]:
                break
            self.fall({position for win in wins for position in win["positions"]}, reels, tops)

        if special is not None:
            self.pay_special(special, multiplier)
        if not self.capped and game.scatter is not None:
            self.pay_scatters(multiplier, is_paid, awards)

    def land(self, held: list[int], held_as: str) -> None:
        """What happens to what has come into view (section 5.2)."""
        game = self.game
        if game.mystery is not None and game.mystery in self.cells:
            covered = self.places_of(game.mystery)
            if self.became is None:
                self.became = game.becomes.draw(self.stream)
            self.cover(covered, self.became)
            self.tell("mystery", symbol=self.became, positions=covered)
        if covered := [position for position in held if self.cells[position] != game.wild]:
            self.cover(covered, game.wild)
            self.tell("wilds", kind=held_as, positions=covered)
        if game.expands:
            reels = {position // game.rows for position in self.places_of(game.wild)}
            cells = (reel * game.rows + row for reel in sorted(reels) for row in range(game.rows))
            if covered := [position for position in cells if self.cells[position] != game.wild]:
                self.cover(covered, game.wild)
                self.tell("wilds", kind="expanding", positions=covered)
        if game.multipliers:
            if positions := [position for position in self.places_of(game.wild) if position not in self.factors]:
                values = [game.multipliers.draw(self.stream) for _ in positions]
                self.factors.update(zip(positions, values))
                self.tell("multiplier", source="wilds", positions=positions, values=values)

    def cover(self, positions: list[int], symbol: int) -> None:
        for position in positions:
            self.cells[position] = symbol

    def pay_wins(self, wins: list[dict], multiplier: int) -> None:
        """Pays the wins of one count, each times the multiplier, and puts them into their order (section 7)."""
        for win in wins:
            win["pay"] *= multiplier
        wins.sort(key=lambda win: (-win["pay"], win.get("line", 0), win["symbol"], win["positions"][0]))
        self.pay("wins", sum(win["pay"] for win in wins), wins=wins, multiplier=multiplier)

    def fall(self, emptied: set[int], reels: list[list[int]], tops: list[int]) -> None:
        """Empties the cells and lets the others fall (section 5.4); `tops` follow."""
        rows, before, factors = self.game.rows, self.cells, self.factors
        self.cells, self.factors = [], {}
        for reel, strip in enumerate(reels):
            kept = [position for position in range(reel * rows, (reel + 1) * rows) if position not in emptied]
            free = rows - len(kept)
            tops[reel] = (tops[reel] - free) % len(strip)
            self.cells += [strip[(tops[reel] + row) % len(strip)] for row in range(free)]
            for position in kept:
                if position in factors:
                    self.factors[len(self.cells)] = factors[position]
                self.cells.append(before[position])
        self.tell("tumble", removed=sorted(emptied), tops=tops[:], grid=self.grid())
        self.land([], "")

    def pay_special(self, special: int, multiplier: int) -> None:
        """The special symbol of free spins (section 5.5)."""
        game = self.game
        reels = sorted({position // game.rows for position in self.places_of(special)})
        count = len(reels)
        pay = game.pays[special][count] * multiplier
        if pay:
            self.tell("expand", symbol=special, reels=reels)
            named = {"symbol": special, "count": count, "pay": pay}
            lines = enumerate(game.lines)
            wins = [{**named, "line": line, "positions": [cells[reel] for reel in reels]} for line, cells in lines]
            self.pay("wins", pay * len(wins), wins=wins, multiplier=multiplier)

    def pay_scatters(self, multiplier: int, is_paid: bool, awards: bool) -> None:
        """The pay of the scatters, and the free spins that they award (section 5.6)."""
        game, positions = self.game, self.places_of(self.game.scatter)
        count, free = len(positions), self.game.free_spins
        pay, more = game.pays[game.scatter][count] * multiplier, 0
        if awards and free and count >= free["count"] and self.total + pay < game.cap:
            more = min(free["spins"], free["spinsLimit"] - self.awarded)
        self.awarded += more
        if pay or more or is_paid and game.pick and count >= game.pick["count"]:
            keys = {"symbol": game.scatter, "count": count, "positions": positions}
            self.pay("scatter", pay, **keys, multiplier=multiplier, spinsAwarded=more)

    # --- The round (section 6)

    def play(self) -> None:
        game = self.game
        self.spin("base", ladder=game.tumble and game.tumble["ladder"], is_paid=True)
        coins, scatters = self.places_of(game.coin), self.places_of(game.scatter)
        wilds = self.places_of(game.wild)
        if game.hold_and_win and not self.capped and len(coins) >= game.hold_and_win["count"]:
            self.hold_and_win(coins)
        if game.pick and not self.capped and len(scatters) >= game.pick["count"]:
            self.pick()
        if game.walking_wilds and not self.capped:
            self.walking_wilds(wilds)
        if self.awarded and not self.capped:
            self.free_spins()
        if game.jackpot_link:
            self.jackpot_link()
        self.tell("totalWin", pay=self.total)

    def hold_and_win(self, coins: list[int]) -> None:
        feature, paid_before, size = self.game.hold_and_win, self.total, self.game.size
        named = {"feature": "hold-and-win"}
        self.tell("featureStart", **named, respins=feature["respins"])
        pays = {position: feature["values"].draw(self.stream) for position in coins}
        self.tell("coinLand", positions=coins, pays=list(pays.values()))
        left, step = feature["respins"], 0
        while left > 0 and len(pays) < size:
            left, step = left - 1, step + 1
            self.tell("featureStep", **named, step=step, left=left, pay=sum(pays.values()))
            landed: dict[int, int] = {}
            for position in range(size):
                if position not in pays and draw_below(feature["of"], self.stream) < feature["chance"]:
                    landed[position] = feature["values"].draw(self.stream)
            if landed:
                pays.update(landed)
                left = feature["respins"]
                self.tell("coinLand", positions=list(landed), pays=list(landed.values()))
        self.pay("prize", sum(pays.values()), prize="coins")
        if len(pays) == size and feature["full"] and not self.capped:
            self.pay("prize", feature["full"], prize="full")
        self.end(paid_before, **named, respins=step, coins=len(pays))

    def pick(self) -> None:
        feature, paid_before, step = self.game.pick, self.total, 0
        named = {"feature": "pick"}
        self.tell("featureStart", **named, picks=feature["picks"])
        while step < feature["picks"] and not self.capped:
            step += 1
            self.tell("featureStep", **named, step=step, left=feature["picks"] - step, pay=self.total - paid_before)
            self.pay("prize", feature["prizes"].draw(self.stream), prize="pick")
        self.end(paid_before, **named, picks=step)

    def walking_wilds(self, wilds: list[int]) -> None:
        feature, paid_before, step, rows = self.game.walking_wilds, self.total, 0, self.game.rows
        named = {"feature": "walking-wilds"}
        held = [position - rows for position in wilds if position >= rows]
        if not held:
            return
        self.tell("featureStart", **named)
        while held and step < feature["limit"] and not self.capped:
            step += 1
            self.tell("featureStep", **named, step=step, pay=self.total - paid_before)
            self.spin(feature["strips"], held=held, held_as="walking", awards=False)
            held = [position - rows for position in self.places_of(self.game.wild) if position >= rows]
        self.end(paid_before, **named, respins=step)

    def free_spins(self) -> None:
        game, feature, paid_before, step = self.game, self.game.free_spins, self.total, 0
        named, special, held = {"feature": "free-spins"}, None, []
        start = {**named, "spins": self.awarded, "multiplier": feature["multiplier"]}
        if "expanding" in feature:
            special = start["symbol"] = feature["expanding"].draw(self.stream)
        ladder = feature.get("ladder", game.tumble["ladder"]) if game.tumble else None
        self.tell("featureStart", **start)
        self.step = 0
        while step < self.awarded and not self.capped:
            step += 1
            self.tell("featureStep", **named, step=step, left=self.awarded - step, pay=self.total - paid_before)
            if "keepsLadder" not in feature:
                self.step = 0
            self.spin(feature["strips"], feature["multiplier"], ladder, held, "sticky", special)
            if "wilds" in feature:
                held = self.places_of(game.wild)  # those held before are among them
        self.end(paid_before, **named, spins=step)

    def end(self, paid_before: int, **keys: object) -> None:
        self.tell("featureEnd", **keys, pay=self.total - paid_before, total=self.total)

    def jackpot_link(self) -> None:
        """The last draw of the round. Tier i is hit from i * width on, more of it with a larger stake."""
        link = self.game.jackpot_link
        place, result = divmod(draw_below(link["of"], self.stream), link["width"])
        if place < len(link["tiers"]) and takes(self.game, self.stake):
            tier, chance = link["tiers"][place]
            if result < self.stake // MONEY_SCALE * chance:
                self.tell("jackpotHit", tier=tier)


def takes(game: Game, stake: int) -> bool:
    """Whether the stake, in ten-thousandths, is one of the game."""
    return stake % MONEY_SCALE == 0 and stake // MONEY_SCALE in game.stakes


def play_round(game: Game, stream: Iterator[int], stake: int) -> tuple[list[dict], int] | None:
    """The events of a round and its pay in units, or None if there is no result; the stake is in ten-thousandths."""
    played = Round(game, stream, stake)
    try:
        played.play()
    except NoResult:
        return None
    return played.events, played.total


# --- The verdict on a round (section 8) -----------------------------------------------------------------------------

# The events of a void round (section 7).
VOID_EVENTS = [[{"type": "void", "reason": reason}] for reason in ("no-result", "wrong-result")]


def verify_round(record: dict, games: Games) -> str:
    """The verdict: `false` with the conditions that fail, `void` with the units that the seeds give."""
    game = games.get(record["mathHash"])
    if not isinstance(game, Game):
        return "unknown-mathematics"
    if record["serverSeed"] is None:
        return "not-revealed"

    # The stream takes the code of the data, not that of the record (section 4).
    stream = random_stream(record["serverSeed"], record["clientSeed"], game.code, record["nonce"])
    stake, pay = money(record["stake"]), money(record["pay"])
    result = play_round(game, stream, stake)
    stake_taken = takes(game, stake)
    is_void = record["events"] in VOID_EVENTS  # texts alone: no 1 is taken for `true` here
    conditions = {
        "mathematics": game.code == record["game"],
        "commitment": commitment(record["serverSeed"]) == record["serverSeedHash"],
        "events": is_void or result is not None and is_same(result[0], record["events"]),
        "stake": stake_taken,
        "pay": pay == 0 if is_void else stake_taken and result is not None and is_pay(pay, result[1], game, stake),
    }
    if failed := ", ".join(name for name, holds in conditions.items() if not holds):
        return f"false: {failed}"
    if is_void:
        return "void" if result is None else f"void ({result[1]} units)"
    return "proven"


def is_pay(pay: int, units: int, game: Game, stake: int) -> bool:
    """Whether the pay is that of these units (section 6.1); money in ten-thousandths."""
    return pay * game.units_per_stake == units * stake


def is_same(recomputed: list[dict], shown: list) -> bool:
    """Whether two lists of events are the same JSON. They are compared as texts: for Python's == 1 would be True."""
    as_text = functools.partial(json.dumps, sort_keys=True)
    return as_text(recomputed) == as_text(shown)


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
        elif n == 0:
            check(receipt["nonce"] == 0, 1, "number-gap")
        else:
            check(False, n, "omitted")
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


def digest_of(events: list[dict], math_hash: str, nonce: int, pay: int, stake: int) -> str:
    """The digest of a round; money in ten-thousandths."""
    result = {"events": events, "mathHash": math_hash, "nonce": nonce, "pay": spelling(pay), "stake": spelling(stake)}
    return sha256(json.dumps(result, sort_keys=True, separators=(",", ":")).encode("ascii"))[:DIGEST_DIGITS]


def is_digest(
    digest: str, game: Game | BlackjackGame, math_hash: str, pair: dict, nonce: int, stake: int, decisions: list[str]
) -> bool:
    """Whether it is the digest of the round that the seeds of a pair give, or of a void one (rule 11)."""
    stream = random_stream(pair["serverSeed"], pair["clientSeed"], game.code, nonce)
    if isinstance(game, BlackjackGame):
        if not game.takes(stake):
            return False
        result = play_decided(game, stream, decisions)
        if result is None:
            return False
    else:
        if not takes(game, stake):
            return False
        result = play_round(game, stream, stake)
    if result is not None:
        events, units = result
        pay = units * stake // game.units_per_stake  # always exact (section 6)
        if digest == digest_of(events, math_hash, nonce, pay, stake):
            return True
    return any(digest == digest_of(void, math_hash, nonce, 0, stake) for void in VOID_EVENTS)


def compare_results(pairs: list[dict], results: list[dict], games: Games) -> tuple[dict[int, int], set[int]]:
    """The numbers shown otherwise, with their pairs, and those without a data file (rule 11); pairs as in the file."""
    # Of rows with the same first number the last: the sort keeps the order of the file.
    played = sorted((row for row in pairs if row["lastNonce"] is not None), key=lambda row: row["firstNonce"])
    firsts = [row["firstNonce"] for row in played]
    otherwise: dict[int, int] = {}
    unknown: set[int] = set()
    for row in results:
        game, stake = games.get(row["mathHash"]), money(row["stake"])
        for place in range(len(row["digests"]) // DIGEST_DIGITS):
            nonce = row["firstNonce"] + place
            found = bisect.bisect_right(firsts, nonce)
            pair = played[found - 1] if found else None
            if pair is None or pair["lastNonce"] < nonce or pair["serverSeed"] is None:
                continue
            if not isinstance(game, (Game, BlackjackGame)):
                unknown.add(nonce)
                continue
            digest = row["digests"][place * DIGEST_DIGITS : (place + 1) * DIGEST_DIGITS]
            decisions = row.get("decisions", [])
            if not is_digest(digest, game, row["mathHash"], pair, nonce, stake, decisions):
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


def verify_chain(evidence: dict, games: Games) -> str:
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


# --- A series of a table (section 13) ---------------------------------------------------------------------------------

def digest_of_lines(*lines: str) -> str:
    return sha256("".join(f"{line}\n" for line in lines).encode("ascii"))


def head_of(series: dict) -> tuple[str, str, str, str]:
    """The four lines after the name of a text (13.3)."""
    return series["table"], series["game"], str(series["firstLink"]), series["previousLink"]


def salt_hash(series: dict, seat: str, salt: str) -> str:
    return digest_of_lines("baize-salt", *head_of(series), seat, salt)


def hashes_digest(series: dict) -> str:
    lines = (f"{entry['seat']} {entry['saltHash']}" for entry in series["entries"])
    return digest_of_lines("baize-salt-hashes", *head_of(series), *lines)


def mix_of(series: dict) -> str:
    lines = (f"{entry['seat']} {entry['saltHash']} {entry['salt'] or '-'}" for entry in series["entries"])
    return digest_of_lines("baize-salts", *head_of(series), *lines)


def shoe_of(decks: int, stream: Iterator[int]) -> list[int]:
    """The shuffled cards of a shoe (13.5)."""
    shoe = [place % CARDS_IN_DECK for place in range(decks * CARDS_IN_DECK)]
    for place in range(len(shoe) - 1, 0, -1):
        drawn = draw_below(place + 1, stream)
        shoe[place], shoe[drawn] = shoe[drawn], shoe[place]
    return shoe


def card_value(card: int) -> int:
    rank = card % 13 + 1
    return rank if rank < 10 else 0


def total_of(cards: list[int]) -> int:
    return sum(map(card_value, cards)) % 10


# The values of the player's third card on which the banker draws, by the banker's total.
BANKER_DRAWS = (range(10), range(10), range(10), {*range(10)} - {8}, range(2, 8), range(4, 8), range(6, 8), ())


def deal_baccarat(cards: Iterator[int]) -> dict:
    player, banker = [next(cards)], [next(cards)]
    player.append(next(cards))
    banker.append(next(cards))
    if total_of(player) < 8 and total_of(banker) < 8:
        draws = total_of(banker) <= 5
        if total_of(player) <= 5:
            player.append(next(cards))
            draws = card_value(player[2]) in BANKER_DRAWS[total_of(banker)]
        if draws:
            banker.append(next(cards))
    return {"kind": "baccarat", "player": player, "banker": banker}


def deal_dragon_tiger(cards: Iterator[int]) -> dict:
    return {"kind": "dragon-tiger", "dragon": next(cards), "tiger": next(cards)}


def rounds_of_shoe(game: TableGame, stream: Iterator[int]) -> list[dict]:
    deal = deal_baccarat if game.kind == "baccarat" else deal_dragon_tiger
    shoe = shoe_of(game.decks, stream)
    cards, rounds = iter(shoe), []
    while len(shoe) - operator.length_hint(cards) < game.before_cut:
        rounds.append(deal(cards))
    return rounds


def order_of_race(strengths: list[int], stream: Iterator[int]) -> list[int]:
    """The numbers of the runners as they come in (13.6)."""
    left, order = dict(enumerate(strengths, 1)), []
    while len(left) > 1:
        drawn = draw_below(sum(left.values()), stream)
        ends = itertools.accumulate(left.values())
        runner = next(number for number, end in zip(left, ends) if drawn < end)
        order.append(runner)
        del left[runner]
    return [*order, *left]


def draw_round(game: TableGame, stream: Iterator[int]) -> dict:
    """A round without a shoe (13.6)."""
    if game.kind == "roulette":
        return {"kind": "roulette", "pocket": draw_below(37, stream)}
    if game.kind == "race":
        return {"kind": "race", "order": order_of_race(game.strengths, stream)}
    return {"kind": "sic-bo", "dice": [draw_below(6, stream) + 1 for _ in range(3)]}


def drawn_rounds(game: TableGame, series: dict) -> list[dict]:
    """The rounds that the revealed links give."""
    mix = mix_of(series)
    streams = [
        random_stream(link, mix, game.code, number) for number, link in enumerate(series["links"], series["firstLink"])
    ]
    if game.has_shoe:
        return rounds_of_shoe(game, streams[0]) if streams else []
    return [draw_round(game, stream) for stream in streams]


def is_same_outcome(drawn: dict, shown: dict) -> bool:
    """Both are of the form of 13.8, so they compare by their fields; further fields of what was shown do not matter."""
    return shown["kind"] == drawn["kind"] and all(shown[field] == value for field, value in drawn.items())


def list_faults(series: dict) -> list[str]:
    """The faults of the list of salts by itself."""
    faults, before = [], ""
    for entry in series["entries"]:
        seat, salt = entry["seat"], entry["salt"]
        if seat <= before:
            faults.append(f"out-of-order {seat}")
        if salt is not None and salt_hash(series, seat, salt) != entry["saltHash"]:
            faults.append(f"wrong-salt {seat}")
        before = seat
    return faults


def link_faults(game: TableGame, series: dict) -> list[str]:
    faults, first = [], series["firstLink"]
    end = series["previousLink"]
    for _ in range(first - 1):
        end = commitment(end)
    if end != series["chainEnd"]:
        faults.append(f"link {first - 1}")
    previous = series["previousLink"]
    for place, link in enumerate(series["links"]):
        if place >= game.series_links or commitment(link) != previous:
            return [*faults, f"link {first + place}"]
        previous = link
    return faults


def kept_faults(series: dict, kept: dict) -> list[str]:
    faults, own = [], kept["own"]
    if hashes_digest(series) != kept["hashes"]:
        faults.append("hashes-changed")
    if own and not any(entry["seat"] == own["seat"] and entry["salt"] == own["salt"] for entry in series["entries"]):
        faults.append(f"own-salt-left-out {own['seat']}")
    return faults


def series_notes(series: dict, rows: list[dict]) -> list[str]:
    """The notes that do not depend on the links."""
    entries, notes, known = series["entries"], [], set()
    if all(entry["salt"] is None for entry in entries):
        notes.append("unsalted")
    notes += [f"{entry['seat']} {entry['unmixed']}" for entry in entries if entry["salt"] is None]
    notes += [f"{seat} late-hash" for seat in series["lateSeats"]]
    for entry in entries:
        if entry["salt"] is not None:
            if entry["salt"] in known:
                notes.append(f"{entry['seat']} repeated")
            known.add(entry["salt"])
    void = {place for place, row in enumerate(rows, 1) if row["state"] == "void"}
    return notes + range_notes(ranges_of(void), "void")


def series_rows(evidence: dict) -> list[dict]:
    """The rounds that have a place."""
    return [row for row in evidence["rounds"] if row["state"] not in ("open", "closed")]


def verify_series(evidence: dict, games: Games) -> str:
    """The verdict with the faults, and the notes in parentheses (13.9)."""
    game = games.get(evidence["mathHash"])
    if not isinstance(game, TableGame):
        return "unknown-mathematics"
    series, rows = evidence["series"], series_rows(evidence)
    faults = [] if series["game"] == game.code else ["game"]
    in_list = list_faults(series)
    faults += in_list or link_faults(game, series)
    is_drawn = not faults
    if "kept" in evidence:
        faults += kept_faults(series, evidence["kept"])

    drawn = drawn_rounds(game, series) if is_drawn else []
    shown = {place: row["outcome"] for place, row in enumerate(rows, 1) if row["outcome"] is not None}
    unrevealed = set()
    for place, outcome in shown.items():
        if place <= len(drawn):
            is_fault = not is_same_outcome(drawn[place - 1], outcome)
        else:
            is_fault = len(drawn) > 0 if game.has_shoe else place > game.series_links
            if not is_fault:
                unrevealed.add(place)
        if is_fault:
            faults.append(f"round {place}")

    notes = series_notes(series, rows)
    if is_drawn:
        notes += range_notes(ranges_of(unrevealed), "not-revealed")
        notes += range_notes(ranges_of(set(range(len(rows) + 1, len(drawn) + 1))), "passed-over")
    is_open = unrevealed or not series["links"]
    verdict = f"false: {', '.join(dict.fromkeys(faults))}" if faults else "not-revealed" if is_open else "proven"
    return verdict + (f" ({', '.join(notes)})" if notes else "")


# --- A round with decisions (section 14) ----------------------------------------------------------------------------

class DoesNotFit(Exception):
    """A decision does not fit; the argument is the reason."""


def count_of(card: int) -> int:
    return min(card % 13 + 1, 10)


def blackjack_total(cards: list[int]) -> tuple[int, bool]:
    """The total, and whether it is soft (14.3)."""
    least = sum(map(count_of, cards))
    soft = least <= 11 and 1 in map(count_of, cards)
    return least + 10 * soft, soft


def is_two_card_21(cards: list[int]) -> bool:
    return len(cards) == 2 and blackjack_total(cards)[0] == 21


class Hand:
    def __init__(self, cards: list[int], stake: int, from_split: bool = False) -> None:
        self.cards, self.stake, self.from_split = cards, stake, from_split
        self.stood = from_split and count_of(cards[0]) == 1  # a hand from split aces

    @property
    def total(self) -> int:
        return blackjack_total(self.cards)[0]

    @property
    def done(self) -> bool:
        return self.stood or self.total >= 21

    @property
    def blackjack(self) -> bool:
        return is_two_card_21(self.cards) and not self.from_split


class DecidedRound:
    """A round of blackjack (14.4) with its events (14.5)."""

    WORDS = ("insure", "decline", "hit", "stand", "double", "split")

    def __init__(self, game: BlackjackGame, stream: Iterator[int], decisions: list[str]) -> None:
        self.game, self.decisions, self.used = game, decisions, 0
        self.cards = iter(shoe_of(game.decks, stream))
        self.events: list[dict] = []
        self.returned = 0

    def play(self) -> None:
        """Plays the round. Raises DoesNotFit where a decision does not fit; it is that with the number `used`."""
        first, upcard, second, hole = itertools.islice(self.cards, 4)
        self.hands, self.dealer = [Hand([first, second], self.game.units_per_stake)], [upcard, hole]
        self.tell("deal", cards=[first, second], upcard=upcard)
        insured = count_of(upcard) == 1 and self.insures()
        dealers = is_two_card_21(self.dealer)
        if count_of(upcard) in (1, 10):
            self.tell("peek", found="blackjack" if dealers else "nothing")
        while not dealers and (waiting := [place for place, hand in enumerate(self.hands) if not hand.done]):
            self.decide(waiting[0])
        self.tell("turn", card=hole)
        if any(hand.total <= 21 and not hand.blackjack for hand in self.hands):
            while self.dealer_draws():
                self.dealer.append(next(self.cards))
                self.tell("draw", card=self.dealer[-1])
        self.settle(insured, dealers)
        if len(self.decisions) > self.used:
            word = self.word()
            raise DoesNotFit("over" if word in self.WORDS else "unknown")

    def tell(self, kind: str, **fields: object) -> None:
        self.events.append({"type": kind, **fields})

    def word(self) -> str:
        self.used += 1
        if self.used > len(self.decisions):
            raise DoesNotFit("missing")
        return self.decisions[self.used - 1]

    def insures(self) -> bool:
        self.tell("offer")
        word = self.word()
        if word not in ("insure", "decline"):
            raise DoesNotFit("insurance-first" if word in self.WORDS else "unknown")
        self.tell(word)
        return word == "insure"

    def decide(self, place: int) -> None:
        hand, word = self.hands[place], self.word()
        if word not in self.WORDS:
            raise DoesNotFit("unknown")
        if word in ("insure", "decline"):
            raise DoesNotFit("no-insurance")
        if word == "stand":
            hand.stood = True
            self.tell("stand", hand=place)
            return
        if word in ("double", "split") and len(hand.cards) > 2:
            raise DoesNotFit("not-first-cards")
        if word == "split":
            self.split(place)
            return
        if word == "double":
            hand.stood, hand.stake = True, hand.stake + self.game.units_per_stake
        hand.cards.append(next(self.cards))
        self.tell(word, hand=place, card=hand.cards[-1])

    def split(self, place: int) -> None:
        left, right = self.hands[place].cards
        if count_of(left) != count_of(right):
            raise DoesNotFit("not-a-pair")
        if len(self.hands) >= self.game.most_hands:
            raise DoesNotFit("most-hands")
        drawn = [next(self.cards), next(self.cards)]
        new = [Hand([card, other], self.game.units_per_stake, True) for card, other in zip((left, right), drawn)]
        self.hands[place:place + 1] = new
        self.tell("split", hand=place, cards=drawn)

    def dealer_draws(self) -> bool:
        total, soft = blackjack_total(self.dealer)
        return total <= 16 or total == 17 and soft and self.game.hits_soft_17

    def settle(self, insured: bool, dealers: bool) -> None:
        rows = []
        for hand in self.hands:
            outcome = self.outcome(hand, dealers)
            returns = {"win": 2 * hand.stake, "push": hand.stake, "blackjack": self.game.blackjack}.get(outcome, 0)
            rows.append({"outcome": outcome, "staked": hand.stake, "returned": returns})
        result: dict = {"hands": list(rows)}
        if insured:
            won = {"outcome": "win", "returned": self.game.insurance} if dealers else {"outcome": "lose", "returned": 0}
            result["insurance"] = {**won, "staked": self.game.insurance_stake}
            rows.append(result["insurance"])
        self.returned = sum(row["returned"] for row in rows)
        self.tell("result", **result, staked=sum(row["staked"] for row in rows), returned=self.returned)

    def outcome(self, hand: Hand, dealers: bool) -> str:
        if hand.total > 21:
            return "bust"
        if hand.blackjack or dealers:
            return "push" if hand.blackjack and dealers else "blackjack" if hand.blackjack else "lose"
        total = blackjack_total(self.dealer)[0]
        if total > 21 or total < hand.total:
            return "win"
        return "push" if total == hand.total else "lose"


def play_decided(game: BlackjackGame, stream: Iterator[int], decisions: list[str]) -> tuple[list[dict], int] | None:
    """The events of a round and what it returned in units, or None if the decisions do not fit."""
    played = DecidedRound(game, stream, decisions)
    try:
        played.play()
    except DoesNotFit:
        return None
    return played.events, played.returned


def verify_decided(record: dict, games: Games) -> str:
    """The verdict on a round with decisions (14.6), with the decision that does not fit in parentheses."""
    game = games.get(record["mathHash"])
    if not isinstance(game, BlackjackGame):
        return "unknown-mathematics"
    if record["serverSeed"] is None:
        return "not-revealed"
    stream = random_stream(record["serverSeed"], record["clientSeed"], game.code, record["nonce"])
    played, note = DecidedRound(game, stream, record["decisions"]), ""
    try:
        played.play()
    except DoesNotFit as reason:
        note = f" (decision {played.used} {reason})"
    stake, pay = money(record["stake"]), money(record["pay"])
    takes_stake = game.takes(stake)
    conditions = {
        "mathematics": game.code == record["game"],
        "commitment": commitment(record["serverSeed"]) == record["serverSeedHash"],
        "decisions": not note,
        "events": not note and is_same(played.events, record["events"]),
        "stake": takes_stake,
        "pay": not note and takes_stake and pay * game.units_per_stake == played.returned * stake,
    }
    failed = ", ".join(name for name, holds in conditions.items() if not holds)
    return f"false: {failed}{note}" if failed else "proven"


# --- The program (section 10) ---------------------------------------------------------------------------------------

def answer(item: object, games: Games) -> tuple[str, bool]:
    """The line about a record or an evidence, and whether it is proven or holds. Raises Malformed."""
    if not isinstance(item, dict):
        raise Malformed("The text is not a JSON object.")
    kind = item.get("format")
    is_chain, is_series, is_decided = kind == EVIDENCE_FORMAT, kind == SERIES_FORMAT, kind == DECISIONS_FORMAT
    if is_series:
        wrong = wrong_in_series(item)
    elif is_decided:
        wrong = wrong_fields([item], DECIDED_FIELDS)
    else:
        wrong = wrong_in_evidence(item) if is_chain else wrong_fields([item], ROUND_FIELDS)
    if wrong:
        raise Malformed(f"Missing or wrong: {', '.join(wrong)}.")
    if is_series:
        subject, verdict = f"series of {len(series_rows(item))} rounds", verify_series(item, games)
    elif is_chain:
        subject, verdict = f"chain of {len(item['pairs'])} pairs", verify_chain(item, games)
    else:
        subject = f"{item['game']} {item['nonce']}"
        verdict = verify_decided(item, games) if is_decided else verify_round(item, games)
    return f"{subject}: {verdict}", verdict.startswith(("proven", "holds"))


def main() -> int:
    parser = argparse.ArgumentParser(description="Verifies a round, also with decisions, or the evidence of a chain or of a series.")
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
