import compile from 'icu-minify/compile'

/**
 * The test locale: every message is replaced by its key, `⟦account.help.title⟧`, with the names of its arguments. A build with
 * `BAIZE_WORDS=keys` shows keys in every language, so any other text on a page is data or hard-coded.
 */
export type Catalogue = { readonly [key: string]: string | Catalogue }

/** The same catalogue with each message replaced by its key: `unread` → `⟦frame.unread {count}⟧`. */
export function keyWords(catalogue: Catalogue, path = ''): Catalogue {
  return Object.fromEntries(
    Object.entries(catalogue).map(([key, word]) => [
      key,
      typeof word === 'string' ? keyWord(`${path}${key}`, word) : keyWords(word, `${path}${key}.`),
    ]),
  )
}

function keyWord(key: string, word: string): string {
  const values = argumentsOf(compile(word)).map((name) => ` {${name}}`)
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
