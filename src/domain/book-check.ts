/** What the books are looked at for; each name has its words in the office and its statement in the ledger's oracle. */
export const bookCheckNames = [
  'postings',
  'contra',
  'wallet',
  'steps',
  'tail',
  'below-zero',
  'money-of-kind',
  'comp',
  'turnover',
  'keys',
  'rollbacks',
  'rounds',
  'round-pays',
  'requests',
  'whole-house',
  'jackpots',
  'limits',
  'in-play',
  'transfers',
  'audit-chain',
  'audit-sealed',
] as const
export type BookCheckName = (typeof bookCheckNames)[number]

/** Who looks: the house by itself, an operator who asked for it, or the tool of the command line. */
export const bookRunReasons = ['schedule', 'operator', 'tool'] as const
export type BookRunReason = (typeof bookRunReasons)[number]

/**
 * How a run ended. `failed`: it could not end, so nobody knows how the books are; `interrupted`: whoever ran it was ended,
 * which says nothing of the books, and it is begun anew.
 */
export const bookRunOutcomes = ['clean', 'faults', 'failed', 'interrupted'] as const
export type BookRunOutcome = (typeof bookRunOutcomes)[number]
