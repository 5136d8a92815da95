import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'

/**
 * A small load balancer as `docs/operations.md` requires one: it sends each request to the next process, checks
 * `/readyz` of each, and closes the connections of a process that does not answer 200 in time.
 */
export type Balancer = {
  port: number
  /** Sets the ports of the processes. */
  aim: (ports: readonly number[]) => void
  /** The ports that get requests now. */
  ready: () => number[]
  close: () => Promise<void>
}

type Target = { port: number; agent: Agent; isReady: boolean; calls: Set<ReturnType<typeof request>> }

const checkEveryMs = 500
const checkWithinMs = 2_000

/** Listens on a free local port. */
export async function openBalancer(): Promise<Balancer> {
  let targets: Target[] = []
  let turn = 0
  const next = (): Target | undefined => {
    const ready = targets.filter((target) => target.isReady)
    turn += 1
    return ready[turn % ready.length]
  }
  const check = async (target: Target): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${target.port}/readyz`, {
      signal: AbortSignal.timeout(checkWithinMs),
    }).catch(() => null)
    target.isReady = answer?.status === 200
    if (!target.isReady) closeConnections(target)
  }
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing, next).catch(() => outgoing.destroy())
  })
  const timer = setInterval(() => void Promise.all(targets.map(check)), checkEveryMs)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    aim: (ports) => {
      for (const target of targets) if (!ports.includes(target.port)) closeConnections(target)
      targets = ports.map(
        (port) =>
          targets.find((target) => target.port === port) ?? {
            port,
            agent: new Agent({ keepAlive: true }),
            isReady: true,
            calls: new Set(),
          },
      )
    },
    ready: () => targets.filter((target) => target.isReady).map((target) => target.port),
    close: async () => {
      clearInterval(timer)
      for (const target of targets) closeConnections(target)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function closeConnections({ agent, calls }: Target): void {
  for (const call of calls) call.destroy()
  agent.destroy()
}

/** Passes a call on. Only where nothing could be sent does another process get it. */
async function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: () => Target | undefined,
): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  const body = Buffer.concat(pieces)
  for (let target = next(); target !== undefined; target = next()) {
    const outcome = await send(target, incoming, body, outgoing)
    if (outcome === 'sent') return
    target.isReady = false
  }
  outgoing.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json' }).end('{"status":"busy"}')
}

/** Resolves with `refused` when the process has no listener; any other failure breaks the caller's connection. */
function send(
  target: Target,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<'sent' | 'refused'> {
  return new Promise((resolve) => {
    const { connection: _, ...kept } = headers
    const call = request({
      port: target.port,
      host: '127.0.0.1',
      agent: target.agent,
      method,
      path: url,
      headers: kept,
    })
    target.calls.add(call)
    const fail = (error: Error): void => {
      if ('code' in error && error.code === 'ECONNREFUSED') return resolve('refused')
      outgoing.destroy()
      resolve('sent')
    }
    call.on('error', fail)
    call.on('close', () => target.calls.delete(call))
    call.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response
        .on('error', fail)
        .on('end', () => resolve('sent'))
        .pipe(outgoing)
    })
    call.end(body)
  })
}
