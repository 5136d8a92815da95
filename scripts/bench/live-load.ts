import { connect } from 'node:net'
import { forwardedFrom } from './http-load.ts'

/** A page's live socket (`/api/live`) at the byte level, so that ten thousand of them fit into one program. */
export type LiveSocket = { close: () => void }

const firstWordMs = 15_000
const closing = 8
const asking = 9
const text = 1

/**
 * Resolves with the socket at the first message (hello), or with the HTTP status of a refusal; `onEnd` is called once
 * when an open socket is closed. Rejects when the connection breaks before the hello.
 */
export function openLiveSocket(
  port: number,
  token: string,
  onEnd: () => void,
): Promise<LiveSocket | { refused: number }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => socket.write(handshake(port, token)))
    let received = Buffer.alloc(0)
    let isUpgraded = false
    let isHeard = false
    const timer = setTimeout(() => socket.destroy(), firstWordMs)
    const hear = (opcode: number): void => {
      if (opcode === asking) socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]))
      if (opcode === closing) socket.destroy()
      if (opcode !== text || isHeard) return
      isHeard = true
      clearTimeout(timer)
      resolve({ close: () => socket.destroy() })
    }
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      if (!isUpgraded) {
        const end = received.indexOf('\r\n\r\n')
        if (end === -1) return
        const code = Number(received.toString('latin1', 9, 12))
        if (code !== 101) {
          resolve({ refused: code })
          socket.destroy()
          return
        }
        isUpgraded = true
        received = received.subarray(end + 4)
      }
      for (let frame = readFrame(received); frame !== null; frame = readFrame(received)) {
        received = received.subarray(frame.bytes)
        hear(frame.opcode)
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      if (isHeard) onEnd()
      else reject(new Error('the connection ended before the hello'))
    })
  })
}

function handshake(port: number, token: string): string {
  return (
    `GET /api/live HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\n` +
    `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
    `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer ${token}\r\n${forwardedFrom(token)}\r\n`
  )
}

/** A frame of the server, which is never masked; null while it is incomplete. */
function readFrame(bytes: Buffer): { opcode: number; bytes: number } | null {
  if (bytes.length < 2) return null
  const short = (bytes[1] ?? 0) & 127
  const head = short === 126 ? 4 : 2
  if (bytes.length < head) return null
  const length = short === 126 ? bytes.readUInt16BE(2) : short
  return bytes.length < head + length ? null : { opcode: (bytes[0] ?? 0) & 15, bytes: head + length }
}
