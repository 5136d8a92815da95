import compile from 'icu-minify/compile'

/**
 * The test locale: every word says its own key, `⟦account.help.title⟧`, with the values it is given. A build made with
 * `BAIZE_WORDS=keys` speaks so in every language; whatever letters a page still shows are neither words nor data.
 */
export type Catalogue = { readonly [key: string]: string | Catalogue }

/** The same catalogue with each word replaced by its key: `unread` → `⟦frame.unread {count}⟧`. */
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

/** The names of a compiled message's arguments, each once, in order of the alphabet. */
export function argumentsOf(compiled: unknown, names = new Set<string>()): string[] {
  if (Array.isArray(compiled)) {
    const [first, kind, options] = compiled as [unknown, unknown, unknown]
    // A node names its argument first; a list of nodes begins with text or with another node.
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
