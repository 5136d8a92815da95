import type { ServerResponse } from 'node:http'
import { finished, Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { SentFile } from '#contract/route.ts'
import { lookEveryMs, watchPace, type Pace } from './pace.ts'

/** Sends the file of a call. A reader that takes it too slowly is disconnected, because the places for files are few. */

/** 16 KiB/s, an eighth of a line of 1 Mbit/s. */
export const usualFilePace: Pace = { windowMs: 10_000, leastBytes: 160 * 1024 }

/** The part that is written at once, and so the step in which is seen what the reader has taken. */
const pieceBytes = 64 * 1024

export function sendFile(reply: FastifyReply, { name, type, content }: SentFile, pace = usualFilePace): FastifyReply {
  keepPace(reply.raw, pace)
  if (content instanceof Uint8Array) reply.header('content-length', content.byteLength)
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`)
    .send(Readable.from(piecesOf(content instanceof Uint8Array ? [content] : content), { highWaterMark: 2 }))
}

async function* piecesOf(parts: Iterable<Uint8Array> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : Buffer.from(part.buffer, part.byteOffset, part.length)
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
}

/** Ends a response whose reader keeps bytes waiting and takes fewer of them than the pace requires. */
function keepPace(response: ServerResponse, pace: Pace): void {
  if (response.socket === null) return
  const isTooSlow = watchPace(response.socket, pace)
  const look = (): void => {
    if (isTooSlow()) response.destroy()
  }
  const timer = setInterval(look, lookEveryMs(pace))
  finished(response, () => clearInterval(timer))
}
