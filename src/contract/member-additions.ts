import { requestTypes } from '#domain/money-request.ts'
import { z } from 'zod'
import { breakLength, exclusionLength, limits, setLimitBody } from './limit.ts'
import { memberRoute } from './route.ts'
import {
  banner,
  bet,
  cashRules,
  compEntry,
  jackpot,
  maintenance,
  listedGame,
  memberSession,
  moneyRequest,
  notice,
  playedGame,
  statementBalances,
  statementEntry,
} from './shapes.ts'
import { transferRoutes } from './transfer.ts'
import { currentUser } from './user.ts'
import { amountOut, count, day, emptyBody, id, listFields, moment, nothing, text } from './wire.ts'

/** Calls that the pages need beyond the specification's 25. */

const list = z.strictObject(listFields)
const byId = z.strictObject({ id })
const seconds = z.int().min(1)
/** Days of the brand's time zone, both included. */
const period = { from: day, to: day }
/** Secrets have a length bound only: a wrong or weak secret is an answer and not a 400. */
const secret = text(200)

export const memberAdditions = {
  'user-logout': memberRoute({
    access: 'restricted',
    summary: 'End this session.',
    body: emptyBody,
    answers: { success: nothing },
  }),
  'get-member': memberRoute({
    access: 'restricted',
    summary: 'My page: the user, the open sessions and the rules of the cashier.',
    body: emptyBody,
    answers: {
      success: z.object({ user: currentUser, sessions: z.array(memberSession), cash: cashRules }),
    },
  }),
  'change-password': memberRoute({
    access: 'member',
    summary: 'Change the password; the member’s other sessions end.',
    body: z.strictObject({ pw: secret, newPw: secret }),
    answers: { success: nothing, fail: nothing, weak: nothing, throttled: z.object({ retryAfter: seconds }) },
  }),
  'change-exchange-pass': memberRoute({
    access: 'member',
    summary: 'Change the withdrawal PIN; needs the password.',
    body: z.strictObject({ pw: secret, pass: secret }),
    answers: { success: nothing, fail: nothing, weak: nothing, throttled: z.object({ retryAfter: seconds }) },
  }),
  'get-money-requests': memberRoute({
    access: 'restricted',
    summary: 'The member’s deposits and withdrawals with their states, newest first.',
    body: z.strictObject({ type: z.enum(requestTypes).optional(), ...listFields }),
    answers: { success: z.object({ balances: z.array(moneyRequest), maxCount: count }) },
  }),
  'cancel-money-request': memberRoute({
    access: 'restricted',
    summary: 'Cancel a deposit that no operator has claimed yet; `late` for everything else.',
    body: byId,
    answers: { success: nothing, late: nothing },
    urgency: 'money',
  }),
  'get-slot-bets-list': memberRoute({
    access: 'restricted',
    summary:
      'The member’s bets, newest first, the last 10 000 of a period; `from` and `to` are days of the brand’s time zone, both included.',
    body: z.strictObject({
      ...listFields,
      from: day.optional(),
      to: day.optional(),
      company: text(60).optional(),
    }),
    answers: { success: z.object({ bets: z.array(bet), maxCount: count }) },
  }),
  'get-comp-list': memberRoute({
    access: 'restricted',
    summary: 'Comp earned bet by bet, newest first, the last 10 000.',
    body: list,
    answers: { success: z.object({ comps: z.array(compEntry), maxCount: count }) },
  }),
  'get-jackpots': memberRoute({
    access: 'guest',
    summary: 'The jackpots with open pools; an empty list when there are none.',
    body: emptyBody,
    answers: { success: z.object({ jackpots: z.array(jackpot) }) },
    urgency: 'poll',
  }),
  'get-maintenance': memberRoute({
    access: 'guest',
    summary: 'Whether the site is in maintenance: no game opens and no round begins meanwhile.',
    body: emptyBody,
    answers: { success: z.object({ maintenance: maintenance.nullable() }) },
    urgency: 'poll',
  }),
  'get-banners': memberRoute({
    access: 'guest',
    summary: 'Banners of the home page.',
    body: emptyBody,
    answers: { success: z.object({ banners: z.array(banner) }) },
  }),
  'get-limits': memberRoute({
    access: 'restricted',
    summary: 'The member’s own limits with their use, pending raises, and a break or exclusion in force.',
    body: emptyBody,
    answers: { success: z.object({ limits }) },
  }),
  'set-limit': memberRoute({
    access: 'member',
    summary:
      'Set a limit. A lower (or the first) one applies at once: `success`. A higher one, or none, waits: `pending`; requested ' +
      'again after a day `confirm`, and with `confirm: true` it applies. `invalid`: not countable (minutes must be whole).',
    body: setLimitBody,
    answers: {
      success: z.object({ limits }),
      pending: z.object({ effectiveFrom: moment, limits }),
      confirm: z.object({ effectiveFrom: moment, limits }),
      invalid: nothing,
      excluded: nothing,
    },
  }),
  'take-a-break': memberRoute({
    access: 'restricted',
    summary: 'No deposits and no play for a while, from now; it cannot be cancelled or shortened.',
    body: z.strictObject({ lasts: breakLength }),
    answers: { success: z.object({ until: moment.nullable() }) },
  }),
  'exclude-me': memberRoute({
    access: 'restricted',
    summary: 'Self-exclusion for months or for ever, from now; needs the password and cannot be cancelled.',
    body: z.strictObject({ lasts: exclusionLength, pw: secret }),
    answers: {
      success: z.object({ until: moment.nullable() }),
      fail: nothing,
      throttled: z.object({ retryAfter: seconds }),
    },
  }),
  ...transferRoutes,
  'get-notice': memberRoute({
    access: 'guest',
    summary: 'One notice of this site.',
    body: byId,
    answers: { success: z.object({ notice }), none: nothing },
  }),
  'get-favourites': memberRoute({
    access: 'restricted',
    summary: 'The games of this lobby the member marked, the last marked first; empty for members who may not play.',
    body: emptyBody,
    answers: { success: z.object({ games: z.array(listedGame) }) },
  }),
  'set-favourite': memberRoute({
    access: 'member',
    summary: 'Mark or unmark a game; repeating changes nothing. `none`: no such game; `full`: the list is full.',
    body: z.strictObject({ code: text(60), on: z.boolean() }),
    answers: { success: nothing, none: nothing, full: nothing },
  }),
  'get-recent-games': memberRoute({
    access: 'restricted',
    summary: 'The games the member opened last, each once, at most twelve; empty for members who may not play.',
    body: emptyBody,
    answers: { success: z.object({ games: z.array(playedGame) }) },
  }),
  'get-bet': memberRoute({
    access: 'restricted',
    summary: 'One round of the member, in the shape of the list of bets, for an inquiry about it.',
    body: z.strictObject({ roundId: id }),
    answers: { success: z.object({ bet }), none: nothing },
  }),
  'get-comp-rates': memberRoute({
    access: 'restricted',
    summary: 'What the member’s level earns of each stake now, by kind of game.',
    body: emptyBody,
    answers: {
      success: z.object({
        level: z.int(),
        rates: z.array(
          z.object({ kind: z.enum(['slot', 'casino', 'sport']), rate: z.string().meta({ description: 'Percent.' }) }),
        ),
      }),
    },
  }),
  'get-statement': memberRoute({
    access: 'restricted',
    summary:
      'Every entry of the member’s own accounts with the balances after it, newest first; totals and balances of the whole period. `period`: the days are in the wrong order, or more than 366.',
    body: z.strictObject({ ...period, ...listFields }),
    answers: {
      success: z.object({
        entries: z.array(statementEntry),
        maxCount: count,
        totals: z.object({ in: amountOut, out: amountOut }),
        opening: statementBalances,
        closing: statementBalances,
      }),
      period: nothing,
    },
  }),
  'get-statement-file': memberRoute({
    access: 'restricted',
    summary: 'The same as a file, oldest first, in the member’s language. `many`: more entries than such a file holds.',
    body: z.strictObject({ ...period, format: z.enum(['csv', 'pdf']) }),
    answers: { success: nothing, period: nothing, many: z.object({ most: count }) },
    throttle: 'file',
    file: true,
  }),
  'end-session': memberRoute({
    access: 'restricted',
    summary: 'End one of the member’s sessions; `none` for another member’s session and for one that does not exist.',
    body: byId,
    answers: { success: nothing, none: nothing },
  }),
  'end-other-sessions': memberRoute({
    access: 'restricted',
    summary: 'End every session of the member but this one.',
    body: emptyBody,
    answers: { success: z.object({ ended: count }) },
  }),
  'ask-password-reset': memberRoute({
    access: 'guest',
    summary: 'Request a password reset from the office; the answer is the same for every id and phone number.',
    body: z.strictObject({ id: text(100), phone: text(40) }),
    answers: { success: nothing },
    throttle: 'reset',
  }),
  'reset-password': memberRoute({
    access: 'guest',
    summary: 'Set a new password with the one-time code of the office; every session ends, withdrawals wait 24 hours.',
    body: z.strictObject({ id: text(100), code: text(40), newPw: secret }),
    answers: { success: nothing, fail: nothing, weak: nothing },
    throttle: 'reset',
  }),
}
