import { helpKinds, helpStatuses } from '#domain/help.ts'
import { requestStatuses, requestTypes } from '#domain/money-request.ts'
import { perLanguage } from '#domain/site-language.ts'
import { z } from 'zod'
import { amountOut, count, id, moment, names } from './wire.ts'

/** Shapes used by more than one call of the member and play APIs, spelt as on the wire. */

export const help = z.object({
  id,
  kind: z.enum(helpKinds),
  title: z.string(),
  contents: z.string(),
  regDate: moment,
  lastDate: moment,
  status: z.enum(helpStatuses),
  read: z.boolean(),
  ref: z.object({ contents: z.string(), date: moment }).nullable().meta({ description: 'The reply.' }),
  roundId: id.nullable().meta({ description: 'The round it is about.' }),
})
export type Help = z.output<typeof help>

/** The office's maintenance texts in the site's languages; the default text is used for those left out. */
export const maintenanceTexts = z.strictObject(perLanguage(() => z.string().max(300).optional()))
export const maintenance = z.object({
  until: moment.nullable().meta({ description: 'null: no end is known yet.' }),
  texts: maintenanceTexts,
})
export type Maintenance = z.output<typeof maintenance>

export const notice = z.object({
  id,
  title: z.string(),
  lastDate: moment,
  domain: z.string(),
  contents: z.string().meta({ description: 'Safe HTML.' }),
})
export type Notice = z.output<typeof notice>

export const popup = z.object({
  id,
  domain: z.string(),
  posX: z.int(),
  posY: z.int(),
  title: z.string(),
  titleColor: z.string(),
  contents: z.string().meta({ description: 'Safe HTML.' }),
})
export type Popup = z.output<typeof popup>

export const note = z.object({
  id,
  title: z.string(),
  titleColor: z.string(),
  contents: z.string().meta({ description: 'Safe HTML.' }),
  regDate: moment,
  readDate: moment.nullable(),
})
export type Note = z.output<typeof note>

export const moneyRequest = z.object({
  id,
  type: z.enum(requestTypes),
  balance: amountOut.meta({ description: 'The amount requested.' }),
  credited: amountOut.nullable().meta({ description: 'The amount that arrived or was paid.' }),
  status: z.enum(requestStatuses),
  regdate: moment,
  history: z.array(z.object({ status: z.enum(requestStatuses), at: moment })),
  reason: z.string().nullable(),
})
export type MoneyRequest = z.output<typeof moneyRequest>

export const used = z.enum(['y', 'n'])

export const gameTile = z.object({
  code: z.string(),
  gameCompany: z.string(),
  used,
  imgUrl: z.string(),
  name: z.string(),
  names,
  isNew: z.boolean(),
  released: moment,
})
export type GameTile = z.output<typeof gameTile>

export const slotCompany = z.object({ code: z.string(), used, imgUrl: z.string(), name: z.string() })
export type SlotCompany = z.output<typeof slotCompany>

export const slotGame = z.object({
  code: z.string(),
  gameCompany: z.string(),
  imgUrl: z.string(),
  nameKo: z.string(),
  nameEn: z.string(),
  names,
  used,
  rtp: z.string().nullable().meta({ description: 'Theoretical return in percent: "96.02".' }),
  volatility: z.enum(['low', 'medium', 'high']).nullable(),
  features: z.array(z.string()),
  isNew: z.boolean(),
  released: moment,
})
export type SlotGame = z.output<typeof slotGame>

/** A game of the lobby, by the two codes that open it. */
export const listedGame = z.object({ code: z.string(), gameCompany: z.string() })
export type ListedGame = z.output<typeof listedGame>

export const playedGame = z.object({
  ...listedGame.shape,
  kind: z.enum(['slot', 'casino', 'sport']),
  playedAt: moment,
})
export type PlayedGame = z.output<typeof playedGame>

export const betStatuses = ['open', 'completed', 'cancelled', 'refunded'] as const

export const bet = z.object({
  roundId: id,
  thirdParty: z.string().meta({ description: 'The company’s code.' }),
  gameName: z.string(),
  balanceBet: amountOut,
  balanceWin: amountOut,
  betTime: moment,
  status: z.enum(betStatuses),
  rolling: amountOut.meta({ description: 'Comp earned by this bet.' }),
  code: z.string().meta({ description: 'The game’s code; its window can replay the round.' }),
})
export type Bet = z.output<typeof bet>

export const compEntry = z.object({
  date: moment,
  gameName: z.string(),
  bet: amountOut,
  rate: z.string().meta({ description: 'Percent of the stake: "0.5".' }),
  point: amountOut.meta({ description: 'Comp earned; negative where a rolled-back bet took it back.' }),
  roundId: id.nullable(),
})
export type CompEntry = z.output<typeof compEntry>

/**
 * The kinds of statement entries; a deposit that is only filed moves nothing and is no entry. `round`: stake and win in
 * one · `refund`: a bet undone · `withdraw`: held · `paid`: held money paid out · `returned`: held money back in the
 * balance · `issue`: play money · `sent`, `back`, `result`: to a provider with a wallet of its own, from there, and the
 * result of play there.
 */
export const statementKinds = [
  'bet',
  'win',
  'round',
  'refund',
  'deposit',
  'withdraw',
  'paid',
  'returned',
  'comp',
  'issue',
  'adjustment',
  'jackpot',
  'sent',
  'back',
  'result',
] as const
export type StatementKind = (typeof statementKinds)[number]

export const statementBalances = z.object({
  balance: amountOut.meta({ description: 'Spendable money; wins not yet shown are left out until they are.' }),
  held: amountOut.meta({ description: 'Held for withdrawals.' }),
  inPlay: amountOut,
  rolling: amountOut,
})
export type StatementBalances = z.output<typeof statementBalances>

export const statementEntry = statementBalances.extend({
  date: moment,
  kind: z.enum(statementKinds),
  gameName: z.string().nullable(),
  in: amountOut.meta({ description: 'Added to the balance.' }),
  out: amountOut.meta({ description: 'Taken from the balance.' }),
  point: amountOut.meta({ description: 'Comp earned; negative where it was taken back or converted.' }),
  roundId: id.nullable(),
  requestId: id.nullable(),
})
export type StatementEntry = z.output<typeof statementEntry>

export const jackpot = z.object({
  tier: z.enum(['mega', 'major', 'minor']),
  amount: amountOut,
  ratePerSecond: amountOut,
})
export type Jackpot = z.output<typeof jackpot>

export const banner = z.object({
  id,
  imgUrl: z.string(),
  linkUrl: z.string().nullable(),
  texts: z
    .record(z.string(), z.object({ title: z.string(), text: z.string(), action: z.string() }))
    .meta({ description: 'By language: ko, en, jp, vn, cn; ko is always there.' }),
})
export type Banner = z.output<typeof banner>

export const memberSession = z.object({
  id,
  current: z.boolean(),
  startedAt: moment,
  lastSeenAt: moment,
  device: z.string().meta({ description: 'Browser and operating system.' }),
})
export type MemberSession = z.output<typeof memberSession>

const cashSide = { min: amountOut, max: amountOut, step: amountOut }

export const cashRules = z.object({
  deposit: z.object({ ...cashSide, quick: z.array(amountOut) }),
  withdraw: z.object({
    ...cashSide,
    turnover: amountOut.meta({ description: 'What must still be staked before money can leave.' }),
    waitsUntil: moment.nullable().meta({ description: 'Set for 24 h after a password reset: no withdrawal before.' }),
  }),
  hours: z
    .object({ opens: z.string(), closes: z.string() })
    .nullable()
    .meta({ description: 'HH:MM in the brand’s time zone; null: always open.' }),
  opens: moment.nullable().meta({ description: 'null: open now; else when deposits are accepted again.' }),
  expectedMinutes: count,
})
export type CashRules = z.output<typeof cashRules>
