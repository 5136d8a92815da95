import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { openFaultApp, type FaultApp } from './fault-app.ts'
import { sleep, type FaultProgram } from './program.ts'
import { scaledMs } from '#test/machine.ts'

const sizes = {
  full: { one: 4_000, others: 4_000, heldMs: 20_000, descriptors: 8_192 },
  short: { one: 400, others: 400, heldMs: 1_000, descriptors: 300 },
} as const

/** How many connections an address of the crowd holds. */
const ofEach = 50
const slowestMs = 1_000
/** Only Linux has all of 127.0.0.0/8 without setting it up. */
const hasAddresses = process.platform === 'linux'
const attacker = hasAddresses ? '127.0.50.1' : '127.0.0.1'
const visitor = hasAddresses ? '127.9.0.1' : '127.0.0.1'

/** Strangers hold more connections of the site than the process has descriptors. */
export const connectionsOpen: FaultProgram = {
  description:
    'One address and many others hold open as many connections of the site as they can: the office answers, and so does the site to others.',
  async run({ size, log, on }) {
    const { one, others, heldMs, descriptors } = sizes[size]
    const app = await openFaultApp({
      players: 1,
      operators: 1,
      on,
      descriptors,
      env: { LOG_LEVEL: 'fatal', TRUST_PROXY: '0' },
    })
    const held: Socket[] = []
    try {
      await app.start()
      const faults: string[] = []
      const begun = performance.now()
      for (let count = 0; count < one; count += 1) held.push(hold(app.port, attacker))
      for (let count = 0; count < others; count += 1) held.push(hold(app.port, crowdAddress(count)))
      while (held.some((socket) => socket.connecting)) await sleep(50)
      await sleep(300)
      log(
        `${held.length} connections opened, ${held.filter(isOpen).length} kept, ${await descriptorsOf(app)} descriptors`,
      )
      let slowest = 0
      let answers = 0
      while (performance.now() - begun < heldMs || answers === 0) {
        for (const [name, port, from] of [
          ['the office', app.officePort, visitor],
          ['the office, to an attacker,', app.officePort, attacker],
          ...(hasAddresses ? ([['the site', app.port, visitor]] as const) : []),
        ] as const) {
          const { status, ms } = await probe(port, from)
          if (status !== 200) faults.push(`${name} answered ${status}`)
          else if (ms > scaledMs(slowestMs)) faults.push(`${name} answered after ${Math.round(ms)} ms`)
          slowest = Math.max(slowest, ms)
          answers += 1
        }
        if (faults.length > 0) break
        await sleep(200)
      }
      const kept = held.filter(isOpen).length
      const [used, residentMb] = [await descriptorsOf(app), await app.server().residentMb()]
      for (const socket of held) socket.destroy()
      await sleep(300)
      const after = await probe(app.port, attacker)
      if (after.status !== 200) faults.push(`the site answered ${after.status} when all were closed`)
      return {
        figures: { opened: held.length, kept, answers, slowestMs: Math.round(slowest), descriptors: used, residentMb },
        faults,
      }
    } finally {
      for (const socket of held) socket.destroy()
      await app.close()
    }
  },
}

function crowdAddress(count: number): string {
  return hasAddresses ? `127.1.${Math.floor(count / ofEach)}.1` : '127.0.0.1'
}

/** Opens a connection, makes one request and keeps it open as a browser does. */
function hold(port: number, localAddress: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
  socket.resume()
  return socket
}

function isOpen(socket: Socket): boolean {
  return !socket.destroyed && !socket.readableEnded && !socket.connecting
}

/** Makes a request on a connection of its own; an error is its answer. */
function probe(port: number, localAddress: string): Promise<{ status: number | string; ms: number }> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const end = (status: number | string): void => resolve({ status, ms: performance.now() - begun })
    const options = { port, host: '127.0.0.1', localAddress, path: '/readyz', agent: false, timeout: scaledMs(5_000) }
    const sent = request(options, (answer) => {
      answer.resume()
      answer.on('end', () => end(answer.statusCode ?? 0))
    })
    sent.on('timeout', () => sent.destroy(new Error('nothing')))
    sent.on('error', (error) => end(error.message))
    sent.end()
  })
}

/** How many descriptors the server has open, where the system shows it. */
async function descriptorsOf(app: FaultApp): Promise<number> {
  return (await readdir(`/proc/${app.server().pid}/fd`).catch(() => [])).length
}
