/**
 * Loads a chunk with its files, in place of the helper of Vite, which is three times as large and whose name this function
 * has (`vite.config.ts`). Style sheets that the document names are in it already.
 */

const begun: Record<string, Promise<unknown> | undefined> = {}

/** Begins to load scripts, waits for style sheets, then imports the chunk. A sheet that failed is loaded again next time. */
export async function __vitePreload<Chunk>(load: () => Promise<Chunk>, files: readonly string[] = []): Promise<Chunk> {
  await Promise.all(files.map((file) => (begun[file] ??= begin(file))))
  return load()
}

async function begin(file: string): Promise<void> {
  const isSheet = file.endsWith('.css')
  const href = `/${file}`
  if (isSheet && document.querySelector(`link[href="${href}"]`)) return
  const link = Object.assign(document.createElement('link'), { rel: isSheet ? 'stylesheet' : 'modulepreload', href })
  document.head.append(link)
  if (!isSheet) return
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => {
      begun[file] = undefined
      link.remove()
      reject(new Error(`${href} was not loaded`))
    })
  })
}
