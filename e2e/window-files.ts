/** The chunks of a build by the manifest of Vite, and what windows load of them. */

export type Chunk = {
  file: string
  name?: string
  css?: string[]
  imports?: string[]
  isDynamicEntry?: boolean
  src?: string
}
export type Chunks = Readonly<Record<string, Chunk>>

/** The files of a chunk and of those that it imports. */
export function filesOf(chunks: Chunks, chunk: Chunk, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.file)) return seen
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file)
  for (const name of chunk.imports ?? []) {
    const imported = chunks[name]
    if (imported !== undefined) filesOf(chunks, imported, seen)
  }
  return seen
}

/** The kinds of tables, each a chunk of its own. */
export function kindChunks(chunks: Chunks): Chunk[] {
  return Object.values(chunks).filter(({ src }) => /^src\/web\/play\/table\/.*-kind\.tsx$/.test(src ?? ''))
}

/** The files that the window of each kind of table and that of a seat loads beside the entry and the kit. */
export function windowFiles(chunks: Chunks): [name: string, files: string[]][] {
  const loaded = (chunk: Chunk | undefined): string[] => (chunk === undefined ? [] : [...filesOf(chunks, chunk)])
  // A chunk of a group of `vite.config.ts` has its name, and no source.
  const named = (name: string) => loaded(Object.values(chunks).find((chunk) => chunk.name === name))
  const common = new Set([...loaded(chunks['src/web/play/main.tsx']), ...named('kit')])
  const beside = (files: readonly string[]) => [...new Set(files)].filter((file) => !common.has(file))
  return [
    ...kindChunks(chunks).map((kind): [string, string[]] => [
      kind.src?.replace(/^.*\/|-kind\.tsx$/g, '') ?? '',
      beside([...named('table'), ...loaded(kind)]),
    ]),
    ['seat', beside(loaded(chunks['src/web/play/seat/open-seat.tsx']))],
  ]
}
