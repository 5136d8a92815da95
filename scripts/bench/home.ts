import { spawn } from 'node:child_process'
import { openConnection } from './http-load.ts'
import { closedLoop, median, rate } from './measure.ts'
import { freePort } from '../server-process.ts'
import { openBenchServer } from './server.ts'

const callers = 64
const seconds = Number(process.env['BENCH_SECONDS'] ?? 4)
const repeats = Number(process.env['BENCH_REPEATS'] ?? 3)
const turnSeconds = 0.5

/**
 * The cached home page against a raw `node:http` server that sends a body of the same size. They alternate in short
 * intervals, so that other load on the machine affects both equally.
 */
export async function homeBench(): Promise<void> {
  const server = await openBenchServer({ players: 1 })
  const rawPort = await freePort()
  const probe = await fetch(`http://127.0.0.1:${server.port}/ko`, { headers: { host: 'localhost' } })
  const size = Number(probe.headers.get('content-length') ?? (await probe.text()).length)
  if (!probe.ok) throw new Error(`home answered ${probe.status}; run npm run build first`)
  const raw = spawn(process.execPath, [
    '-e',
    `const body = Buffer.alloc(${size}, 97); require('node:http').createServer((q, r) => { r.writeHead(200, { 'content-type': 'text/html', 'content-length': body.length }); r.end(body) }).listen(${rawPort}, '127.0.0.1')`,
  ])
  try {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const ratios = []
    const pages = []
    for (let turn = 0; turn < (repeats * seconds) / turnSeconds; turn += 1) {
      const page = await pageLoad(server.port, '/ko')
      const limit = await pageLoad(rawPort, '/')
      pages.push(page.perSecond)
      ratios.push(page.perSecond / limit.perSecond)
    }
    console.log(
      `${callers} connections, ${(size / 1024).toFixed(0)} KiB: ${rate(median(pages))}, ${median(ratios).toFixed(2)} of raw node:http`,
    )
    console.log(`server ${await server.residentMb()} MB resident after it`)
  } finally {
    raw.kill()
    await server.close()
  }
}

async function pageLoad(port: number, path: string) {
  const connections = await Promise.all(Array.from({ length: callers }, () => openConnection(port)))
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: br, gzip\r\n\r\n`
  try {
    return await closedLoop(callers, turnSeconds, async (caller) => {
      const answer = await connections[caller]?.send(request)
      if (answer?.status !== 200) throw new Error(`answered ${answer?.status}`)
    })
  } finally {
    for (const connection of connections) connection.close()
  }
}
