/** The checks of the books; each name has its message in the office and its statement in the ledger's oracle. */
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
  'comp-converted',
  'times',
  'sources',
  'transactions',
  'wins',
  'play-proofs',
  'rounds',
  'round-facts',
  'round-state',
  'seed-pairs',
  'round-pays',
  'version-bounds',
  'version-counts',
  'void-rounds',
  'requests',
  'approvals',
  'issued-by-two',
  'request-history',
  'whole-house',
  'jackpots',
  'jackpot-hits',
  'jackpot-amounts',
  'limits',
  'limits-set',
  'exclusions',
  'in-play',
  'transfers',
  'table-bets',
  'table-order',
  'table-rounds',
  'table-voids',
  'table-proofs',
  'audit-chain',
  'audit-sealed',
  'dated-settings',
  'shares',
  'reserves',
  'comp-rates',
  'turnover-rates',
  'redraw',
  'guards',
  'indexes',
  'constraints',
  'journal-seals',
  'journal-sealed',
  'audit-seals',
  'acts-signed',
  'states',
  'money-out',
  'refusals',
  'limits-kept',
  'as-recorded',
  'pin-tries',
] as const
export type BookCheckName = (typeof bookCheckNames)[number]

/** What started a run: the schedule, an operator, or the command-line tool. */
export const bookRunReasons = ['schedule', 'operator', 'tool'] as const
export type BookRunReason = (typeof bookRunReasons)[number]

/**
 * How a run ended. `failed`: it could not finish, so the state of the books is unknown; `interrupted`: the process that
 * ran it ended, so the run is started again.
 */
export const bookRunOutcomes = ['clean', 'faults', 'failed', 'interrupted'] as const
export type BookRunOutcome = (typeof bookRunOutcomes)[number]
