/** A change to one file: blocks of lines, each with the lines that take their place. */
type FileChange = { path: string; blocks: { from: string; to: string }[] }

/** Reads a unified diff. Line numbers are ignored: a block is found by what stands in it. Throws at what is no diff. */
export function readPatch(text: string): FileChange[] {
  const changes: FileChange[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('--- ')) continue
    if (line.startsWith('+++ ')) changes.push({ path: line.slice(4).replace(/^b\//, ''), blocks: [] })
    else if (line.startsWith('@@')) changes.at(-1)?.blocks.push({ from: '', to: '' })
    else if (line !== '') {
      const block = changes.at(-1)?.blocks.at(-1)
      const [mark, rest] = [line.charAt(0), `${line.slice(1)}\n`]
      if (block === undefined || !' +-'.includes(mark)) throw new Error(`this is no line of a diff: ${line}`)
      if (mark !== '+') block.from += rest
      if (mark !== '-') block.to += rest
    }
  }
  if (changes.length === 0) throw new Error('a patch that changes nothing')
  return changes
}

/** The file with a change made; null where a block does not stand in it exactly once. */
export function changed(file: string, { blocks }: FileChange): string | null {
  let text = file
  for (const { from, to } of blocks) {
    const at = text.indexOf(from)
    if (from === '' || at === -1 || text.includes(from, at + 1)) return null
    text = text.slice(0, at) + to + text.slice(at + from.length)
  }
  return text
}
