import type { Socket } from 'node:net'

/** How slowly a reader may take what is sent to it, so that nobody keeps memory, files or places by not reading. */

/** The least that a reader takes in a time while bytes wait for it. */
export type Pace = { windowMs: number; leastBytes: number }

/** Of every connection: 2 KiB/s, which the slowest mobile line reaches; a line that is lost for a moment comes back. */
export const connectionPace: Pace = { windowMs: 20_000, leastBytes: 40 * 1024 }

const looksPerWindow = 10

/** The interval in which a watch of this pace is called. */
export function lookEveryMs({ windowMs }: Pace): number {
  return windowMs / looksPerWindow
}

/** Watches a socket from now on: each call returns whether its reader keeps bytes waiting and takes fewer than the pace. */
export function watchPace(socket: Socket, { windowMs, leastBytes }: Pace): () => boolean {
  let before = readProgress(socket)
  let [takenBytes, sinceMs] = [0, performance.now()]
  return () => {
    const now = readProgress(socket)
    const sent = now.sentBytes - before.sentBytes
    takenBytes += sent > 0 ? sent : Math.max(0, before.queuedBytes - now.queuedBytes)
    before = now
    const nowMs = performance.now()
    const isWaiting = socket.writableLength > 0
    if (isWaiting && nowMs - sinceMs < windowMs) return false
    const isTooSlow = isWaiting && takenBytes < leastBytes
    takenBytes = 0
    sinceMs = nowMs
    return isTooSlow
  }
}

/** The bytes of writes that are done, and what the system has not taken yet of the write in progress. */
function readProgress(socket: Socket): { sentBytes: number; queuedBytes: number } {
  // Node has no public name for it, and itself reads it here to see whether a socket is idle (`Socket._onTimeout`).
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null }
  return { sentBytes: socket.bytesWritten - socket.writableLength, queuedBytes: handle?.writeQueueSize ?? 0 }
}
