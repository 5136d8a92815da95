/**
 * Bounds of HTML written by operators, so that sanitising it takes a few milliseconds at most. `long`: too many
 * characters; `tags`: too many tags, marks or cells of tables; `deep`: nested too deep.
 */
export const htmlFaults = ['long', 'tags', 'deep'] as const
export type HtmlFault = (typeof htmlFaults)[number]

/** `cells`: a browser lays out tables with more, each of several columns, for seconds. `marks`: characters that begin a reference (`&amp;`) or are stored as one, and those that structure a style. */
export const htmlBounds = { characters: 50_000, tags: 2_000, marks: 4_000, depth: 30, cells: 500 } as const

/** Elements that the next of their kind closes. */
const siblings = new Set(['p', 'li', 'td', 'th', 'tr'])
/** Elements without content, which do not nest. */
const empty = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/**
 * The first bound that a text exceeds, or null. One pass that counts rather too much than too little: it takes every
 * `<` for a tag, also in comments and attributes, and an element as open until it is closed by its own name or, where it cannot contain
 * its like, by the next of its kind.
 */
export function htmlFault(html: string): HtmlFault | null {
  if (html.length > htmlBounds.characters) return 'long'
  let tags = 0
  let marks = 0
  let cells = 0
  const open: string[] = []
  for (let at = 0; at < html.length; at += 1) {
    const character = html.charCodeAt(at)
    if (markCodes.has(character)) marks += 1
    if (character === lessThan) tags += 1
    if (tags > htmlBounds.tags || marks > htmlBounds.marks) return 'tags'
    if (character !== lessThan) continue
    const [, slash, name = ''] = tagAt.exec(html.slice(at, at + longestTag)) ?? []
    if (name === '' || empty.has(name.toLowerCase())) continue
    if (slash === '' && /^t[dh]$/i.test(name)) cells += 1
    if (cells > htmlBounds.cells) return 'tags'
    if (slash === '') openElement(open, name.toLowerCase())
    else closeElement(open, name.toLowerCase())
    if (open.length > htmlBounds.depth) return 'deep'
  }
  return null
}

const markCodes = new Set([...'&>{;@('].map((mark) => mark.charCodeAt(0)))
const lessThan = '<'.charCodeAt(0)
const tagAt = /^<(\/?)([a-z][a-z0-9-]*)/i
const longestTag = 34

/** Opens an element within the innermost one, or after it where that cannot contain its like. */
function openElement(open: string[], name: string): void {
  if (open.at(-1) === name && siblings.has(name)) return
  open.push(name)
}

/** Closes the innermost element of this name with everything in it; without such an element nothing. */
function closeElement(open: string[], name: string): void {
  const index = open.lastIndexOf(name)
  if (index >= 0) open.length = index
}
