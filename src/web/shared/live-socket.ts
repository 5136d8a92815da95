import type { LiveMessage } from '#contract/live.ts'
import { liveCloseCodes, liveRetryMs } from '#domain/live.ts'

/**
 * The event socket `/api/live`, receive only. It reconnects by itself with a growing, randomised delay; while it is
 * down the page falls back to polling.
 */
export type LiveSocket = {
  /** Whether the socket is open and has received its first message. */
  isUp: () => boolean
  /** Reconnects after a sign-in or sign-out. */
  reopen: () => void
  stop: () => void
}

export type LiveListener = {
  /** `isNew`: the first message of a new connection. */
  onMessage: (message: LiveMessage, isNew: boolean) => void
  /** The server closed the socket because the session is over or the member's permissions have changed. */
  onSessionOver: () => void
}

/** A random delay below `maxMs`, so that pages that receive the same event do not all call at once. */
export function jitterMs(maxMs: number): number {
  return Math.floor(randomShare() * maxMs)
}

function randomShare(): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value / 2 ** 32
}

/** Opens the socket and keeps opening it until `stop`. `path`: with a table, whose steps it then receives as well. */
export function openLive(listener: LiveListener, path = '/api/live'): LiveSocket {
  let socket: WebSocket | null = null
  let up = false
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  function connect(): void {
    clearTimeout(timer)
    if (stopped || socket !== null) return
    const opened = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`)
    socket = opened
    opened.addEventListener('message', (event) => {
      if (socket !== opened) return
      const message = readMessage(event.data)
      if (message === null) return
      const isNew = !up
      up = true
      attempt = 0
      listener.onMessage(message, isNew)
    })
    opened.addEventListener('close', ({ code }) => {
      if (socket !== opened) return
      socket = null
      up = false
      if (code === liveCloseCodes.sessionOver) listener.onSessionOver()
      // Other pages were probably cut off too: spread even the first attempts over some seconds.
      else attempt = Math.max(attempt, 2)
      // Too many connections are open already: wait the longest delay.
      if (code === liveCloseCodes.tooMany) attempt = 10
      retry()
    })
  }
  function retry(): void {
    if (stopped) return
    timer = setTimeout(connect, liveRetryMs(attempt, randomShare()))
    attempt += 1
  }
  /** Closes the socket without reconnecting. */
  function drop(): void {
    clearTimeout(timer)
    const dropped = socket
    socket = null
    up = false
    dropped?.close()
  }
  const reopen = (): void => {
    drop()
    attempt = 0
    connect()
  }
  const onOnline = (): void => {
    attempt = 0
    if (!up) reopen()
  }
  const onShow = (event: PageTransitionEvent): void => {
    if (event.persisted) reopen()
  }

  addEventListener('online', onOnline)
  // A page in the back/forward cache may not hold a socket.
  addEventListener('pagehide', drop)
  addEventListener('pageshow', onShow)
  connect()
  return {
    isUp: () => up,
    reopen,
    stop: () => {
      stopped = true
      drop()
      removeEventListener('online', onOnline)
      removeEventListener('pagehide', drop)
      removeEventListener('pageshow', onShow)
    },
  }
}

/** The parsed message, or null when it is not a known shape (a newer server may send others). */
function readMessage(data: unknown): LiveMessage | null {
  try {
    const message: unknown = JSON.parse(String(data))
    const isMessage = typeof message === 'object' && message !== null && 'kind' in message
    return isMessage ? (message as LiveMessage) : null
  } catch {
    return null
  }
}
