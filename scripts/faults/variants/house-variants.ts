import type { Variant } from './variant.ts'

/** The house around the money, broken: the office, the doors, chance and the audit. */
export const houseVariants: readonly Variant[] = [
  {
    name: 'held-money-kept',
    breaks: 'A rejected withdrawal does not give its money back.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/office.test.ts',
        test: 'withdrawals rejected: the held money is cash again, and the member may file a new one',
      },
    ],
  },
  {
    name: 'two-claims',
    breaks: 'A request that somebody has can be claimed by anybody.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/office.test.ts',
        test: 'claiming two at once, twenty times: one has it, the loser learns who won',
      },
      {
        file: 'src/server/races.test.ts',
        test: 'concurrent requests at two processes take effect once',
      },
    ],
  },
  {
    name: 'decided-unclaimed',
    breaks: 'An operator decides what nobody has claimed.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/office.test.ts',
        test: 'approving a deposit an unclaimed request cannot be decided',
      },
    ],
  },
  {
    name: 'self-approval',
    breaks: 'Whoever approved a great withdrawal first may claim it again and pay it.',
    caughtBy: [
      {
        file: 'src/domain/money-request-decision.test.ts',
        test: 'the decisions of operators on a request the first approver can neither claim nor decide the request, not even by take-over',
      },
      {
        file: 'src/server/modules/money-request/office.test.ts',
        test: 'a withdrawal that needs two operators the first approves and moves nothing, the second pays; nobody does both',
      },
    ],
  },
  {
    name: 'one-operator-pays',
    breaks: 'A great withdrawal is paid by one operator.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/office.test.ts',
        test: 'a withdrawal that needs two operators the first approves and moves nothing, the second pays; nobody does both',
      },
    ],
  },
  {
    name: 'no-two-people',
    breaks: 'The database lets one operator be both who approves and who pays.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/office.test.ts',
        test: 'a withdrawal that needs two operators the database refuses it without the program’s check',
      },
    ],
  },
  {
    name: 'other-brand',
    breaks: 'An operator acts on a request of a brand that is not theirs.',
    caughtBy: [
      { file: 'src/server/http/foreign.test.ts', test: 'of brands that are not the operator’s approve-deposit' },
    ],
  },
  {
    name: 'role-missing',
    breaks: 'A route of money is open to every role.',
    caughtBy: [
      { file: 'src/server/http/access.test.ts', test: 'the office API pay-withdrawal is for: manager cashier' },
    ],
  },
  {
    name: 'forged-origin',
    breaks: 'A browser that says the call comes from another site is believed by its Origin alone.',
    caughtBy: [
      {
        file: 'src/server/http/origin.test.ts',
        test: 'the provenance of a call a browser that contradicts itself is foreign',
      },
    ],
  },
  {
    name: 'session-lives-on',
    breaks: 'A session that was ended goes on.',
    caughtBy: [{ file: 'src/server/modules/sign-in/member.test.ts', test: 'the health check answers 401 when ended' }],
  },
  {
    name: 'tries-not-counted',
    breaks: 'A wrong withdrawal PIN is not counted.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/member.test.ts',
        test: 'the PIN has one counter for every call; five wrong ones lock it, for the right one too',
      },
    ],
  },
  {
    name: 'unsanitised-notice',
    breaks: 'What an operator wrote is shown as it was written.',
    caughtBy: [
      {
        file: 'src/server/modules/notice/member.test.ts',
        test: 'a notice is in the visitor’s language, and sanitised on the way out',
      },
    ],
  },
  {
    name: 'inline-script',
    breaks: 'The policy of the pages allows inline script.',
    caughtBy: [{ file: 'src/server/http/api.test.ts', test: 'every answer carries the security headers, errors too' }],
  },
  {
    name: 'modulo-bias',
    breaks: 'A draw takes the bare remainder and leans.',
    caughtBy: [
      {
        file: 'src/domain/games/draw.test.ts',
        test: 'drawing with rejection a value that would favour some results is rejected',
      },
      {
        file: 'src/domain/games/draw.test.ts',
        test: 'drawing with rejection every stop of a strip is equally likely, also where scaling or a plain remainder would be biased',
      },
    ],
  },
  {
    name: 'new-id-each-try',
    breaks: 'A spin whose answer was lost is asked for under a new id.',
    caughtBy: [
      { file: 'src/web/play/kit/request-spin.test.ts', test: 'a lost response is retried with the same request id' },
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
]
