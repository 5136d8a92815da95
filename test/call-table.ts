import type { MemberRouteName } from '#contract/member-api.ts'
import type { PlayRouteName } from '#contract/play-api.ts'
import type { MemberAccess } from '#contract/route.ts'

/**
 * Access and statuses of every call of members, written by hand and independently of the contract: a changed access is a
 * security hole, and a changed spelling breaks the pages. Compared with the contract and with the running app.
 */
type Row = readonly [access: MemberAccess, statuses: string]

export const memberCallTable: Record<MemberRouteName, Row> = {
  'user-do-login': ['guest', 'success fail throttled pending'],
  'user-health-check': ['restricted', 'success'],
  'user-register': [
    'guest',
    'success pending already_have_user already_have_nick cant_find_code underage closed invalid',
  ],
  'check-user-id': ['guest', 'success taken invalid'],
  'check-user-nick': ['guest', 'success taken invalid'],
  'get-reg-domain': ['guest', 'success closed'],
  'user-write-help': ['restricted', 'success fail wait'],
  'get-help-list': ['restricted', 'success'],
  'read-help-message': ['restricted', 'success none'],
  'del-all-help': ['restricted', 'success fail'],
  'get-user-notices': ['guest', 'success'],
  'get-notice-popup': ['guest', 'success'],
  'get-user-note': ['restricted', 'success'],
  'read-note-message': ['restricted', 'success none'],
  'user-del-note': ['restricted', 'success fail'],
  'user-ask-account': ['member', 'success pass locked wait'],
  'apply-user-deposit': ['member', 'success wait min max step limit excluded closed conflict'],
  'apply-user-withdraw': ['restricted', 'success balance wait pass locked min max step turnover conflict'],
  'roll-to-balance': ['member', 'success low_point conflict'],
  'get-in-game-balance': ['restricted', 'success'],
  'get-casino-setting': ['guest', 'success'],
  'get-sport-setting': ['guest', 'success'],
  'get-slot-setting': ['guest', 'success'],
  'get-slot-by-company': ['guest', 'success none'],
  'open-game': ['member', 'success time used blocked excluded limit fail'],
  'user-logout': ['restricted', 'success'],
  'get-member': ['restricted', 'success'],
  'change-password': ['member', 'success fail weak throttled'],
  'change-exchange-pass': ['member', 'success fail weak throttled'],
  'get-money-requests': ['restricted', 'success'],
  'cancel-money-request': ['restricted', 'success late'],
  'get-slot-bets-list': ['restricted', 'success'],
  'get-comp-list': ['restricted', 'success'],
  'get-jackpots': ['guest', 'success'],
  'get-banners': ['guest', 'success'],
  'get-maintenance': ['guest', 'success'],
  'get-limits': ['restricted', 'success'],
  'get-time-played': ['restricted', 'success'],
  'set-limit': ['member', 'success pending confirm invalid excluded'],
  'take-a-break': ['restricted', 'success'],
  'exclude-me': ['restricted', 'success fail throttled'],
  'user-transfer-in': ['member', 'success balance fail unknown conflict limit'],
  'user-withdraw': ['restricted', 'success balance fail unknown conflict'],
  'get-transfer-wallets': ['restricted', 'success'],
  'get-notice': ['guest', 'success none'],
  'get-bet': ['restricted', 'success none'],
  'get-comp-rates': ['restricted', 'success'],
  'get-statement': ['restricted', 'success period'],
  'get-statement-file': ['restricted', 'success period many'],
  'end-session': ['restricted', 'success none'],
  'end-other-sessions': ['restricted', 'success'],
  'ask-password-reset': ['guest', 'success'],
  'reset-password': ['guest', 'success fail weak'],
  'get-favourites': ['restricted', 'success'],
  'set-favourite': ['member', 'success none full'],
  'get-recent-games': ['restricted', 'success'],
  'get-fairness': ['guest', 'success'],
  'get-round': ['restricted', 'success open-round none'],
}

export const playCallTable: Record<PlayRouteName, Row> = {
  'get-session': ['member', 'success'],
  spin: ['member', 'success balance stake pace limit excluded used conflict'],
  ack: ['restricted', 'success none'],
  'get-rounds': ['restricted', 'success'],
  'get-round': ['restricted', 'success none'],
  'set-client-seed': ['member', 'success open-round'],
  'rotate-seed': ['member', 'success open-round'],
  'close-window': ['restricted', 'success'],
}
