/** One way to break the house, kept as `<name>.patch` beside this file, and the tests that must fail then. */
export type Variant = {
  name: string
  breaks: string
  /** Each by its whole name: the words of its groups and its own. */
  caughtBy: readonly { file: string; test: string }[]
}

export const variants: readonly Variant[] = [
  {
    name: 'no-unique-key',
    breaks: 'The journal takes one key twice.',
    caughtBy: [
      { file: 'src/server/ledger/books.test.ts', test: 'the journal one key is one event, whoever writes it' },
    ],
  },
  {
    name: 'no-unique-open-request',
    breaks: 'A member may have two deposits open.',
    caughtBy: [
      {
        file: 'src/server/features/cash-request.test.ts',
        test: 'a deposit pressed many times at once, one key or many, is one request',
      },
    ],
  },
  {
    name: 'no-unique-decision',
    breaks: 'One id of an operator decides two requests.',
    caughtBy: [
      {
        file: 'src/server/features/office-requests.test.ts',
        test: 'approving a deposit one id never decides two requests, not even at once',
      },
    ],
  },
  {
    name: 'check-then-act',
    breaks: 'The balance is read without a lock and written as it was read.',
    caughtBy: [
      {
        file: 'src/server/ledger/locks.test.ts',
        test: 'while somebody has a wallet nobody reads it to act upon what they read',
      },
      {
        file: 'src/server/ledger/locks.test.ts',
        test: 'while somebody has a wallet one event waits, and is judged by what is left',
      },
    ],
  },
  {
    name: 'no-row-lock',
    breaks: 'A batch does not lock the wallets it writes.',
    caughtBy: [
      {
        file: 'src/server/ledger/locks.test.ts',
        test: 'while somebody has a wallet a batch waits, and goes on from where the other ended',
      },
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'agreement 50 000 concurrent duplicate calls do each key once',
      },
    ],
  },
  {
    name: 'twins-in-a-batch',
    breaks: 'A key that comes twice in one batch is booked with the rest of it.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'agreement the one-row form, the batch and a model in memory agree on 6 000 random requests',
      },
    ],
  },
  {
    name: 'answer-outside-transaction',
    breaks: 'A withdrawal is filed beside the transaction that holds its money.',
    caughtBy: [
      {
        file: 'src/server/features/cash-request.test.ts',
        test: 'a withdrawal is judged in order: PIN, amount, balance; what is refused moves nothing',
      },
    ],
  },
  {
    name: 'refusal-that-stays',
    breaks: 'What was written before a refusal was known is committed with it.',
    caughtBy: [
      {
        file: 'src/server/features/cash-request.test.ts',
        test: 'a withdrawal is judged in order: PIN, amount, balance; what is refused moves nothing',
      },
    ],
  },
  {
    name: 'asynchronous-commit',
    breaks: 'The house opens on a database that answers before it has written.',
    caughtBy: [{ file: 'src/server/db/assertions.test.ts', test: 'synchronous_commit off is refused' }],
  },
  {
    name: 'float-money',
    breaks: 'Amounts are read as floating-point numbers.',
    caughtBy: [{ file: 'src/domain/money.test.ts', test: 'an amount is read to its last digit, whatever its size' }],
  },
  {
    name: 'rollback-again',
    breaks: 'A rollback that comes again is no longer recognised.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'one event a rollback gives the stake back and takes comp as far as it is left',
      },
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'one event a rollback before its bet leaves a tombstone, and the late bet is refused for ever',
      },
    ],
  },
  {
    name: 'late-bet-taken',
    breaks: 'A bet is taken although it was rolled back before it came.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'one event a rollback before its bet leaves a tombstone, and the late bet is refused for ever',
      },
      {
        file: 'src/server/ledger/callbacks.test.ts',
        test: 'a provider’s calls, doubled, out of order and a day late, are what the model says',
      },
    ],
  },
  {
    name: 'comp-kept-by-rollback',
    breaks: 'A rolled-back bet leaves the comp it earned.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'one event a rollback gives the stake back and takes comp as far as it is left',
      },
    ],
  },
  {
    name: 'limit-outside-lock',
    breaks: 'A limit is judged before the wallet is locked.',
    caughtBy: [
      {
        file: 'src/server/ledger/locks.test.ts',
        test: 'while somebody has a wallet a limit is judged with what the other used of it',
      },
    ],
  },
  {
    name: 'limit-not-in-batches',
    breaks: 'Bets of members with limits go with the batch, where no limit is judged.',
    caughtBy: [
      {
        file: 'src/server/ledger/limits.test.ts',
        test: 'races 500 bets at once, by two processes: never one unit above a limit',
      },
    ],
  },
  {
    name: 'exclusion-not-seen',
    breaks: 'The gate of a round does not look whether the member is excluded.',
    caughtBy: [
      {
        file: 'src/server/features/limits.test.ts',
        test: 'a break refuses the next bet, in open windows too; what is left of the site stays',
      },
    ],
  },
  {
    name: 'net-funds',
    breaks: 'A stake is measured against what the round leaves, not against what there is.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'one event funds are checked against the stake, never the net',
      },
    ],
  },
  {
    name: 'replay-refused',
    breaks: 'What took effect is answered as a conflict when it is asked again.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'one event the same key and ask is answered as the first time; another ask is a conflict; neither moves anything',
      },
    ],
  },
  {
    name: 'conflict-replayed',
    breaks: 'Another ask under a used key is answered as if it were the first.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'one event the same key and ask is answered as the first time; another ask is a conflict; neither moves anything',
      },
      {
        file: 'src/server/ledger/callbacks.test.ts',
        test: 'a provider’s calls, doubled, out of order and a day late, are what the model says',
      },
    ],
  },
  {
    name: 'seq-gap',
    breaks: 'The number of an event leaves one out.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'one event a bet leaves cash, earns comp at the rate in force, and says the balances after',
      },
    ],
  },
  {
    name: 'comp-rounded-up',
    breaks: 'Comp is rounded up instead of down.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'agreement the one-row form, the batch and a model in memory agree on 6 000 random requests',
      },
    ],
  },
  {
    name: 'no-contra',
    breaks: 'An event is booked against an account that does not exist.',
    caughtBy: [
      { file: 'src/server/ledger/ledger.test.ts', test: 'a batch one row that breaks the statement fails alone' },
    ],
  },
  {
    name: 'shares-lost',
    breaks: 'The shares of a batch never reach the jackpots.',
    caughtBy: [
      {
        file: 'src/server/ledger/jackpots.test.ts',
        test: 'shares of many spins at once, by two processes and with limited members among them, all arrive',
      },
    ],
  },
  {
    name: 'held-money-kept',
    breaks: 'A rejected withdrawal does not give its money back.',
    caughtBy: [
      {
        file: 'src/server/features/office-requests.test.ts',
        test: 'withdrawals rejected: the held money is cash again, and the member may ask anew',
      },
    ],
  },
  {
    name: 'two-claims',
    breaks: 'A request that somebody has can be claimed by anybody.',
    caughtBy: [
      {
        file: 'src/server/features/office-requests.test.ts',
        test: 'claiming two at once, twenty times: one has it, the loser is told who won',
      },
      {
        file: 'src/server/races.test.ts',
        test: 'asked for many times at once, at two processes, everything is done once',
      },
    ],
  },
  {
    name: 'decided-unclaimed',
    breaks: 'An operator decides what nobody has claimed.',
    caughtBy: [
      {
        file: 'src/server/features/office-requests.test.ts',
        test: 'approving a deposit nobody decides what nobody claimed',
      },
    ],
  },
  {
    name: 'other-brand',
    breaks: 'An operator acts on a request of a brand that is not theirs.',
    caughtBy: [
      { file: 'src/server/doors/foreign.test.ts', test: 'of brands that are not the operator’s approve-deposit' },
    ],
  },
  {
    name: 'role-missing',
    breaks: 'A route of money is open to every role.',
    caughtBy: [
      { file: 'src/server/doors/access.test.ts', test: 'the office door pay-withdrawal is for: manager cashier' },
    ],
  },
  {
    name: 'forged-origin',
    breaks: 'A browser that says the call comes from another site is believed by its Origin alone.',
    caughtBy: [
      {
        file: 'src/server/doors/origin.test.ts',
        test: 'where a call comes from a browser that contradicts itself is foreign',
      },
    ],
  },
  {
    name: 'session-lives-on',
    breaks: 'A session that was ended goes on.',
    caughtBy: [
      { file: 'src/server/features/member-session.test.ts', test: 'signing in ends the session that was there' },
    ],
  },
  {
    name: 'tries-not-counted',
    breaks: 'A wrong withdrawal PIN is not counted.',
    caughtBy: [
      {
        file: 'src/server/features/cash-request.test.ts',
        test: 'the PIN has one counter for every call; five wrong ones lock it, the right one too',
      },
    ],
  },
  {
    name: 'unsanitised-notice',
    breaks: 'What an operator wrote is shown as it was written.',
    caughtBy: [
      {
        file: 'src/server/features/notice.test.ts',
        test: 'a notice speaks the language of the visitor, and is made safe on the way out',
      },
    ],
  },
  {
    name: 'inline-script',
    breaks: 'The policy of the pages allows inline script.',
    caughtBy: [{ file: 'src/server/doors/door.test.ts', test: 'every answer carries the headers, errors too' }],
  },
  {
    name: 'modulo-bias',
    breaks: 'A draw takes the bare remainder and leans.',
    caughtBy: [
      {
        file: 'src/domain/games/draw.test.ts',
        test: 'drawing by rejection a value that would favour some results is thrown away',
      },
      {
        file: 'src/domain/games/draw.test.ts',
        test: 'drawing by rejection each stop of a strip comes equally often, also where scaling or a bare remainder would lean',
      },
    ],
  },
  {
    name: 'new-id-each-try',
    breaks: 'A spin whose answer was lost is asked for under a new id.',
    caughtBy: [
      { file: 'src/web/play/ask-spin.test.ts', test: 'a lost answer is asked for again with the id of the press' },
    ],
  },
  {
    name: 'audit-altered',
    breaks: 'A row of the audit can be written over.',
    caughtBy: [
      {
        file: 'src/server/ledger/audit.test.ts',
        test: "what is written is final even its owner is refused: UPDATE audit SET subject = 'x'",
      },
    ],
  },
  {
    name: 'audit-unchained',
    breaks: 'A row of the audit is sealed without the one before.',
    caughtBy: [
      {
        file: 'src/server/ledger/audit.test.ts',
        test: 'the chain rows wait unsealed, are sealed once, and an outsider can follow it from what is written down',
      },
    ],
  },
  {
    name: 'archive-forgotten',
    breaks: 'A key that is in the archive is no longer known.',
    caughtBy: [
      {
        file: 'src/server/ledger/archive.test.ts',
        test: 'keys in the archive, through the one-row function the same ask is answered as then, another is a conflict, and neither moves anything',
      },
      {
        file: 'src/server/features/old-rows.test.ts',
        test: 'a spin, a deposit and a conversion asked again are answered as then; under another ask they are a conflict',
      },
    ],
  },
  {
    name: 'archive-forgotten-in-batches',
    breaks: 'A batch books a key that is in the archive.',
    caughtBy: [
      {
        file: 'src/server/ledger/archive.test.ts',
        test: 'keys in the archive, through the batch the same ask is answered as then, another is a conflict, and neither moves anything',
      },
    ],
  },
  {
    name: 'archived-bet-unknown',
    breaks: 'A bet that is in the archive is rolled back as if it had never come.',
    caughtBy: [
      {
        file: 'src/server/ledger/archive.test.ts',
        test: 'keys in the archive, through the batch an archived bet is rolled back once, with its comp, and the archived rollback is known',
      },
    ],
  },
  {
    name: 'altered-copy-left',
    breaks: 'A row leaves the journal where its copy says something else.',
    caughtBy: [
      {
        file: 'src/server/ledger/archive.test.ts',
        test: 'the guard a row leaves only where the same row is in the archive and the wallet says so',
      },
    ],
  },
  {
    name: 'archived-while-open',
    breaks: 'What a member has open does not keep its rows in the journal.',
    caughtBy: [
      {
        file: 'src/server/features/old-rows.test.ts',
        test: 'the newest round, though archived, is resumed where its window was closed, and shown to its end',
      },
    ],
  },
]
