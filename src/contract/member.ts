import { z } from 'zod'
import { memberAdditions } from './member-additions.ts'
import { memberRoute, type AnswerOf, type AnswersOf, type BodiesOf, type BodyOf } from './route.ts'
import { gameTile, help, moneyRequest, note, notice, popup, slotCompany, slotGame } from './shapes.ts'
import { currentUser, restricted } from './user.ts'
import {
  amountIn,
  amountOut,
  count,
  emptyBody,
  id,
  listFields,
  moment,
  moneyMode,
  nothing,
  requestId,
  someText,
  text,
} from './wire.ts'

/** The member API: `POST /api/routes/<name>`. The specification's 25 calls first, then the additional ones of its pages. */

const list = z.strictObject(listFields)
const byId = z.strictObject({ id })
const seconds = z.int().min(1)
/** Secrets have a length bound only: a wrong or weak secret is an answer and not a 400. */
const secret = text(200)

export const memberRoutes = {
  'user-do-login': memberRoute({
    access: 'guest',
    summary: 'Sign in; the session is set as a cookie, or returned once as a token where the caller requests one.',
    body: z.strictObject({ id: text(100), pw: secret, token: z.boolean().optional() }),
    answers: {
      success: z.object({ user: currentUser, restricted: restricted.optional(), token: z.string().optional() }),
      fail: nothing,
      throttled: z.object({ retryAfter: seconds }),
      pending: nothing,
    },
    throttle: 'sign-in',
  }),
  'user-health-check': memberRoute({
    access: 'restricted',
    summary: 'Every 30 s while signed in: balances, counts and the database’s time. Does not count as activity.',
    body: emptyBody,
    answers: {
      success: z.object({
        user: currentUser,
        noteCount: count,
        helpCount: count,
        serverTime: moment,
        endsAt: moment.meta({ description: 'When this session ends regardless of activity (spec §9, 288e5).' }),
        idleEndsAt: moment.meta({
          description: 'The earliest end of this session for inactivity; exact in the last ten minutes before.',
        }),
      }),
    },
    urgency: 'poll',
    session: 'own',
  }),
  'user-register': memberRoute({
    access: 'guest',
    summary: 'Sign up; get-reg-domain answers whether registrations need approval.',
    body: z.strictObject({
      id: text(100),
      pw: secret,
      nick: text(100),
      phone: text(40),
      bankname: text(40),
      banknum: text(60),
      bankOwner: text(100),
      exchange_pw: secret,
      birth: text(10),
      code: text(40).optional(),
      agree: z.strictObject({ terms: z.boolean(), privacy: z.boolean(), adult: z.boolean() }),
    }),
    answers: {
      success: nothing,
      pending: nothing,
      already_have_user: nothing,
      already_have_nick: nothing,
      cant_find_code: nothing,
      underage: nothing,
      closed: nothing,
      invalid: z.object({ fields: z.record(z.string(), z.string()) }),
    },
    throttle: 'register',
  }),
  'check-user-id': memberRoute({
    access: 'guest',
    summary: 'Is this id free?',
    body: z.strictObject({ id: text(100) }),
    answers: { success: nothing, taken: nothing, invalid: z.object({ why: z.string() }) },
    throttle: 'check-name',
  }),
  'check-user-nick': memberRoute({
    access: 'guest',
    summary: 'Is this nickname free?',
    body: z.strictObject({ nick: text(100) }),
    answers: { success: nothing, taken: nothing, invalid: z.object({ why: z.string() }) },
    throttle: 'check-name',
  }),
  'get-reg-domain': memberRoute({
    access: 'guest',
    summary: 'The requirements for registering on this domain.',
    body: emptyBody,
    answers: {
      success: z.object({
        domain: z.string(),
        brand: z.string(),
        codeRequired: z.boolean(),
        approval: z.boolean(),
        minAge: z.int(),
        banks: z.array(z.string()),
        languages: z.array(z.string()),
        mode: moneyMode,
      }),
      closed: nothing,
    },
    origin: 'any',
  }),
  'user-write-help': memberRoute({
    access: 'restricted',
    summary: 'Send an inquiry.',
    body: z.strictObject({ title: someText(200), contents: someText(5_000), roundId: id.optional() }),
    answers: { success: z.object({ id }), fail: nothing, wait: nothing },
  }),
  'get-help-list': memberRoute({
    access: 'restricted',
    summary: 'The member’s inquiries with their replies, newest first.',
    body: list,
    answers: { success: z.object({ helps: z.array(help), maxCount: count }) },
  }),
  'read-help-message': memberRoute({
    access: 'restricted',
    summary: 'Open one inquiry; its reply counts as read.',
    body: byId,
    answers: { success: z.object({ help }), none: nothing },
  }),
  'del-all-help': memberRoute({
    access: 'restricted',
    summary: 'Hide all inquiries; nothing is destroyed.',
    body: emptyBody,
    answers: { success: nothing, fail: nothing },
  }),
  'get-user-notices': memberRoute({
    access: 'guest',
    summary: 'Notices of this site, newest first.',
    body: list,
    answers: { success: z.object({ notices: z.array(notice), maxCount: count }) },
  }),
  'get-notice-popup': memberRoute({
    access: 'guest',
    summary: 'Popups of this site.',
    body: emptyBody,
    answers: { success: z.object({ note: z.array(popup) }) },
  }),
  'get-user-note': memberRoute({
    access: 'restricted',
    summary: 'The member’s notes, newest first; `count` are unread.',
    body: list,
    answers: { success: z.object({ note: z.array(note), count, maxCount: count }) },
  }),
  'read-note-message': memberRoute({
    access: 'restricted',
    summary: 'Open one note; it counts as read.',
    body: byId,
    answers: { success: z.object({ note }), none: nothing },
  }),
  'user-del-note': memberRoute({
    access: 'restricted',
    summary: 'Hide all notes of the caller; params are ignored (spec §7).',
    body: z.looseObject({}),
    answers: { success: nothing, fail: nothing },
  }),
  'user-ask-account': memberRoute({
    access: 'member',
    summary: 'Request the account for deposits; the reply is a help item of kind `account`.',
    body: z.strictObject({ pass: secret.optional() }),
    answers: { success: z.object({ helpId: id }), pass: nothing, locked: nothing, wait: nothing },
    urgency: 'money',
  }),
  'apply-user-deposit': memberRoute({
    access: 'member',
    summary: 'File a deposit; an operator credits the amount that arrived.',
    body: z.strictObject({ requestId: requestId.optional(), balance: amountIn, depositor: text(100).optional() }),
    answers: {
      success: z.object({ request: moneyRequest }),
      wait: nothing,
      min: nothing,
      max: nothing,
      step: nothing,
      limit: z.object({ remaining: amountOut }),
      excluded: nothing,
      closed: z.object({ opens: moment }),
      conflict: nothing,
    },
    urgency: 'money',
  }),
  'apply-user-withdraw': memberRoute({
    access: 'restricted',
    summary: 'File a withdrawal; the money is held at once.',
    body: z.strictObject({ requestId: requestId.optional(), balance: amountIn, pass: secret.optional() }),
    answers: {
      success: z.object({ request: moneyRequest }),
      balance: nothing,
      /** Another is open; with `until`, the 24 hours after a password reset. */
      wait: z.object({ until: moment.optional() }),
      pass: nothing,
      locked: nothing,
      min: nothing,
      max: nothing,
      step: nothing,
      turnover: z.object({ remaining: amountOut }),
      conflict: nothing,
    },
    urgency: 'money',
  }),
  'roll-to-balance': memberRoute({
    access: 'member',
    summary: 'Convert comp points into balance; all whole units when `point` is left out.',
    body: z.strictObject({ requestId: requestId.optional(), point: amountIn.optional() }),
    answers: {
      success: z.object({ balance: amountOut, rolling: amountOut }),
      low_point: nothing,
      conflict: nothing,
    },
    urgency: 'money',
  }),
  'get-in-game-balance': memberRoute({
    access: 'restricted',
    summary: 'Money in play beside the balance (spec §3, game balance).',
    body: emptyBody,
    answers: {
      success: z.object({ gameMoney: amountOut, balance: amountOut, rolling: amountOut, userId: z.string() }),
    },
    urgency: 'poll',
  }),
  'get-casino-setting': memberRoute({
    access: 'guest',
    summary: 'Live casino tiles; `casiono` is the specification’s spelling.',
    body: emptyBody,
    answers: { success: z.object({ casiono: z.array(gameTile) }) },
  }),
  'get-sport-setting': memberRoute({
    access: 'guest',
    summary: 'Sport tiles.',
    body: emptyBody,
    answers: { success: z.object({ sport: z.array(gameTile) }) },
  }),
  'get-slot-setting': memberRoute({
    access: 'guest',
    summary: 'Slot companies.',
    body: emptyBody,
    answers: { success: z.object({ slot: z.array(slotCompany) }) },
  }),
  'get-slot-by-company': memberRoute({
    access: 'guest',
    summary: 'The slot games of one company.',
    body: z.strictObject({ company: text(60) }),
    answers: { success: z.object({ games: z.array(slotGame) }), none: nothing },
  }),
  'open-game': memberRoute({
    access: 'member',
    summary: 'A single-use launch address, valid for 60 s.',
    body: z.strictObject({
      code: text(60),
      company: text(60),
      timeStemp: z
        .union([z.int().min(0), z.string().regex(/^\d{1,16}$/)])
        .meta({ description: 'Epoch milliseconds, a hint; the spelling is the specification’s.' }),
    }),
    answers: {
      success: z.object({ gameUrl: z.string() }),
      time: nothing,
      used: nothing,
      blocked: nothing,
      excluded: nothing,
      limit: nothing,
      fail: nothing,
    },
  }),

  ...memberAdditions,
}

export type MemberRoutes = typeof memberRoutes
export type MemberRouteName = keyof MemberRoutes
/** A handler's answer, and the parsed body it receives. */
export type MemberAnswer<Name extends MemberRouteName> = AnswerOf<MemberRoutes[Name]>
export type MemberBody<Name extends MemberRouteName> = BodyOf<MemberRoutes[Name]>
/** Answers and bodies of each member call; the client imports these types and nothing else. */
export type MemberAnswers = AnswersOf<MemberRoutes>
export type MemberBodies = BodiesOf<MemberRoutes>
