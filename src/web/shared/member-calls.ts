import type { MemberRouteName } from '#contract/member-api.ts'

// Written by `npm run docs` from the contract; do not edit.

/** The calls that pages repeat by themselves; they are no member activity. */
export const pollCalls: readonly MemberRouteName[] = [
  'get-fairness',
  'get-in-game-balance',
  'get-jackpots',
  'get-maintenance',
  'get-tables',
  'user-health-check',
]

/** The calls that only read. */
export const readCalls: readonly MemberRouteName[] = [
  'get-banners',
  'get-bet',
  'get-casino-setting',
  'get-comp-list',
  'get-comp-rates',
  'get-deposit-account',
  'get-fairness',
  'get-favourites',
  'get-help-list',
  'get-in-game-balance',
  'get-jackpots',
  'get-limits',
  'get-listed-replays',
  'get-maintenance',
  'get-member',
  'get-money-requests',
  'get-notice',
  'get-notice-popup',
  'get-own-replay',
  'get-own-replays',
  'get-public-replay',
  'get-recent-games',
  'get-reg-domain',
  'get-round',
  'get-seeds',
  'get-series',
  'get-slot-bets-list',
  'get-slot-by-company',
  'get-slot-setting',
  'get-sport-setting',
  'get-statement',
  'get-statement-file',
  'get-tables',
  'get-time-played',
  'get-transfer-wallets',
  'get-user-note',
  'get-user-notices',
  'get-usual-times',
  'get-watched-game',
]
