import { helpKinds, helpStates } from '#domain/help.ts'
import { memberStatuses } from '#domain/member.ts'
import { requestStates, requestTypes } from '#domain/money-request.ts'
import { openResetStates } from '#domain/password-reset.ts'
import { z } from 'zod'
import { operatorRoles } from './route.ts'
import { maintenanceTexts, popup as memberPopup } from './shapes.ts'
import { playTypes } from './user.ts'
import { amountOut, id, moment } from './wire.ts'

/** Shapes used by the calls of the office. */

export const operator = z.object({
  id,
  login: z.string(),
  name: z.string(),
  roles: z.array(z.enum(operatorRoles)),
  brands: z.array(z.object({ code: z.string(), name: z.string(), timeZone: z.string() })),
})

/** The name of the operator who claimed or decided an item: the loser of a race learns who won. */
export const by = z.object({ by: z.string() })

const memberRef = z.object({
  id,
  userId: z.string(),
  nick: z.string(),
  level: z.int(),
  referenceCode: z.string(),
})

export const officeRequest = z.object({
  id,
  brand: z.string(),
  type: z.enum(requestTypes),
  /** The internal state; the member sees the status of the wire instead. */
  state: z.enum(requestStates),
  member: memberRef,
  amount: amountOut,
  credited: amountOut.nullable(),
  depositor: z.string(),
  bank: z
    .object({ bankname: z.string(), bankOwner: z.string(), banknum: z.string() })
    .nullable()
    .meta({ description: 'Where a withdrawal goes; the full number only for the operator who claimed it.' }),
  reason: z.string(),
  claimedBy: z.string().nullable(),
  mine: z.boolean(),
  approvedBy: z
    .string()
    .nullable()
    .meta({ description: 'The operator who gave the first of two approvals; they can neither claim nor decide it.' }),
  approvedByMe: z.boolean(),
  needsSecond: z
    .boolean()
    .meta({ description: 'Whether it needs a first approval before another operator may pay it.' }),
  decidedBy: z.string().nullable(),
  filedAt: moment,
  changedAt: moment,
})

export const requestEvent = z.object({
  at: moment,
  state: z.enum(requestStates),
  operator: z.string().nullable(),
  note: z.string(),
})

export const officeHelp = z.object({
  id,
  brand: z.string(),
  kind: z.enum(helpKinds),
  state: z.enum(helpStates),
  member: memberRef,
  title: z.string(),
  contents: z.string(),
  roundId: id.nullable(),
  reply: z.string().nullable(),
  openedBy: z.string().nullable(),
  repliedBy: z.string().nullable(),
  filedAt: moment,
  lastAt: moment,
})

export const registration = z.object({
  id,
  brand: z.string(),
  userId: z.string(),
  nick: z.string(),
  phone: z.string().meta({ description: 'Masked but for the last 4 digits.' }),
  bankname: z.string(),
  bankOwner: z.string(),
  code: z.string().nullable(),
  registeredAt: moment,
})

export const officeMember = z.object({
  id,
  brand: z.string(),
  userId: z.string(),
  nick: z.string(),
  level: z.int(),
  playType: z.enum(playTypes),
  status: z.enum(memberStatuses),
  excludedUntil: moment.nullable(),
  balance: amountOut,
  held: amountOut,
  inPlay: amountOut,
  rolling: amountOut,
  registeredAt: moment,
})

/** One journal event of a member's money; deltas are signed. */
export const journalEntry = z.object({
  seq: z.string(),
  at: moment,
  kind: z.string(),
  stake: amountOut,
  pay: amountOut,
  cash: amountOut,
  held: amountOut,
  inPlay: amountOut,
  rolling: amountOut,
  balanceAfter: amountOut,
})

export const officeNotice = z.object({
  id,
  brand: z.string(),
  domain: z.string(),
  title: z.string(),
  contents: z.string(),
  publishedAt: moment,
  lastAt: moment,
  hidden: z.boolean(),
})

export const officePopup = memberPopup.extend({
  brand: z.string(),
  shownFrom: moment,
  shownUntil: moment.nullable(),
  hidden: z.boolean(),
})

/** Maintenance of one brand; `since` is null while there is none. */
export const officeMaintenance = z.object({
  brand: z.string(),
  since: moment.nullable(),
  until: moment.nullable(),
  texts: maintenanceTexts,
})

/** A password reset that waits for the office: `issued` while a code is valid for it. */
export const passwordReset = z.object({
  id,
  brand: z.string(),
  state: z.enum(openResetStates),
  member: memberRef,
  phone: z.string().meta({ description: 'Masked but for the last 4 digits.' }),
  askedAt: moment,
  issuedBy: z.string().nullable(),
  codeUntil: moment.nullable(),
})

/** One round, for the operator who answers an inquiry about it. */
export const officeRound = z.object({
  id,
  brand: z.string(),
  member: memberRef,
  game: z.string(),
  at: moment,
  stake: amountOut,
  pay: amountOut,
  nonce: z.string(),
  mathHash: z.string(),
  serverSeedHash: z.string(),
  clientSeed: z.string(),
  shownWhole: z.boolean().meta({ description: 'Whether the member’s window has shown it to its end.' }),
  events: z.array(z.record(z.string(), z.unknown())),
})
