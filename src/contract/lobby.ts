import { z } from 'zod'
import { memberRoute } from './route.ts'
import { emptyBody, id, moment, names, nothing, text } from './wire.ts'

/** The games, tiles, companies and banners that a site offers. */

const used = z.enum(['y', 'n'])

const gameTile = z.object({
  code: z.string(),
  gameCompany: z.string(),
  used,
  imgUrl: z.string(),
  name: z.string(),
  names,
  features: z.array(z.string()).meta({ description: 'What the game has, the most telling first.' }),
  isNew: z.boolean(),
  released: moment,
})
export type GameTile = z.output<typeof gameTile>

const slotCompany = z.object({ code: z.string(), used, imgUrl: z.string(), name: z.string() })
export type SlotCompany = z.output<typeof slotCompany>

const slotGame = z.object({
  code: z.string(),
  gameCompany: z.string(),
  imgUrl: z.string(),
  nameKo: z.string(),
  nameEn: z.string(),
  names,
  used,
  closed: z.boolean().meta({
    description: 'Whether the result of a round failed its check, which closed the game; `used` is `n` then.',
  }),
  rtp: z.string().nullable().meta({ description: 'Theoretical return in percent: "96.02".' }),
  volatility: z.enum(['low', 'medium', 'high']).nullable(),
  features: z.array(z.string()),
  isNew: z.boolean(),
  released: moment,
})
export type SlotGame = z.output<typeof slotGame>

const banner = z.object({
  id,
  imgUrl: z.string(),
  linkUrl: z
    .string()
    .nullable()
    .meta({ description: 'An address or a path of the site; `/?game=<code>` opens that game.' }),
  texts: z
    .record(z.string(), z.object({ title: z.string(), text: z.string(), action: z.string() }))
    .meta({ description: 'By language: ko, en, jp, vn, cn; ko is always there.' }),
})
export type Banner = z.output<typeof banner>

export const lobbyMemberRoutes = {
  'get-casino-setting': memberRoute({
    access: 'guest',
    summary: 'Live casino tiles; `casiono` is the specification’s spelling.',
    reads: true,
    body: emptyBody,
    answers: { success: z.object({ casiono: z.array(gameTile) }) },
  }),
  'get-sport-setting': memberRoute({
    access: 'guest',
    summary: 'Sport tiles.',
    reads: true,
    body: emptyBody,
    answers: { success: z.object({ sport: z.array(gameTile) }) },
  }),
  'get-slot-setting': memberRoute({
    access: 'guest',
    summary: 'Slot companies.',
    reads: true,
    body: emptyBody,
    answers: { success: z.object({ slot: z.array(slotCompany) }) },
  }),
  'get-slot-by-company': memberRoute({
    access: 'guest',
    summary: 'The slot games of one company.',
    reads: true,
    body: z.strictObject({ company: text(60) }),
    answers: { success: z.object({ games: z.array(slotGame) }), none: nothing },
  }),
  'get-banners': memberRoute({
    access: 'guest',
    summary: 'Banners of the home page.',
    reads: true,
    body: emptyBody,
    answers: { success: z.object({ banners: z.array(banner) }) },
  }),
}
