import type { Variant } from './variant.ts'

/** Variants of the ledger: keys, locks, limits and the arithmetic of events. */
export const ledgerVariants: readonly Variant[] = [
  {
    name: 'no-unique-key',
    breaks: 'The journal accepts one key twice.',
    caughtBy: [
      {
        file: 'src/server/ledger/books.test.ts',
        test: 'the journal one key is one event, also for the owner of the database',
      },
    ],
  },
  {
    name: 'another-win-repeated',
    breaks: 'A repeated event of play with another amount is taken for the same one after a change of the key.',
    caughtBy: [
      {
        file: 'src/server/ledger/proofs.test.ts',
        test: 'processes with the key before and the new one book and answer each other’s retries',
      },
    ],
  },
  {
    name: 'play-not-proven',
    breaks: 'Events of play are booked without a proof.',
    caughtBy: [
      {
        file: 'src/server/ledger/proofs.test.ts',
        test: 'every way to book has a proof: alone, as a batch, in a transaction; one without is named',
      },
    ],
  },
  {
    name: 'no-unique-open-request',
    breaks: 'A member may have two deposits open.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/member.test.ts',
        test: 'a deposit is filed once by concurrent calls with one key or with many',
      },
    ],
  },
  {
    name: 'no-unique-decision',
    breaks: 'One request id of an operator decides two requests.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/office.test.ts',
        test: 'approving a deposit one id never decides two requests, not even concurrently',
      },
    ],
  },
  {
    name: 'check-then-act',
    breaks: 'The balance is read without a lock, and the new one is computed from what was read.',
    caughtBy: [
      {
        file: 'src/server/ledger/locks.test.ts',
        test: 'while a wallet is locked no other transaction decides by its balances',
      },
      {
        file: 'src/server/ledger/locks.test.ts',
        test: 'while a wallet is locked an event waits, and is decided by the remaining balance',
      },
    ],
  },
  {
    name: 'no-row-lock',
    breaks: 'A batch does not lock the wallets it updates.',
    caughtBy: [
      {
        file: 'src/server/ledger/locks.test.ts',
        test: 'while a wallet is locked a batch waits, and continues from the remaining balance',
      },
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'agreement thousands of concurrent duplicate calls do each key once',
      },
    ],
  },
  {
    name: 'twins-in-a-batch',
    breaks: 'A key that comes twice in one batch is posted twice.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'a batch a key that comes twice in it is posted once and replayed once',
      },
    ],
  },
  {
    name: 'answer-outside-transaction',
    breaks: 'A withdrawal is filed outside the transaction that holds its money.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/member.test.ts',
        test: 'a withdrawal is checked by PIN, amount and balance, in this order; a refusal moves nothing',
      },
    ],
  },
  {
    name: 'refusal-that-stays',
    breaks: 'Rows written before a refusal are committed.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/member.test.ts',
        test: 'a withdrawal is checked by PIN, amount and balance, in this order; a refusal moves nothing',
      },
    ],
  },
  {
    name: 'asynchronous-commit',
    breaks: 'The program starts on a database with asynchronous commit.',
    caughtBy: [{ file: 'src/server/db/assertions.test.ts', test: 'synchronous_commit off is refused' }],
  },
  {
    name: 'float-money',
    breaks: 'Amounts are read as floating-point numbers.',
    caughtBy: [{ file: 'src/domain/money.test.ts', test: 'an amount is read to its last digit at any size' }],
  },
  {
    name: 'rollback-again',
    breaks: 'A repeated rollback is not recognised.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'one event a rollback returns the stake and takes back comp as far as the balance allows',
      },
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'one event a rollback before its bet leaves a tombstone, and the late bet is refused for ever',
      },
    ],
  },
  {
    name: 'no-tombstone',
    breaks: 'A rollback before its bet leaves no tombstone, and the late bet is accepted.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'one event a rollback before its bet leaves a tombstone, and the late bet is refused for ever',
      },
      {
        file: 'src/server/ledger/callbacks.test.ts',
        test: 'provider calls that arrive twice, out of order or a day late have the outcomes of the model',
      },
    ],
  },
  {
    name: 'late-bet-taken',
    breaks: 'A bet is accepted although a tombstone refuses it.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'one event a rollback before its bet leaves a tombstone, and the late bet is refused for ever',
      },
      {
        file: 'src/server/ledger/callbacks.test.ts',
        test: 'provider calls that arrive twice, out of order or a day late have the outcomes of the model',
      },
    ],
  },
  {
    name: 'comp-kept-by-rollback',
    breaks: 'A rolled-back bet keeps the comp it earned.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'one event a rollback returns the stake and takes back comp as far as the balance allows',
      },
    ],
  },
  {
    name: 'limit-outside-lock',
    breaks: 'A limit is checked before the wallet is locked.',
    caughtBy: [
      {
        file: 'src/server/ledger/locks.test.ts',
        test: 'while a wallet is locked a limit is checked with the stake of the other transaction counted',
      },
    ],
  },
  {
    name: 'limit-not-in-batches',
    breaks: 'Bets of members with limits are posted set-based, where no limit is checked.',
    caughtBy: [
      {
        file: 'src/server/ledger/limits.test.ts',
        test: 'races 500 concurrent bets at two processes never exceed a limit, not even by one unit',
      },
    ],
  },
  {
    name: 'exclusion-not-seen',
    breaks: 'The gate of a round does not check exclusion.',
    caughtBy: [
      {
        file: 'src/server/modules/limit/member.test.ts',
        test: 'a break refuses the next bet, also in open windows; the rest of the site remains usable',
      },
    ],
  },
  {
    name: 'net-funds',
    breaks: 'A stake is checked against the balance after the win instead of the balance before.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'one event funds are checked against the stake, never the net',
      },
      { file: 'src/server/ledger/plain.test.ts', test: 'a stake is covered by the balance before the win' },
    ],
  },
  {
    name: 'replay-refused',
    breaks: 'A repeated request is answered as a conflict.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'one event the same key and request is a replay, another request a conflict; neither moves anything',
      },
    ],
  },
  {
    name: 'conflict-replayed',
    breaks: 'Another request under a used key gets the answer of the first.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'one event the same key and request is a replay, another request a conflict; neither moves anything',
      },
      {
        file: 'src/server/ledger/callbacks.test.ts',
        test: 'provider calls that arrive twice, out of order or a day late have the outcomes of the model',
      },
    ],
  },
  {
    name: 'seq-gap',
    breaks: 'Event numbers have a gap.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'one event a bet is taken from cash, earns comp at the rate in force, and returns the balances after',
      },
    ],
  },
  {
    name: 'comp-rounded-up',
    breaks: 'Comp is rounded up instead of down.',
    caughtBy: [
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'agreement the one-row form, the ledger, the batch and a model in memory agree on random requests',
      },
    ],
  },
  {
    name: 'no-contra',
    breaks: 'An event is posted against an account that does not exist.',
    caughtBy: [
      { file: 'src/server/ledger/ledger.test.ts', test: 'a batch a row that fails the statement fails alone' },
    ],
  },
  {
    name: 'plain-by-stale-facts',
    breaks: 'A plain bet is posted although another event of the member came after its key was looked up.',
    caughtBy: [
      {
        file: 'src/server/ledger/locks.test.ts',
        test: 'while a wallet is locked a concurrent second request finds the key of the first',
      },
      {
        file: 'src/server/ledger/locks.test.ts',
        test: 'while a wallet is locked a bet finds the rollback, the limit and the exclusion of the other transaction',
      },
    ],
  },
  {
    name: 'plain-although-limited',
    breaks: 'A bet of a member with limits is posted by the function for plain bets, which checks none.',
    caughtBy: [
      {
        file: 'src/server/ledger/locks.test.ts',
        test: 'while a wallet is locked a bet finds the rollback, the limit and the exclusion of the other transaction',
      },
      {
        file: 'src/server/ledger/ledger.test.ts',
        test: 'agreement the one-row form, the ledger, the batch and a model in memory agree on random requests',
      },
    ],
  },
  {
    name: 'unqualified-name',
    breaks: 'A function with the owner’s rights reads a table under a name that its caller may define.',
    caughtBy: [
      {
        file: 'src/server/ledger/plain.test.ts',
        test: 'read no table of the caller under the name of one of the owner’s',
      },
    ],
  },
  {
    name: 'shares-lost',
    breaks: 'The shares of a batch never reach the jackpots.',
    caughtBy: [
      {
        file: 'src/server/ledger/jackpots.test.ts',
        test: 'shares of many concurrent spins at two processes, limited members included, all arrive',
      },
    ],
  },
  {
    name: 'jackpot-unlocked',
    breaks: 'A hit does not lock the pool: shares and other hits come in between.',
    caughtBy: [
      {
        file: 'src/server/ledger/jackpot-hits.test.ts',
        test: 'hits at the same moment at two processes pay each pool once, and the next ones what came after',
      },
    ],
  },
  {
    name: 'jackpot-unshown',
    breaks: 'The lobby’s balance has a jackpot before the window has shown its round.',
    caughtBy: [
      {
        file: 'src/server/ledger/jackpot-hits.test.ts',
        test: 'a hit pays the pool with the share of its own round, and the next pool begins with the first money',
      },
      {
        file: 'src/server/modules/slot/jackpot.test.ts',
        test: 'a hit stays hidden until its round was shown, then history, replay and statement have it',
      },
    ],
  },
  {
    name: 'pay-not-bounded',
    breaks: 'A spin may pay more than the largest pay of its game.',
    caughtBy: [
      {
        file: 'src/server/ledger/bounds.test.ts',
        test: 'a spin with more units than the largest pay is refused alone: nothing moves, the number is unused',
      },
      {
        file: 'src/server/ledger/bounds.test.ts',
        test: 'a spin with more units than the largest pay is refused in a batch: nothing moves, the number is unused',
      },
    ],
  },
  {
    name: 'clock-spans-judged',
    breaks: 'The books judge by the order of times that the clock of the database showed twice.',
    caughtBy: [
      { file: 'src/server/ledger/clock-jumps.test.ts', test: 'the clock is set back by 5 s, and the books are clean' },
      { file: 'src/server/ledger/clock-jumps.test.ts', test: 'a jump while no process ran is known from the heads' },
    ],
  },
  {
    name: 'provider-money-not-at-risk',
    breaks: 'The books judge loss limits without the money at providers.',
    caughtBy: [
      {
        file: 'src/server/ledger/moments.test.ts',
        test: 'money at a provider that was set aside for a moment, so that a stake exceeded a loss limit',
      },
    ],
  },
]
