import { createServer, type Server } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, resolve } from 'node:path'
import { build, type InlineConfig } from 'vite'
import { clientConfig } from '../../vite.config.ts'
import { slateSlots } from '../../test/slate-slots.ts'
import { assembleArt } from '../art/assemble.ts'
import { root } from '../run-tool.ts'

/** Builds the page of rounds and serves it on the loopback address; the program has neither the page nor its address. */

const out = join(root, '.build/rounds')

function roundsConfig(): InlineConfig {
  const config = clientConfig('play', out)
  return {
    ...config,
    base: '/dev/',
    plugins: [...(config.plugins ?? []), sketchPlugin()],
    build: {
      ...config.build,
      emptyOutDir: true,
      manifest: 'rounds.json',
      rolldownOptions: { ...config.build?.rolldownOptions, input: join(root, 'src/web/play/rounds/main.tsx') },
    },
  }
}

/** The sketched machines as a module of the page. */
function sketchPlugin() {
  const id = 'rounds:sketches'
  return {
    name: 'baize:sketches',
    resolveId: (asked: string) => (asked === id ? `\0${id}` : null),
    load: (asked: string) =>
      asked === `\0${id}` ? `export const sketches = ${JSON.stringify(slateSlots.map(({ game }) => game))}` : null,
  }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}

/** Builds page and pictures, and serves them on a port (0: a free one) until `close`. */
export async function serveRounds(port: number): Promise<{ address: string; close: () => void }> {
  await Promise.all([build(roundsConfig()), assembleArt(join(root, '.build/art'))])
  const server = await serve(port)
  const { port: own } = server.address() as AddressInfo
  return {
    address: `http://localhost:${own}/dev/rounds`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function serve(port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname))
    void answerOf(path).then(
      ({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', done)
  })
  return server
}

async function answerOf(path: string): Promise<{ type: string; body: Buffer | string }> {
  if (path === '/dev/blank') return { type: types['.html'] ?? '', body: '<!doctype html><title>Blank</title>' }
  if (path === '/dev/rounds') return { type: 'text/html; charset=utf-8', body: await page() }
  const folder = path.startsWith('/art/') ? join(root, '.build') : out
  const file = resolve(folder, `.${path.replace(/^\/dev/, '')}`)
  if (!file.startsWith(folder)) throw new Error(`${path} is outside the build`)
  return { type: types[extname(file)] ?? 'application/octet-stream', body: await readFile(file) }
}

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }

async function page(): Promise<string> {
  const chunks = JSON.parse(await readFile(join(out, 'rounds.json'), 'utf8')) as Record<string, Chunk>
  const styles = new Set(Object.values(chunks).flatMap(({ css = [] }) => css))
  const entry = Object.values(chunks).find(({ isEntry }) => isEntry)
  const links = [...styles].map((file) => `<link rel="stylesheet" href="/dev/${file}">`).join('')
  return `<!doctype html><html lang="ko"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Rounds</title>${links}</head><body><div id="root"></div>
<script type="module" src="/dev/${entry?.file}"></script></body></html>`
}
