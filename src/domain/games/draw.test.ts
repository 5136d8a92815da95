[
  {
    "name": "the decisions of operators on a request > a decided request stays decided, whoever calls",
    "file": "/work/h/lead/src/domain/money-request-decision.test.ts",
    "projectName": "fast",
    "location": {
      "line": 21,
      "column": 3
    }
  },
  {
    "name": "the decisions of operators on a request > at most one operator may decide an open request: the one who claimed it",
    "file": "/work/h/lead/src/domain/money-request-decision.test.ts",
    "projectName": "fast",
    "location": {
      "line": 32,
      "column": 3
    }
  },
  {
    "name": "the decisions of operators on a request > a claim is refused only while another operator holds it, and a take-over never is",
    "file": "/work/h/lead/src/domain/money-request-decision.test.ts",
    "projectName": "fast",
    "location": {
      "line": 43,
      "column": 3
    }
  },
  {
    "name": "the decisions of operators on a request > the first approver can neither claim nor decide the request, not even by take-over",
    "file": "/work/h/lead/src/domain/money-request-decision.test.ts",
    "projectName": "fast",
    "location": {
      "line": 54,
      "column": 3
    }
  },
  {
    "name": "the decisions of operators on a request > only a large withdrawal needs a second operator, once",
    "file": "/work/h/lead/src/domain/money-request-decision.test.ts",
    "projectName": "fast",
    "location": {
      "line": 64,
      "column": 3
    }
  },
  {
    "name": "the decisions of operators on a request > a release returns an own claim to the waiting state of its type",
    "file": "/work/h/lead/src/domain/money-request-decision.test.ts",
    "projectName": "fast",
    "location": {
      "line": 74,
      "column": 3
    }
  },
  {
    "name": "an amount > is read to its last digit, whatever its size",
    "file": "/work/h/lead/src/domain/money.test.ts",
    "projectName": "fast",
    "location": {
      "line": 8,
      "column": 3
    }
  },
  {
    "name": "an amount > is rejected when too large or malformed, and never read as 0",
    "file": "/work/h/lead/src/domain/money.test.ts",
    "projectName": "fast",
    "location": {
      "line": 15,
      "column": 3
    }
  },
  {
    "name": "an amount > is never scaled to more than its share",
    "file": "/work/h/lead/src/domain/money.test.ts",
    "projectName": "fast",
    "location": {
      "line": 36,
      "column": 3
    }
  },
  {
    "name": "a lost response is retried with the same request id",
    "file": "/work/h/lead/src/web/play/kit/request-spin.test.ts",
    "projectName": "fast",
    "location": {
      "line": 20,
      "column": 1
    }
  },
  {
    "name": "retries are limited and end as unknown",
    "file": "/work/h/lead/src/web/play/kit/request-spin.test.ts",
    "projectName": "fast",
    "location": {
      "line": 29,
      "column": 1
    }
  },
  {
    "name": "an overloaded server took no stake, unless a response was lost in between",
    "file": "/work/h/lead/src/web/play/kit/request-spin.test.ts",
    "projectName": "fast",
    "location": {
      "line": 36,
      "column": 1
    }
  },
  {
    "name": "an expired session is not retried",
    "file": "/work/h/lead/src/web/play/kit/request-spin.test.ts",
    "projectName": "fast",
    "location": {
      "line": 47,
      "column": 1
    }
  },
  {
    "name": "lists, statements, rounds and the office’s pages are the same before and after",
    "file": "/work/h/lead/src/server/old-rows.test.ts",
    "projectName": "server",
    "location": {
      "line": 62,
      "column": 1
    }
  },
  {
    "name": "a repeated spin, deposit and conversion get their old answers; with another payload they are conflicts",
    "file": "/work/h/lead/src/server/old-rows.test.ts",
    "projectName": "server",
    "location": {
      "line": 102,
      "column": 1
    }
  },
  {
    "name": "the newest round, though archived, can be resumed and shown to its end",
    "file": "/work/h/lead/src/server/old-rows.test.ts",
    "projectName": "server",
    "location": {
      "line": 151,
      "column": 1
    }
  },
  {
    "name": "the first count of a limit reads this period, and an archived bet rolled back does not change it",
    "file": "/work/h/lead/src/server/old-rows.test.ts",
    "projectName": "server",
    "location": {
      "line": 182,
      "column": 1
    }
  },
  {
    "name": "accepts a migrated database with the application’s role",
    "file": "/work/h/lead/src/server/db/assertions.test.ts",
    "projectName": "server",
    "location": {
      "line": 40,
      "column": 1
    }
  },
  {
    "name": "synchronous_commit %s is refused",
    "file": "/work/h/lead/src/server/db/assertions.test.ts",
    "projectName": "server",
    "location": {
      "line": 44,
      "column": 44
    }
  },
  {
    "name": "refuses the owner and a superuser as the application’s role",
    "file": "/work/h/lead/src/server/db/assertions.test.ts",
    "projectName": "server",
    "location": {
      "line": 49,
      "column": 1
    }
  },
  {
    "name": "refuses another currency than the installation’s",
    "file": "/work/h/lead/src/server/db/assertions.test.ts",
    "projectName": "server",
    "location": {
      "line": 54,
      "column": 1
    }
  },
  {
    "name": "a right to change the journal is refused: %s",
    "file": "/work/h/lead/src/server/db/assertions.test.ts",
    "projectName": "server",
    "location": {
      "line": 64,
      "column": 3
    }
  },
  {
    "name": "before anything is migrated > a server that answers, accepts the role and is version 18 is fit",
    "file": "/work/h/lead/src/server/db/assertions.test.ts",
    "projectName": "server",
    "location": {
      "line": 71,
      "column": 3
    }
  },
  {
    "name": "before anything is migrated > another version is refused by its number, and nothing is migrated",
    "file": "/work/h/lead/src/server/db/assertions.test.ts",
    "projectName": "server",
    "location": {
      "line": 75,
      "column": 3
    }
  },
  {
    "name": "before anything is migrated > a server that is not there, a wrong password and a missing database are each one sentence",
    "file": "/work/h/lead/src/server/db/assertions.test.ts",
    "projectName": "server",
    "location": {
      "line": 101,
      "column": 3
    }
  },
  {
    "name": "refuses a secret that does not decrypt existing values, and accepts any for an empty database",
    "file": "/work/h/lead/src/server/db/assertions.test.ts",
    "projectName": "server",
    "location": {
      "line": 114,
      "column": 1
    }
  },
  {
    "name": "names a missing migration",
    "file": "/work/h/lead/src/server/db/assertions.test.ts",
    "projectName": "server",
    "location": {
      "line": 138,
      "column": 1
    }
  },
  {
    "name": "the member API > %s is for: %s",
    "file": "/work/h/lead/src/server/http/access.test.ts",
    "projectName": "server",
    "location": {
      "line": 191,
      "column": 39
    }
  },
  {
    "name": "the play API > %s is for: %s",
    "file": "/work/h/lead/src/server/http/access.test.ts",
    "projectName": "server",
    "location": {
      "line": 207,
      "column": 37
    }
  },
  {
    "name": "the play API > %s needs a window of the same member",
    "file": "/work/h/lead/src/server/http/access.test.ts",
    "projectName": "server",
    "location": {
      "line": 217,
      "column": 34
    }
  },
  {
    "name": "the office API > %s is for: %s",
    "file": "/work/h/lead/src/server/http/access.test.ts",
    "projectName": "server",
    "location": {
      "line": 227,
      "column": 39
    }
  },
  {
    "name": "forgery > %j is refused at every route of every API",
    "file": "/work/h/lead/src/server/http/access.test.ts",
    "projectName": "server",
    "location": {
      "line": 262,
      "column": 18
    }
  },
  {
    "name": "forgery > a cookie without a header about its origin is refused; a Bearer token needs none",
    "file": "/work/h/lead/src/server/http/access.test.ts",
    "projectName": "server",
    "location": {
      "line": 277,
      "column": 3
    }
  },
  {
    "name": "fields outside the contract > are rejected by name at every route that takes a body",
    "file": "/work/h/lead/src/server/http/access.test.ts",
    "projectName": "server",
    "location": {
      "line": 305,
      "column": 3
    }
  },
  {
    "name": "a call > is answered field by field: fields outside the contract are not sent",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 157,
      "column": 3
    }
  },
  {
    "name": "a call > takes an empty body as an empty object",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 164,
      "column": 3
    }
  },
  {
    "name": "a call > names every wrong field",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 170,
      "column": 3
    }
  },
  {
    "name": "a call > refuses %s with 400",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 188,
      "column": 5
    }
  },
  {
    "name": "a call > rejects bytes that are not UTF-8",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 196,
      "column": 3
    }
  },
  {
    "name": "a call > has a largest body: 64 KiB, or more where the route sets it",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 202,
      "column": 3
    }
  },
  {
    "name": "a call > refuses the content type %j with 415, empty or not",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 216,
      "column": 5
    }
  },
  {
    "name": "a call > accepts a charset that is UTF-8",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 220,
      "column": 3
    }
  },
  {
    "name": "a call > must be a POST to a known route",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 225,
      "column": 3
    }
  },
  {
    "name": "a call > needs a known host",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 237,
      "column": 3
    }
  },
  {
    "name": "an internal error > reveals no details",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 248,
      "column": 3
    }
  },
  {
    "name": "an internal error > is reported for an answer of another shape than the contract",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 255,
      "column": 3
    }
  },
  {
    "name": "an internal error > carries a time to retry when the database is unavailable or a queue is full",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 259,
      "column": 3
    }
  },
  {
    "name": "an internal error > turns an ended session into 401, wherever it was found",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 267,
      "column": 3
    }
  },
  {
    "name": "the token buckets > count an account at an address, and the address",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 277,
      "column": 3
    }
  },
  {
    "name": "sent files > are bounded in number until they are sent",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 295,
      "column": 3
    }
  },
  {
    "name": "sent files > release their place when the reader disconnects",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 308,
      "column": 3
    }
  },
  {
    "name": "an overloaded listener > rejects polls first and still serves money",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 326,
      "column": 3
    }
  },
  {
    "name": "every answer > carries the security headers, errors too",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 345,
      "column": 3
    }
  },
  {
    "name": "every answer > carries them even for malformed requests",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 370,
      "column": 3
    }
  },
  {
    "name": "every answer > cuts a body that never ends",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 378,
      "column": 3
    }
  },
  {
    "name": "the probes > distinguish alive from ready",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 397,
      "column": 3
    }
  },
  {
    "name": "the probes > show the metrics to this machine only",
    "file": "/work/h/lead/src/server/http/api.test.ts",
    "projectName": "server",
    "location": {
      "line": 402,
      "column": 3
    }
  },
  {
    "name": "of other members and other brands > %s",
    "file": "/work/h/lead/src/server/http/foreign.test.ts",
    "projectName": "server",
    "location": {
      "line": 126,
      "column": 17
    }
  },
  {
    "name": "of other members and other brands > get-notice shows only this brand’s",
    "file": "/work/h/lead/src/server/http/foreign.test.ts",
    "projectName": "server",
    "location": {
      "line": 132,
      "column": 3
    }
  },
  {
    "name": "of brands that are not the operator’s > %s",
    "file": "/work/h/lead/src/server/http/foreign.test.ts",
    "projectName": "server",
    "location": {
      "line": 154,
      "column": 17
    }
  },
  {
    "name": "of brands that are not the operator’s > %s",
    "file": "/work/h/lead/src/server/http/foreign.test.ts",
    "projectName": "server",
    "location": {
      "line": 161,
      "column": 68
    }
  },
  {
    "name": "logs the origin that the member API, the play API and the office API refuse",
    "file": "/work/h/lead/src/server/http/foreign.test.ts",
    "projectName": "server",
    "location": {
      "line": 175,
      "column": 1
    }
  },
  {
    "name": "the provenance of a call > %j is own",
    "file": "/work/h/lead/src/server/http/origin.test.ts",
    "projectName": "server",
    "location": {
      "line": 27,
      "column": 5
    }
  },
  {
    "name": "the provenance of a call > %s is foreign",
    "file": "/work/h/lead/src/server/http/origin.test.ts",
    "projectName": "server",
    "location": {
      "line": 50,
      "column": 5
    }
  },
  {
    "name": "the provenance of a call > %j is unsaid",
    "file": "/work/h/lead/src/server/http/origin.test.ts",
    "projectName": "server",
    "location": {
      "line": 52,
      "column": 63
    }
  },
  {
    "name": "the log of refused origins > names the origin of a request that a naive proxy changed and those accepted, once a minute",
    "file": "/work/h/lead/src/server/http/origin.test.ts",
    "projectName": "server",
    "location": {
      "line": 65,
      "column": 3
    }
  },
  {
    "name": "what leaves > is what is old, in its order; the newest event stays, and the journal’s name still reads all of it",
    "file": "/work/h/lead/src/server/ledger/archive.test.ts",
    "projectName": "server",
    "location": {
      "line": 75,
      "column": 3
    }
  },
  {
    "name": "what leaves > is from before the moment, to the microsecond",
    "file": "/work/h/lead/src/server/ledger/archive.test.ts",
    "projectName": "server",
    "location": {
      "line": 91,
      "column": 3
    }
  },
  {
    "name": "what leaves > stops at the first event that is young, whatever stands after it",
    "file": "/work/h/lead/src/server/ledger/archive.test.ts",
    "projectName": "server",
    "location": {
      "line": 103,
      "column": 3
    }
  },
  {
    "name": "what leaves > is never younger than 62 days, and never the application’s to move",
    "file": "/work/h/lead/src/server/ledger/archive.test.ts",
    "projectName": "server",
    "location": {
      "line": 116,
      "column": 3
    }
  },
  {
    "name": "keys in the archive, through %s > the same ask is answered as then, another is a conflict, and neither moves anything",
    "file": "/work/h/lead/src/server/ledger/archive.test.ts",
    "projectName": "server",
    "location": {
      "line": 143,
      "column": 3
    }
  },
  {
    "name": "keys in the archive, through %s > an archived bet is rolled back once, with its comp, and the archived rollback is known",
    "file": "/work/h/lead/src/server/ledger/archive.test.ts",
    "projectName": "server",
    "location": {
      "line": 156,
      "column": 3
    }
  },
  {
    "name": "keys in the archive, through %s > a late bet after an archived tombstone is refused, and what is no bet cannot be rolled back",
    "file": "/work/h/lead/src/server/ledger/archive.test.ts",
    "projectName": "server",
    "location": {
      "line": 172,
      "column": 3
    }
  },
  {
    "name": "the guard > a row leaves only where the same row is in the archive and the wallet says so",
    "file": "/work/h/lead/src/server/ledger/archive.test.ts",
    "projectName": "server",
    "location": {
      "line": 189,
      "column": 3
    }
  },
  {
    "name": "the guard > the newest row, which is what the wallet is, does not leave even so",
    "file": "/work/h/lead/src/server/ledger/archive.test.ts",
    "projectName": "server",
    "location": {
      "line": 213,
      "column": 3
    }
  },
  {
    "name": "the guard > the archive is final, even for its owner, and so is what is still in the journal",
    "file": "/work/h/lead/src/server/ledger/archive.test.ts",
    "projectName": "server",
    "location": {
      "line": 231,
      "column": 3
    }
  },
  {
    "name": "beside the running house > ended in the middle, over and over, under live bets, nothing is lost and it comes to its end",
    "file": "/work/h/lead/src/server/ledger/archive.test.ts",
    "projectName": "server",
    "location": {
      "line": 277,
      "column": 3
    }
  },
  {
    "name": "both forms and the model agree on 1 000 random requests with archiving in between",
    "file": "/work/h/lead/src/server/ledger/archive.test.ts",
    "projectName": "server",
    "location": {
      "line": 327,
      "column": 1
    }
  },
  {
    "name": "the chain > rows wait unsealed, are sealed once, and an outsider can follow it from what is written down",
    "file": "/work/h/lead/src/server/ledger/audit.test.ts",
    "projectName": "server",
    "location": {
      "line": 55,
      "column": 3
    }
  },
  {
    "name": "the chain > who commits late is sealed late, and once; nobody waits for anybody",
    "file": "/work/h/lead/src/server/ledger/audit.test.ts",
    "projectName": "server",
    "location": {
      "line": 78,
      "column": 3
    }
  },
  {
    "name": "the chain > sealers at once seal each row once",
    "file": "/work/h/lead/src/server/ledger/audit.test.ts",
    "projectName": "server",
    "location": {
      "line": 93,
      "column": 3
    }
  },
  {
    "name": "the oracle finds > %s",
    "file": "/work/h/lead/src/server/ledger/audit.test.ts",
    "projectName": "server",
    "location": {
      "line": 144,
      "column": 5
    }
  },
  {
    "name": "the oracle finds > a chain that was forged whole, from where an earlier run has seen it",
    "file": "/work/h/lead/src/server/ledger/audit.test.ts",
    "projectName": "server",
    "location": {
      "line": 148,
      "column": 3
    }
  },
  {
    "name": "the oracle finds > what nobody seals, where a house is running; and says nothing where there is none",
    "file": "/work/h/lead/src/server/ledger/audit.test.ts",
    "projectName": "server",
    "location": {
      "line": 156,
      "column": 3
    }
  },
  {
    "name": "what is written is final > the application may not: %s",
    "file": "/work/h/lead/src/server/ledger/audit.test.ts",
    "projectName": "server",
    "location": {
      "line": 188,
      "column": 5
    }
  },
  {
    "name": "what is written is final > even its owner is refused: %s",
    "file": "/work/h/lead/src/server/ledger/audit.test.ts",
    "projectName": "server",
    "location": {
      "line": 201,
      "column": 5
    }
  },
  {
    "name": "the oracle > is silent over honest books and counts what it read",
    "file": "/work/h/lead/src/server/ledger/books.test.ts",
    "projectName": "server",
    "location": {
      "line": 46,
      "column": 3
    }
  },
  {
    "name": "the oracle > finds %s",
    "file": "/work/h/lead/src/server/ledger/books.test.ts",
    "projectName": "server",
    "location": {
      "line": 186,
      "column": 5
    }
  },
  {
    "name": "the journal > the application may not: %s",
    "file": "/work/h/lead/src/server/ledger/books.test.ts",
    "projectName": "server",
    "location": {
      "line": 198,
      "column": 5
    }
  },
  {
    "name": "the journal > one key is one event, whoever writes it",
    "file": "/work/h/lead/src/server/ledger/books.test.ts",
    "projectName": "server",
    "location": {
      "line": 202,
      "column": 3
    }
  },
  {
    "name": "the journal > even its owner is refused: %s",
    "file": "/work/h/lead/src/server/ledger/books.test.ts",
    "projectName": "server",
    "location": {
      "line": 207,
      "column": 88
    }
  },
  {
    "name": "a founded tier > holds what the house put in, once per key",
    "file": "/work/h/lead/src/server/ledger/jackpots.test.ts",
    "projectName": "server",
    "location": {
      "line": 85,
      "column": 3
    }
  },
  {
    "name": "a founded tier > pressed twice at once is one",
    "file": "/work/h/lead/src/server/ledger/jackpots.test.ts",
    "projectName": "server",
    "location": {
      "line": 97,
      "column": 3
    }
  },
  {
    "name": "shares > leave nothing behind where no tier is open, or the game is not linked",
    "file": "/work/h/lead/src/server/ledger/jackpots.test.ts",
    "projectName": "server",
    "location": {
      "line": 104,
      "column": 3
    }
  },
  {
    "name": "shares > are floored parts of the stake, on its own row; the reserve’s part goes to the reserve",
    "file": "/work/h/lead/src/server/ledger/jackpots.test.ts",
    "projectName": "server",
    "location": {
      "line": 116,
      "column": 3
    }
  },
  {
    "name": "shares > of a stake too small for a unit are none",
    "file": "/work/h/lead/src/server/ledger/jackpots.test.ts",
    "projectName": "server",
    "location": {
      "line": 137,
      "column": 3
    }
  },
  {
    "name": "shares > of many spins at once, by two processes and with limited members among them, all arrive",
    "file": "/work/h/lead/src/server/ledger/jackpots.test.ts",
    "projectName": "server",
    "location": {
      "line": 145,
      "column": 3
    }
  },
  {
    "name": "one event > a bet leaves cash, earns comp at the rate in force, and says the balances after",
    "file": "/work/h/lead/src/server/ledger/ledger.test.ts",
    "projectName": "server",
    "location": {
      "line": 41,
      "column": 3
    }
  },
  {
    "name": "one event > the same key and ask is answered as the first time; another ask is a conflict; neither moves anything",
    "file": "/work/h/lead/src/server/ledger/ledger.test.ts",
    "projectName": "server",
    "location": {
      "line": 53,
      "column": 3
    }
  },
  {
    "name": "one event > funds are checked against the stake, never the net",
    "file": "/work/h/lead/src/server/ledger/ledger.test.ts",
    "projectName": "server",
    "location": {
      "line": 63,
      "column": 3
    }
  },
  {
    "name": "one event > a refusal is not stored: the same ask is judged afresh",
    "file": "/work/h/lead/src/server/ledger/ledger.test.ts",
    "projectName": "server",
    "location": {
      "line": 69,
      "column": 3
    }
  },
  {
    "name": "one event > a rollback gives the stake back and takes comp as far as it is left",
    "file": "/work/h/lead/src/server/ledger/ledger.test.ts",
    "projectName": "server",
    "location": {
      "line": 77,
      "column": 3
    }
  },
  {
    "name": "one event > a rollback before its bet leaves a tombstone, and the late bet is refused for ever",
    "file": "/work/h/lead/src/server/ledger/ledger.test.ts",
    "projectName": "server",
    "location": {
      "line": 97,
      "column": 3
    }
  },
  {
    "name": "one event > only bets can be rolled back",
    "file": "/work/h/lead/src/server/ledger/ledger.test.ts",
    "projectName": "server",
    "location": {
      "line": 105,
      "column": 3
    }
  },
  {
    "name": "one event > a rolled-back bet brings no turnover: what it took is due again",
    "file": "/work/h/lead/src/server/ledger/ledger.test.ts",
    "projectName": "server",
    "location": {
      "line": 112,
      "column": 3
    }
  },
  {
    "name": "one event > a rolled-back bet of an undecided round leaves nothing in play",
    "file": "/work/h/lead/src/server/ledger/ledger.test.ts",
    "projectName": "server",
    "location": {
      "line": 132,
      "column": 3
    }
  },
  {
    "name": "one event > an unknown member is told so",
    "file": "/work/h/lead/src/server/ledger/ledger.test.ts",
    "projectName": "server",
    "location": {
      "line": 140,
      "column": 3
    }
  },
  {
    "name": "one event > inside a transaction it happens with the rest, or not at all",
    "file": "/work/h/lead/src/server/ledger/ledger.test.ts",
    "projectName": "server",
    "location": {
      "line": 144,
      "column": 3
    }
  },
  {
    "name": "one event > turnover falls by stakes, never below zero, and rises with a deposit",
    "file": "/work/h/lead/src/server/ledger/ledger.test.ts",
    "projectName": "server",
    "location": {
      "line": 156,
      "column": 3
    }
  },
  {
    "name": "a batch > one row that breaks the statement fails alone",
    "file": "/work/h/lead/src/server/ledger/ledger.test.ts",
    "projectName": "server",
    "location": {
      "line": 185,
      "column": 3
    }
  },
  {
    "name": "a batch > a key that comes twice in it is done once, and answered again",
    "file": "/work/h/lead/src/server/ledger/ledger.test.ts",
    "projectName": "server",
    "location": {
      "line": 196,
      "column": 3
    }
  },
  {
    "name": "a batch > callers that together ask for more than there is get exactly what there is",
    "file": "/work/h/lead/src/server/ledger/ledger.test.ts",
    "projectName": "server",
    "location": {
      "line": 204,
      "column": 3
    }
  },
  {
    "name": "agreement > the one-row form, the batch and a model in memory agree on 6 000 random requests",
    "file": "/work/h/lead/src/server/ledger/ledger.test.ts",
    "projectName": "server",
    "location": {
      "line": 315,
      "column": 3
    }
  },
  {
    "name": "agreement > 50 000 concurrent duplicate calls do each key once",
    "file": "/work/h/lead/src/server/ledger/ledger.test.ts",
    "projectName": "server",
    "location": {
      "line": 375,
      "column": 3
    }
  },
  {
    "name": "a stake > that would pass the wager limit is refused whole, and says which and what is left",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 48,
      "column": 3
    }
  },
  {
    "name": "a stake > counts as lost until its round wins: the limit on losses holds in the worst case",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 61,
      "column": 3
    }
  },
  {
    "name": "a stake > of this month counts from the first limit on, also where the clock was set back in between",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 76,
      "column": 3
    }
  },
  {
    "name": "a stake > names the tightest of several limits",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 91,
      "column": 3
    }
  },
  {
    "name": "a stake > of nothing is allowed under a limit of nothing, and nothing else is",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 103,
      "column": 3
    }
  },
  {
    "name": "a stake > that is rolled back is given back, once; asked again it is answered as then",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 111,
      "column": 3
    }
  },
  {
    "name": "a stake > and money that goes to a transfer-wallet provider: all of it may be lost there",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 129,
      "column": 3
    }
  },
  {
    "name": "a stake > is refused from the moment its member is excluded; wins and rollbacks of earlier ones are not",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 160,
      "column": 3
    }
  },
  {
    "name": "a limit that is set > counts what its period has seen already",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 172,
      "column": 3
    }
  },
  {
    "name": "a limit that is set > is never raised or removed before its day has passed, whoever asks",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 186,
      "column": 3
    }
  },
  {
    "name": "a limit that is set > that is removed leaves the member as free and as fast as before",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 213,
      "column": 3
    }
  },
  {
    "name": "races > 500 bets at once, by two processes: never one unit above a limit",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 241,
      "column": 3
    }
  },
  {
    "name": "races > 500 bets and wins at once: at no step is more lost than the limit says",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 268,
      "column": 3
    }
  },
  {
    "name": "races > a limit lowered in the middle of 200 bets holds for every bet after it",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 293,
      "column": 3
    }
  },
  {
    "name": "the periods > the %s of %s begins, in Seoul, on %s",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 325,
      "column": 5
    }
  },
  {
    "name": "the periods > begin anew: what was used counts on to the end of its own period and no further",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 333,
      "column": 3
    }
  },
  {
    "name": "the periods > a stake of yesterday that is rolled back today is given back to yesterday",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 354,
      "column": 3
    }
  },
  {
    "name": "signed-in time > counts sessions up to their last act or end, those at the same time once",
    "file": "/work/h/lead/src/server/ledger/limits.test.ts",
    "projectName": "server",
    "location": {
      "line": 397,
      "column": 3
    }
  },
  {
    "name": "while somebody has a wallet > nobody reads it to act upon what they read",
    "file": "/work/h/lead/src/server/ledger/locks.test.ts",
    "projectName": "server",
    "location": {
      "line": 52,
      "column": 3
    }
  },
  {
    "name": "while somebody has a wallet > one event waits, and is judged by what is left",
    "file": "/work/h/lead/src/server/ledger/locks.test.ts",
    "projectName": "server",
    "location": {
      "line": 64,
      "column": 3
    }
  },
  {
    "name": "while somebody has a wallet > a batch waits, and goes on from where the other ended",
    "file": "/work/h/lead/src/server/ledger/locks.test.ts",
    "projectName": "server",
    "location": {
      "line": 76,
      "column": 3
    }
  },
  {
    "name": "while somebody has a wallet > the same key is found by whoever comes second",
    "file": "/work/h/lead/src/server/ledger/locks.test.ts",
    "projectName": "server",
    "location": {
      "line": 88,
      "column": 3
    }
  },
  {
    "name": "while somebody has a wallet > a limit is judged with what the other used of it",
    "file": "/work/h/lead/src/server/ledger/locks.test.ts",
    "projectName": "server",
    "location": {
      "line": 99,
      "column": 3
    }
  },
  {
    "name": "get-limits > shows every kind and period, and nothing where nothing is set",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 65,
      "column": 3
    }
  },
  {
    "name": "get-limits > shows nothing of it to another member",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 82,
      "column": 3
    }
  },
  {
    "name": "set-limit > applies at once when it is the first or lower; nothing but the limit changes",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 92,
      "column": 3
    }
  },
  {
    "name": "set-limit > repeated, also eight times at once, changes nothing more",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 105,
      "column": 3
    }
  },
  {
    "name": "set-limit > %s waits a day and for a confirmation",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 119,
      "column": 5
    }
  },
  {
    "name": "set-limit > a raise is withdrawn by setting the limit in force, and lapses after a week without confirmation",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 142,
      "column": 3
    }
  },
  {
    "name": "set-limit > of signed-in time is given in whole minutes",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 157,
      "column": 3
    }
  },
  {
    "name": "set-limit > of %j is invalid",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 172,
      "column": 5
    }
  },
  {
    "name": "a spin > past a limit is refused before it is drawn, with the limit, its period and what is left",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 178,
      "column": 3
    }
  },
  {
    "name": "a spin > under a limit on losses counts with what it won",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 190,
      "column": 3
    }
  },
  {
    "name": "a spin > is refused, and no game opens, when the signed-in time is used up",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 209,
      "column": 3
    }
  },
  {
    "name": "a spin > without any possible stake: the game does not open",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 219,
      "column": 3
    }
  },
  {
    "name": "deposits > 500 filed and credited at once never exceed the limit by one unit",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 236,
      "column": 3
    }
  },
  {
    "name": "deposits > that arrive larger than requested are credited, limit or not",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 278,
      "column": 3
    }
  },
  {
    "name": "a break > refuses the next bet, in open windows too; the rest of the site stays",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 305,
      "column": 3
    }
  },
  {
    "name": "a break > hides popups, banners and promotion, in calls and by the cookie for pages; others see them",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 330,
      "column": 3
    }
  },
  {
    "name": "a break > repeated is one; a shorter one changes nothing; a longer one applies",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 364,
      "column": 3
    }
  },
  {
    "name": "a break > that has passed has no effect",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 376,
      "column": 3
    }
  },
  {
    "name": "self-exclusion > needs the password, and lasts for ever where chosen",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 387,
      "column": 3
    }
  },
  {
    "name": "self-exclusion > bounds wrong passwords",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 408,
      "column": 3
    }
  },
  {
    "name": "self-exclusion > months are calendar months",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 419,
      "column": 3
    }
  },
  {
    "name": "exclusion during rounds > refuses the next bet within a second, and pays what was posted",
    "file": "/work/h/lead/src/server/modules/limit/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 430,
      "column": 3
    }
  },
  {
    "name": "a deposit > is filed; only the request and its key are written",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 38,
      "column": 3
    }
  },
  {
    "name": "a deposit > without a name comes from the owner of the member’s account, as the form says",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 53,
      "column": 3
    }
  },
  {
    "name": "a deposit > repeated is filed once; with another payload it is a conflict",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 63,
      "column": 3
    }
  },
  {
    "name": "a deposit > a refusal is not stored: the same request is decided again",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 77,
      "column": 3
    }
  },
  {
    "name": "a deposit > concurrent, with one key or many, is one request",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 85,
      "column": 3
    }
  },
  {
    "name": "a deposit > of %s is refused: %s",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 108,
      "column": 5
    }
  },
  {
    "name": "a deposit > of %j is rejected",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 113,
      "column": 93
    }
  },
  {
    "name": "a deposit > is refused outside the opening hours, with the next opening",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 122,
      "column": 3
    }
  },
  {
    "name": "a deposit > respects the member’s own limit, to the unit",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 142,
      "column": 3
    }
  },
  {
    "name": "a deposit > of a blocked or excluded member is refused by the API",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 164,
      "column": 3
    }
  },
  {
    "name": "cancelling a deposit > works while it is unclaimed, and is idempotent",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 176,
      "column": 3
    }
  },
  {
    "name": "cancelling a deposit > is late for a claimed, foreign or missing one, and for a withdrawal",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 185,
      "column": 3
    }
  },
  {
    "name": "a withdrawal > holds the money at once and goes to the account at that time",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 203,
      "column": 3
    }
  },
  {
    "name": "a withdrawal > repeated is filed once, also with the PIN wrong or missing the second time",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 223,
      "column": 3
    }
  },
  {
    "name": "a withdrawal > of everything, concurrent, takes it once",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 235,
      "column": 3
    }
  },
  {
    "name": "a withdrawal > with one key, concurrent, has one answer",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 245,
      "column": 3
    }
  },
  {
    "name": "a withdrawal > is checked in order: PIN, amount, balance; a refusal moves nothing",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 252,
      "column": 3
    }
  },
  {
    "name": "a withdrawal > waits for the turnover, and after a password reset",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 265,
      "column": 3
    }
  },
  {
    "name": "a withdrawal > is open to a blocked member, because the money is theirs",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 274,
      "column": 3
    }
  },
  {
    "name": "the PIN > has one counter for every call; five wrong ones lock it, for the right one too",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 281,
      "column": 3
    }
  },
  {
    "name": "the PIN > guessed concurrently is verified five times",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 299,
      "column": 3
    }
  },
  {
    "name": "the PIN > when right, resets the counter",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 307,
      "column": 3
    }
  },
  {
    "name": "lists the member’s own requests, by type and page, newest first",
    "file": "/work/h/lead/src/server/modules/money-request/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 316,
      "column": 1
    }
  },
  {
    "name": "claiming > one operator has it; the other learns who, and nothing moves",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 53,
      "column": 3
    }
  },
  {
    "name": "claiming > two at once, twenty times: one has it, the loser learns who won",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 62,
      "column": 3
    }
  },
  {
    "name": "claiming > a release puts it back; only a manager’s explicit take-over moves it",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 76,
      "column": 3
    }
  },
  {
    "name": "claiming > an unknown request, or one of a brand out of scope, is none",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 95,
      "column": 3
    }
  },
  {
    "name": "approving a deposit > credits what arrived, once, with its turnover",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 110,
      "column": 3
    }
  },
  {
    "name": "approving a deposit > called ten times at once with ten ids, it is credited once",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 134,
      "column": 3
    }
  },
  {
    "name": "approving a deposit > approve and reject race: one outcome, and the money agrees with it",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 146,
      "column": 3
    }
  },
  {
    "name": "approving a deposit > refuses %s as an amount and moves nothing",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 160,
      "column": 41
    }
  },
  {
    "name": "approving a deposit > %j as an amount is a 400",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 168,
      "column": 69
    }
  },
  {
    "name": "approving a deposit > an amount above any deposit is refused as a typing error",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 174,
      "column": 3
    }
  },
  {
    "name": "approving a deposit > an unclaimed request cannot be decided",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 184,
      "column": 3
    }
  },
  {
    "name": "approving a deposit > one id never decides two requests, not even at once",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 195,
      "column": 3
    }
  },
  {
    "name": "withdrawals > paid: the held money leaves the books, and cannot be rejected afterwards",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 213,
      "column": 3
    }
  },
  {
    "name": "withdrawals > rejected: the held money is cash again, and the member may file a new one",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 226,
      "column": 3
    }
  },
  {
    "name": "withdrawals > shows the full account number to the operator who claimed it, and audits that",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 240,
      "column": 3
    }
  },
  {
    "name": "a withdrawal that needs two operators > the first approves and moves nothing, the second pays; nobody does both",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 266,
      "column": 3
    }
  },
  {
    "name": "a withdrawal that needs two operators > the second may reject it, and a manager who approved it first cannot take it over",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 326,
      "column": 3
    }
  },
  {
    "name": "a withdrawal that needs two operators > a unit below the amount takes one operator",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 344,
      "column": 3
    }
  },
  {
    "name": "a withdrawal that needs two operators > four operators at once, twenty times: two people, one payment, in any combination",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 353,
      "column": 3
    }
  },
  {
    "name": "a withdrawal that needs two operators > the database refuses it without the program’s check",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 377,
      "column": 3
    }
  },
  {
    "name": "a withdrawal that needs two operators > one id never approves one request and pays another, not even at once",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 407,
      "column": 3
    }
  },
  {
    "name": "a withdrawal that needs two operators > an amount that was set while a payment waited applies to it",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 421,
      "column": 3
    }
  },
  {
    "name": "the list > is oldest first while open, filtered by type, text and day",
    "file": "/work/h/lead/src/server/modules/money-request/office.test.ts",
    "projectName": "server",
    "location": {
      "line": 449,
      "column": 3
    }
  },
  {
    "name": "lists notices of this site that are published and not hidden, newest first",
    "file": "/work/h/lead/src/server/modules/notice/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 40,
      "column": 1
    }
  },
  {
    "name": "returns one notice of this site, or none",
    "file": "/work/h/lead/src/server/modules/notice/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 56,
      "column": 1
    }
  },
  {
    "name": "a notice is in the visitor’s language, and sanitised on the way out",
    "file": "/work/h/lead/src/server/modules/notice/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 67,
      "column": 1
    }
  },
  {
    "name": "shows popups in their time, on their site, sanitised",
    "file": "/work/h/lead/src/server/modules/notice/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 89,
      "column": 1
    }
  },
  {
    "name": "notes are listed, read, counted and hidden; excluded members get no promotion",
    "file": "/work/h/lead/src/server/modules/notice/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 108,
      "column": 1
    }
  },
  {
    "name": "signing in > a browser with %j as its own token gets a new one",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 33,
      "column": 78
    }
  },
  {
    "name": "signing in > with a password that is being changed opens no session",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 42,
      "column": 3
    }
  },
  {
    "name": "signing in > opens a session and remembers the browser; nothing else changes",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 59,
      "column": 3
    }
  },
  {
    "name": "signing in > returns a token once to a program that requests one, and sets no cookie",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 77,
      "column": 3
    }
  },
  {
    "name": "signing in > ends the previous session",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 86,
      "column": 3
    }
  },
  {
    "name": "signing in > a wrong password, an unknown id and a rejected registration get the same answer",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 92,
      "column": 3
    }
  },
  {
    "name": "signing in > an unknown id takes as long as a wrong password",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 104,
      "column": 3
    }
  },
  {
    "name": "signing in > a member who is not approved yet learns it, with the right password only",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 124,
      "column": 3
    }
  },
  {
    "name": "signing in > blocked and excluded members may sign in, restricted",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 130,
      "column": 3
    }
  },
  {
    "name": "attempts > that were rejected under load are not counted",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 145,
      "column": 3
    }
  },
  {
    "name": "attempts > three from unknown browsers, then the right password waits too; unknown ids count alike",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 163,
      "column": 3
    }
  },
  {
    "name": "attempts > the owner gets in from their own browser whatever strangers attempt",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 176,
      "column": 3
    }
  },
  {
    "name": "attempts > a known browser has its own bound, and another member’s browser counts as unknown",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 185,
      "column": 3
    }
  },
  {
    "name": "attempts > after half an hour the count starts again",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 197,
      "column": 3
    }
  },
  {
    "name": "the health check > returns user, counts and time, and changes nothing",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 209,
      "column": 3
    }
  },
  {
    "name": "the health check > does not reveal a win before it is shown",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 224,
      "column": 3
    }
  },
  {
    "name": "the health check > answers 401 %s",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 245,
      "column": 5
    }
  },
  {
    "name": "the health check > lives two hours while the member waits for the office",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 258,
      "column": 3
    }
  },
  {
    "name": "the health check > reports when the session ends: eight hours after signing in, half an hour or two after the last activity",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 273,
      "column": 3
    }
  },
  {
    "name": "the health check > finds sessions of this brand only, and none of members who may not sign in",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 295,
      "column": 3
    }
  },
  {
    "name": "logging out ends this session and no other",
    "file": "/work/h/lead/src/server/modules/sign-in/member.test.ts",
    "projectName": "server",
    "location": {
      "line": 303,
      "column": 1
    }
  },
  {
    "name": "concurrent requests at two processes take effect once",
    "file": "/work/h/lead/src/server/races.test.ts",
    "projectName": "faults",
    "location": {
      "line": 16,
      "column": 1
    }
  },
  {
    "name": "a provider’s calls, doubled, out of order and a day late, are what the model says",
    "file": "/work/h/lead/src/server/ledger/callbacks.test.ts",
    "projectName": "faults",
    "location": {
      "line": 16,
      "column": 1
    }
  }
]