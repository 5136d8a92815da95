import compile from 'icu-minify/compile'
import type { Catalogue } from './catalogues.ts'

/**
 * Replaces each message of a catalogue by its key and the names of its arguments: `unread` → `⟦frame.unread {count}⟧`.
 * A build with `BAIZE_MESSAGES=keys` shows keys in every language, so any other text on a page is data or hard-coded.
 */
export function keyMessages(catalogue: Catalogue, path = ''): Catalogue {
  return Object.fromEntries(
    Object.entries(catalogue).map(([key, message]) => [
      key,
      typeof message === 'string' ? keyMessage(`${path}${key}`, message) : keyMessages(message, `${path}${key}.`),
    ]),
  )
}

function keyMessage(key: string, message: string): string {
  const values = argumentsOf(compile(message)).map((name) => ` {${name}}`)
  return `⟦${key}${values.join('')}⟧`
}

/** The names of a compiled message's arguments, each once, in alphabetical order. */
export function argumentsOf(compiled: unknown, names = new Set<string>()): string[] {
  if (Array.isArray(compiled)) {
    const [first, kind, options] = compiled as [unknown, unknown, unknown]
    // A node starts with the name of its argument; a list of nodes starts with text or with another node.
    const isArgument = typeof first === 'string' && (compiled.length === 1 || typeof kind === 'number')
    if (isArgument) {
      names.add(first)
      if (typeof options === 'object' && options !== null) {
        for (const option of Object.values(options)) argumentsOf(option, names)
      }
    } else for (const node of compiled) argumentsOf(node, names)
  }
  return [...names].toSorted()
}
