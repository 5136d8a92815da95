import { htmlFault, htmlFaults } from '#domain/html-bounds.ts'
import { type Amount, amountFromWire, amountToWire, changeFromWire } from '#domain/money.ts'
import { perLanguage } from '#domain/site-language.ts'
import { z } from 'zod'

/** Shapes that several nouns share: amounts, ids, texts, lists. */

/** An amount on the way in: decimal string or JSON integer → `Amount`. */
export const amountIn = z
  .union([z.string(), z.int()])
  .transform((value, context): Amount => {
    const amount = amountFromWire(value)
    if (amount !== null) return amount
    context.addIssue({ code: 'custom', message: 'an amount is a decimal string such as "10000" or "12.5"' })
    return z.NEVER
  })
  .meta({ description: 'Decimal string in the site’s currency, at most 4 decimals; a JSON integer is accepted too.' })

/** A signed change of a balance on the way in, in whole or decimal units. */
export const changeIn = z
  .string()
  .transform((value, context): Amount => {
    const change = changeFromWire(value)
    if (change !== null) return change
    context.addIssue({ code: 'custom', message: 'a change is a decimal string such as "10000" or "-12.5"' })
    return z.NEVER
  })
  .meta({ description: 'Decimal string in the site’s currency with a minus where it takes away, at most 4 decimals.' })

/** An amount on the way out: always a decimal string. Handlers write it with `amountToWire`. */
export const amountOut = z.string().meta({ description: 'Decimal string in the site’s currency.' })

/** Ids and request ids are UUIDs; the server generates version 7. Only here are they normalised to lower case. */
export const id = z.uuid().toLowerCase()
export const requestId = id.meta({ description: 'Generated once per action of the member and kept across retries.' })

/** A text that is encrypted at rest, for operators. */
export const storedText = z
  .string()
  .nullable()
  .meta({ description: 'null: the stored value cannot be read, or is not this member’s.' })

/** A moment: ISO-8601 in UTC. */
export const moment = z.string()

/** A calendar day of the brand's time zone: `2026-01-31`. The database has no year 0. */
export const day = z.iso.date().refine((date) => date >= '0001-01-01', 'is before the first year')

/** A caller's text with a length bound, of one or several lines; further rules are the handler's. */
export function text(mostCharacters: number): z.ZodString {
  return z.string().max(mostCharacters).refine(isPlainText, 'has a control character')
}

/** Text that somebody must write: one without a visible character is a 400 that names the field. */
export function someText(mostCharacters: number): z.ZodString {
  return text(mostCharacters).trim().min(1).refine(isVisible, 'has no visible character')
}

/** Text of one line that others read: a name or a title. */
export function line(mostCharacters: number): z.ZodString {
  return text(mostCharacters).refine((value) => !/[\t\n\r\u2028\u2029]/.test(value), 'has more than one line')
}

/** One line that somebody must write. */
export function someLine(mostCharacters: number): z.ZodString {
  return line(mostCharacters).trim().min(1).refine(isVisible, 'has no visible character')
}

/** Text that may be left empty; anything else has a visible character. */
export function emptyOrText(mostCharacters: number): z.ZodString {
  return text(mostCharacters).refine((value) => value.trim() === '' || isVisible(value), 'has no visible character')
}

/** One line that may be left empty; anything else has a visible character. */
export function emptyOrLine(mostCharacters: number): z.ZodString {
  return line(mostCharacters).refine((value) => value.trim() === '' || isVisible(value), 'has no visible character')
}

/**
 * Whether a text has a letter, digit, mark of punctuation or symbol that a reader sees: the fillers of Hangul and
 * Braille are letters and symbols too, but blank.
 */
function isVisible(value: string): boolean {
  return /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(value)
}

/**
 * Whether a text has no character that reorders the letters around it, and no control character but the tab and the
 * ends of lines: a reader sees what is stored.
 */
function isPlainText(value: string): boolean {
  return !/[\u202a-\u202e\u2066-\u2069]|(?![\t\n\r])\p{Cc}/u.test(value)
}

/** A number of items. */
export const count = z.int().min(0)

/** A name in the languages of the site. */
export const names = z.object(perLanguage(() => z.string()))

/** `play`: practice money, labelled as such on every page. `real`: licensed operation. */
export const moneyMode = z.enum(['play', 'real'])

/** An empty body; unknown fields are rejected. */
export const emptyBody = z.strictObject({})

/** An answer with nothing but its status. */
export const nothing = z.object({})

/** The paging fields of every list, newest first. */
export const listFields = {
  skip: z.int().min(0).max(1_000_000).default(0),
  take: z.int().min(1).max(100).default(20),
}
export const listBody = z.strictObject(listFields)

/** The body of a call about one item. */
export const idBody = z.strictObject({ id })

/** Secrets have a length bound only: a wrong or weak secret is an answer and not a 400. */
export const secret = text(200)

/** Too many attempts; `retryAfter` in seconds. */
export const throttled = z.object({ retryAfter: z.int().min(1) })

/** What a round is of: a slot, a table that several share, or a game with decisions that a member plays alone. */
export const roundKind = z.enum(['slot', 'table', 'seat'])

/** An operator's reason for the member. */
export const reason = someText(500)

/** HTML written by an operator; `src/server/safe-html.ts` sanitises it before it is stored. */
export const html = someText(200_000).refine(
  // What is too complex has an answer of its own.
  (value) => htmlFault(value) !== null || isVisible(shownOfHtml(value)),
  'has no visible character',
)

/** What a reader sees of HTML, roughly: its text, and `¶` for a picture. References of invisible characters are read too. */
function shownOfHtml(value: string): string {
  return value
    .replaceAll(
      /<(script|style|textarea|option|noscript|template|iframe|object|svg|math|title)\b.*?(<\/\1\s*>|$)/gis,
      '',
    )
    .replaceAll(/<!--.*?(-->|$)/gs, '')
    .replaceAll(/<img\s[^>]*(>|$)/gi, '¶')
    .replaceAll(/<\/?[a-z][^>]*(>|$)/gi, '')
    .replaceAll(/&#x([0-9a-f]{1,6});?/gi, (_all, digits: string) => characterOf(Number.parseInt(digits, 16)))
    .replaceAll(/&#(\d{1,7});?/g, (_all, digits: string) => characterOf(Number(digits)))
    .replaceAll(/&(nbsp|shy|zwnj|zwj|lrm|rlm|ensp|emsp|thinsp|hairsp|NoBreak|ZeroWidthSpace|Tab|NewLine);?/gi, '')
}

function characterOf(code: number): string {
  return code > 0x10_ff_ff ? '\ufffd' : String.fromCodePoint(code)
}

/** Such HTML is longer, has more tags or is nested deeper than may be stored (`src/domain/html-bounds.ts`). */
export const complexHtml = z.object({ why: z.enum(htmlFaults) })
/** The body limit of calls with such HTML. */
export const largeBodyBytes = 256 * 1024
export const colour = z.string().regex(/^(#[0-9a-fA-F]{6})?$/)

/** The member of an item in the office. */
export const memberRef = z.object({
  id,
  userId: z.string(),
  nick: z.string(),
  level: z.int(),
  referenceCode: z.string(),
})

/** The name of the operator who claimed or decided an item first. */
export const by = z.object({ by: z.string() })

export { amountToWire }

/** `chain`: the server seed was committed before the client seed was chosen. `old`: both were set in one step. */
export const seedScheme = z.enum(['chain', 'old'])

export const hash = z.string().meta({ description: 'SHA-256, 64 hex digits.' })

/** The member’s seed pair as it is published: of slots and of rounds with decisions. */
export const fairness = z.object({
  pair: count.meta({ description: 'The ordinal of the newest seed pair; 0 before the first.' }),
  scheme: seedScheme,
  serverSeedHash: hash.nullable().meta({
    description: 'The commitment of the pair in use; null before the first, and after a restriction ended it.',
  }),
  nextServerSeedHash: hash.meta({ description: 'The commitment of the next pair, which waits for its client seed.' }),
  clientSeed: z.string().nullable().meta({ description: 'Null where `serverSeedHash` is.' }),
  nonce: count.meta({ description: 'Of the next round.' }),
})
