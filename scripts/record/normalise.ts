/**
 * Values that may differ between two runs of the same program are replaced by a name: ids, times, secrets, ports,
 * hashes of files, and the money of members who played. Everything else stays as it was received.
 */

export type Masks = {
  /** Exact texts (ports, one-time codes, reference codes) and the names that stand for them. */
  readonly texts: ReadonlyMap<string, string>
  /** The name of an id; a new id is named after the place where it occurs. */
  readonly nameId: (id: string, place: string) => string
  /** The moment of the recording: days close to it are masked, fixed ones (a date of birth) are kept. */
  readonly now: Date
  /** Members whose money depends on games of chance. */
  readonly random: ReadonlySet<string>
}

/** Ids keep their identity: each is named by the place where it appeared first. */
export function createIdNames(): Masks['nameId'] {
  const names = new Map<string, string>()
  const places = new Map<string, number>()
  return (id, place) => {
    const key = id.toLowerCase()
    const given = names.get(key)
    if (given !== undefined) return given
    const number = (places.get(place) ?? 0) + 1
    places.set(place, number)
    const name = `‹${place}${number === 1 ? '' : ` (${number})`}›`
    names.set(key, name)
    return name
  }
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const moment = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?/g
const day = /\d{4}-\d\d-\d\d/g
const closeMs = 400 * 86_400_000

export function normaliseText(text: string, masks: Masks, place: string): string {
  let result = text
  for (const [value, name] of masks.texts) result = result.replaceAll(value, name)
  return result
    .replaceAll(uuid, (id) => masks.nameId(id, place))
    .replaceAll(moment, '‹time›')
    .replaceAll(day, (found) => (Math.abs(Date.parse(found) - masks.now.getTime()) < closeMs ? '‹day›' : found))
    .replaceAll(/\/play\/launch\/[\w-]{20,}/g, '/play/launch/‹token›')
    .replaceAll(/sha256-[A-Za-z0-9+/]{43}=/g, 'sha256-‹hash›')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '‹hash›')
    .replaceAll(/\b[0-9a-f]{16}\b/g, '‹seed›')
    .replaceAll(/(\/assets\/[\w./-]+?)-[\w-]{8}(\.\w+)\b/g, '$1-‹hash›$2')
    .replaceAll(/(\/art\/[\w./-]+?)\.[0-9a-f]{8,}(\.\w+)\b/g, '$1.‹hash›$2')
}

/** Values that are measured or drawn, by the name of their field. */
const measured = new Set(['retryAfter', 'retryAfterMs', 'ms', 'ratePerSecond'])
/** The game's mathematics is a hash that must not change. */
const unmasked = new Set(['mathHash'])
const drawn = new Set(['serverSeed', 'events', 'shown'])
const chanceMoney = new Set(
  (
    'balance pay balanceAfterStake balanceWin in out gameMoney in_balance inPlay cash balanceAfter used remaining ' +
    'amount held moved index'
  ).split(' '),
)

const longestText = 20_000

export function normaliseValue(value: unknown, masks: Masks, place: string, random = false): unknown {
  if (typeof value === 'string') {
    return value.length > longestText ? `‹${value.length} characters›` : normaliseText(value, masks, place)
  }
  if (Array.isArray(value)) return value.map((one, index) => normaliseValue(one, masks, `${place}[${index}]`, random))
  if (typeof value !== 'object' || value === null) return value
  const byChance = random || isOfRandomMember(value, masks)
  // The order of fields is no promise of the wire.
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const entries = fields.map(([name, one]): [string, unknown] => {
    if (unmasked.has(name) || one === null) return [name, one]
    if (measured.has(name) || drawn.has(name)) return [name, `‹${name}›`]
    if (name === 'token' && typeof one === 'string') return [name, '‹token›']
    // The number of a round's events depends on chance as its pay does.
    if (byChance && chanceMoney.has(name) && typeof one !== 'object') return [name, '‹chance›']
    return [name, normaliseValue(one, masks, `${place}.${name}`, byChance)]
  })
  return Object.fromEntries(entries)
}

function isOfRandomMember(value: object, masks: Masks): boolean {
  const named = 'userId' in value ? value.userId : 'member' in value ? userIdOf(value.member) : undefined
  return typeof named === 'string' && masks.random.has(named)
}

function userIdOf(member: unknown): unknown {
  return typeof member === 'object' && member !== null && 'userId' in member ? member.userId : undefined
}

/** Of a cookie: its name, whether it is set or cleared, and its attributes. */
export function normaliseCookie(cookie: string): string {
  const [pair = '', ...attributes] = cookie.split(/;\s*/)
  const [name = '', value = ''] = pair.split('=')
  const shown = attributes.map((one) => (/^expires=/i.test(one) ? 'Expires=‹time›' : one))
  return [`${name}=${value.length > 2 ? '‹token›' : value}`, ...shown].join('; ')
}

/** Of a document: the tags of its head, its language, and the text a reader sees. */
export function summariseHtml(html: string): { head: string[]; text: string } {
  const [head = '', body = ''] = html.split(/<\/head>/i)
  const tags = [...head.matchAll(/<(html|title|meta|link|script|style)\b[^>]*>([^<]*)/gi)].map(([whole = '', tag]) =>
    /^(title|html)$/i.test(tag ?? '') ? whole : whole.slice(0, whole.indexOf('>') + 1),
  )
  const text = body
    .replaceAll(/<(script|style)\b.*?<\/\1>/gis, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return { head: [...new Set(tags.filter((tag) => !/rel="?modulepreload/.test(tag)))], text }
}
