import type { Variant } from './variant.ts'

/** Variants of the app around the ledger: office, APIs, randomness and audit. */
export const appVariants: readonly Variant[] = [
  {
    name: 'idle-transaction-kept',
    breaks: 'A process that stopped within a transaction keeps its locks.',
    caughtBy: [
      {
        file: 'src/server/db/pool.test.ts',
        test: 'a transaction without a next statement ends with its connection, and its locks with it',
      },
      { file: 'src/server/db/assertions.test.ts', test: 'accepts a migrated database with the application’s role' },
    ],
  },
  {
    name: 'throttles-not-divided',
    breaks: 'Each of several processes lets through as many calls as one alone.',
    caughtBy: [
      {
        file: 'src/server/processes.test.ts',
        test: 'three processes together let through no more calls than one alone',
      },
    ],
  },
  {
    name: 'figure-before-request',
    breaks: 'A jackpot figure read before the request is sent again for two seconds.',
    caughtBy: [
      {
        file: 'src/server/processes.test.ts',
        test: 'a jackpot polled at one process after another never falls while it grows',
      },
    ],
  },
  {
    name: 'held-money-kept',
    breaks: 'A rejected withdrawal does not return the held money.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/office.test.ts',
        test: 'withdrawals that are rejected return the held money to cash, and the member may file a new one',
      },
    ],
  },
  {
    name: 'two-claims',
    breaks: 'A claimed request can be claimed by another operator.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/office.test.ts',
        test: 'claiming of two concurrent claims one succeeds and the other gets its operator, in each of twenty tries',
      },
      {
        file: 'src/server/races.test.ts',
        test: 'concurrent requests at two processes take effect once',
      },
    ],
  },
  {
    name: 'decided-unclaimed',
    breaks: 'An operator decides a request that is not claimed.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/office.test.ts',
        test: 'approving a deposit an unclaimed request cannot be decided',
      },
    ],
  },
  {
    name: 'self-approval',
    breaks: 'The first approver of a large withdrawal may claim it again and pay it.',
    caughtBy: [
      {
        file: 'src/domain/money-request-decision.test.ts',
        test: 'the decisions of operators on a request the first approver can neither claim nor decide the request, not even by take-over',
      },
      {
        file: 'src/server/modules/money-request/office.test.ts',
        test: 'a withdrawal that needs two operators is approved by the first without moving money and paid by the second; one operator cannot do both',
      },
    ],
  },
  {
    name: 'one-operator-pays',
    breaks: 'A large withdrawal is paid by one operator.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/office.test.ts',
        test: 'a withdrawal that needs two operators is approved by the first without moving money and paid by the second; one operator cannot do both',
      },
    ],
  },
  {
    name: 'no-two-people',
    breaks: 'The database accepts one operator as approver and payer.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/office.test.ts',
        test: 'a withdrawal that needs two operators the database refuses it without the program’s check',
      },
    ],
  },
  {
    name: 'deposit-sum-ignored',
    breaks: 'What a member was credited in 24 hours does not count towards the amount for two operators.',
    caughtBy: [
      {
        file: 'src/domain/money-request-decision.test.ts',
        test: 'the decisions of operators on a request a deposit takes two operators above the requested amount, and where the member’s day reaches the brand’s amount',
      },
      {
        file: 'src/server/modules/money-request/second-operator.test.ts',
        test: 'a deposit that needs two operators is one that brings the member’s credits of 24 hours to the brand’s amount, also by different operators',
      },
    ],
  },
  {
    name: 'creditor-pays',
    breaks: 'An operator who credited a member pays them alone.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/second-operator.test.ts',
        test: 'an operator who credited a member cannot pay them alone for 72 hours, whatever the amount; another operator sees who credited, and the play since',
      },
      {
        file: 'src/server/lone-operator.test.ts',
        test: 'one operator with ten members takes nothing out',
      },
    ],
  },
  {
    name: 'approval-never-expires',
    breaks: 'A proposal can be approved after its 72 hours.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/second-operator.test.ts',
        test: 'a proposal has no effect after 72 hours: the request returns to the queue and the proposer may claim it again',
      },
    ],
  },
  {
    name: 'payment-unchecked',
    breaks: 'The database accepts a payment that takes two operators without an approval.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/office.test.ts',
        test: 'a withdrawal that needs two operators the database refuses it without the program’s check',
      },
      {
        file: 'src/server/modules/money-request/second-operator.test.ts',
        test: 'a deposit that needs two operators cannot be credited by SQL of the application without an approval',
      },
    ],
  },
  {
    name: 'other-brand',
    breaks: 'An operator decides a request of a brand outside their scope.',
    caughtBy: [
      { file: 'src/server/http/foreign.test.ts', test: 'of brands that are not the operator’s approve-deposit' },
    ],
  },
  {
    name: 'role-missing',
    breaks: 'A call that pays money is open to every role.',
    caughtBy: [
      { file: 'src/server/http/access.test.ts', test: 'the office API pay-withdrawal is for: manager cashier' },
    ],
  },
  {
    name: 'forged-origin',
    breaks: 'A call is accepted by its Origin although Sec-Fetch-Site says cross-site.',
    caughtBy: [
      {
        file: 'src/server/http/origin.test.ts',
        test: 'the provenance of a call a browser with contradicting headers is foreign',
      },
    ],
  },
  {
    name: 'session-lives-on',
    breaks: 'An ended session stays valid.',
    caughtBy: [{ file: 'src/server/modules/sign-in/member.test.ts', test: 'the health check answers 401 when ended' }],
  },
  {
    name: 'attempts-not-counted',
    breaks: 'A wrong withdrawal PIN is not counted.',
    caughtBy: [
      {
        file: 'src/server/modules/money-request/member.test.ts',
        test: 'the PIN has one counter for all calls; five wrong attempts lock it, for the right PIN too',
      },
    ],
  },
  {
    name: 'tries-not-bounded',
    breaks: 'Concurrent tries at a PIN are not bounded by the wrong ones that are left.',
    caughtBy: [
      {
        file: 'src/server/auth/pin.test.ts',
        test: 'wrong PINs at three processes are verified exactly as often as one process would',
      },
    ],
  },
  {
    name: 'tries-are-failures',
    breaks: 'A try at a PIN counts as wrong before its verdict.',
    caughtBy: [
      {
        file: 'src/server/auth/pin.test.ts',
        test: 'six concurrent right PINs at three processes are all right, also when two tries are left',
      },
      {
        file: 'src/server/auth/pin.test.ts',
        test: 'tries of a process that is killed before their verdict are no failures',
      },
    ],
  },
  {
    name: 'verdict-forgotten',
    breaks: 'A verdict on a PIN that could not be recorded is forgotten.',
    caughtBy: [
      {
        file: 'src/server/auth/pin.test.ts',
        test: 'a try whose settling was ended once its verdict was reached counts when it is wrong, however often it is ended (terminate)',
      },
    ],
  },
  {
    name: 'unsanitised-notice',
    breaks: 'HTML that an operator wrote is shown unsanitised.',
    caughtBy: [
      {
        file: 'src/server/modules/notice/member.test.ts',
        test: 'returns a notice in the visitor’s language, sanitised',
      },
    ],
  },
  {
    name: 'inline-script',
    breaks: 'The content security policy allows inline script.',
    caughtBy: [{ file: 'src/server/http/api.test.ts', test: 'every answer carries the security headers, errors too' }],
  },
  {
    name: 'modulo-bias',
    breaks: 'A draw takes the plain remainder and is biased.',
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
    name: 'low-byte-first',
    breaks: 'The words of the random stream are read with the low byte first, unlike the published rules.',
    caughtBy: [
      {
        file: 'scripts/fairness/fairness.test.ts',
        test: 'the verifier in Python proves 1 000 rounds of the engine, 50 of them with free spins',
      },
      {
        file: 'scripts/fairness/fairness.test.ts',
        test: 'docs/fairness.md and its files are generated from the games, also the hash of the verifier: run `npm run docs`',
      },
    ],
  },
  {
    name: 'verdict-without-commitment',
    breaks: 'The verifier does not compare the revealed server seed with its commitment.',
    caughtBy: [
      {
        file: 'scripts/fairness/fairness.test.ts',
        test: 'the verifier in Python and the engine name the same faults of false records',
      },
    ],
  },
  {
    name: 'new-id-each-attempt',
    breaks: 'A spin or a bet whose answer was lost is repeated under a new request id.',
    caughtBy: [
      { file: 'src/web/play/kit/request-spin.test.ts', test: 'a lost response is retried with the same request id' },
    ],
  },
  {
    name: 'audit-altered',
    breaks: 'An audit row can be changed.',
    caughtBy: [
      {
        file: 'src/server/ledger/audit.test.ts',
        test: "audit rows are final the owner may not: UPDATE audit SET subject = 'x'",
      },
    ],
  },
  {
    name: 'audit-unchained',
    breaks: 'The hash of an audit row does not cover the row before it.',
    caughtBy: [
      {
        file: 'src/server/ledger/audit.test.ts',
        test: 'the chain rows wait, are chained once, and the chain can be verified from its description alone',
      },
    ],
  },
  {
    name: 'code-accepted-again',
    breaks: 'A code of an authenticator app is accepted more than once.',
    caughtBy: [
      {
        file: 'src/server/modules/factor/proof.test.ts',
        test: 'a code of the authenticator app is good once: twice at once one is accepted; an earlier one afterwards is not, also after a restart',
      },
    ],
  },
  {
    name: 'proof-not-used-up',
    breaks: 'One proof of the second factor serves any number of acts of their own.',
    caughtBy: [
      {
        file: 'src/server/modules/factor/proof.test.ts',
        test: 'a proof serves one act of its own, of two at once too; a refusal returns it',
      },
      {
        file: 'src/server/modules/factor/proof.test.ts',
        test: 'a proof is used up by an act of the brand’s amount or more, in the act’s own transaction',
      },
    ],
  },
  {
    name: 'exclusion-not-compared',
    breaks: 'A registration with the telephone or bank account of an excluded member can be approved.',
    caughtBy: [
      {
        file: 'src/server/modules/registration/excluded-person.test.ts',
        test: 'a registration with the telephone or bank account of an excluded member waits and cannot be approved, at every brand of the installation, also where a brand needs no approval',
      },
      {
        file: 'src/domain/person-mark.test.ts',
        test: 'an approval with the telephone of an excluded member',
      },
    ],
  },
  {
    name: 'exclusion-answered',
    breaks: 'A registration with the telephone or bank account of a restricted member has another answer.',
    caughtBy: [
      {
        file: 'src/server/modules/registration/excluded-person.test.ts',
        test: 'a registration with the telephone or bank account of an excluded member reveals nothing: answers and statements are those for a member who is not restricted',
      },
      {
        file: 'src/domain/person-mark.test.ts',
        test: 'a registration has the same answer whether a matched member is excluded, blocked or neither',
      },
    ],
  },
  {
    name: 'marks-not-locked',
    breaks: 'Registrations, approvals and exclusions of one person do not wait for one another.',
    caughtBy: [
      {
        file: 'src/server/modules/registration/same-person.test.ts',
        test: 'registrations with one bank account at once are compared with one another: one is opened, the others wait',
      },
    ],
  },
  {
    name: 'duplicate-unconfirmed',
    breaks: 'A second member with one bank account is approved without a confirmation.',
    caughtBy: [
      {
        file: 'src/server/modules/registration/same-person.test.ts',
        test: 'the office approves a second member with one bank account only when the operator confirms it',
      },
    ],
  },
  {
    name: 'exclusion-of-one-account',
    breaks: 'An exclusion leaves out the other accounts of the same person.',
    caughtBy: [
      {
        file: 'src/server/modules/registration/excluded-person.test.ts',
        test: 'an exclusion extends to every account that is certainly of the same person, at every brand, and marks the others',
      },
    ],
  },
  {
    name: 'marks-erased',
    breaks: 'Erasing a person removes the hashes although an exclusion is in force.',
    caughtBy: [
      {
        file: 'src/server/modules/registration/marking.test.ts',
        test: 'the hashes outlive erasure until the exclusion ends, for ever where it has no end',
      },
    ],
  },
]
