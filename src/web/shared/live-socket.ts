import type { LiveMessage } from '#contract/live.ts'
import { liveCloseCodes, liveRetryMs } from '#domain/live.ts'

/**
 * The page's ear at the house, `/api/live`. It comes back by itself after a moment that grows and differs from page to
 * page; while it is away the page asks as it always did. It says nothing, ever.
 */
export type LiveSocket = {
  /** Whether the house is heard now. */
  isUp: () => boolean
  /** Opens it anew: who is signed in has changed. */
  reopen: () => void
  stop: () => void
}

export type LiveEar = {
  /** `isNew`: the first thing heard on a fresh socket. */
  hear: (message: LiveMessage, isNew: boolean) => void
  /** The house closed it because the session is over, or what the member may do has changed. */
  onSessionOver: () => void
}

/** A moment anywhere below `mostMs`, so that pages told the same thing together do not ask together. */
export function jitterMs(mostMs: number): number {
  return Math.floor(chance() * mostMs)
}

function chance(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn / 2 ** 32
}

/** Opens the socket and keeps opening it until `stop`. */
export function openLive(ear: LiveEar): LiveSocket {
  let socket: WebSocket | null = null
  let up = false
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  function connect(): void {
    clearTimeout(timer)
    if (stopped || socket !== null) return
    const opened = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/live`)
    socket = opened
    opened.addEventListener('message', (event) => {
      if (socket !== opened) return
      const message = readMessage(event.data)
      if (message === null) return
      const isNew = !up
      up = true
      attempt = 0
      ear.hear(message, isNew)
    })
    opened.addEventListener('close', ({ code }) => {
      if (socket !== opened) return
      socket = null
      up = false
      if (code === liveCloseCodes.sessionOver) ear.onSessionOver()
      // Whoever was cut off was hardly the only one: the first tries are spread over some seconds already.
      else attempt = Math.max(attempt, 2)
      // Whoever has too many open already waits as long as there is.
      if (code === liveCloseCodes.tooMany) attempt = 10
      retry()
    })
  }
  function retry(): void {
    if (stopped) return
    timer = setTimeout(connect, liveRetryMs(attempt, chance()))
    attempt += 1
  }
  /** Lets go of the socket without coming back. */
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
  const comeBack = (): void => {
    attempt = 0
    if (!up) reopen()
  }
  const onShow = (event: PageTransitionEvent): void => {
    if (event.persisted) reopen()
  }

  addEventListener('online', comeBack)
  // A page that is put away whole, to be shown again by the browser's back button, may hold no socket.
  addEventListener('pagehide', drop)
  addEventListener('pageshow', onShow)
  connect()
  return {
    isUp: () => up,
    reopen,
    stop: () => {
      stopped = true
      drop()
      removeEventListener('online', comeBack)
      removeEventListener('pagehide', drop)
      removeEventListener('pageshow', onShow)
    },
  }
}

/** What was said, or null for what a newer house may say. */
function readMessage(data: unknown): LiveMessage | null {
  try {
    const message: unknown = JSON.parse(String(data))
    const isMessage = typeof message === 'object' && message !== null && 'kind' in message
    return isMessage ? (message as LiveMessage) : null
  } catch {
    return null
  }
}
