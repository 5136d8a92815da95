import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A passkey in software: what a browser and its authenticator would answer (WebAuthn, ES256, attestation `none`). */
export type SoftwarePasskey = {
  id: string
  create: (options: unknown) => Record<string, unknown>
  /** `counter`: of this use; by default one more than of the last. */
  use: (options: unknown, counter?: number) => Record<string, unknown>
}

type Options = { challenge: string }

export function createSoftwarePasskey(origin: string): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  const hostHash = createHash('sha256').update(new URL(origin).hostname).digest()
  let uses = 0
  const clientData = (type: string, options: unknown): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge: (options as Options).challenge, origin, crossOrigin: false }))
  const head = (flags: number, counter: number): Buffer => {
    const bytes = Buffer.alloc(5)
    bytes.writeUInt8(flags)
    bytes.writeUInt32BE(counter, 1)
    return Buffer.concat([hostHash, bytes])
  }
  const answer = (response: Record<string, Buffer>): Record<string, unknown> => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')])),
  })
  return {
    id,
    create: (options) => {
      const cose = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.from([0, rawId.length])
      const data = Buffer.concat([head(0x41, 0), Buffer.alloc(16), length, rawId, cose])
      const attestationObject = cborMap([
        ['fmt', 'none'],
        ['attStmt', null],
        ['authData', data],
      ])
      return answer({ clientDataJSON: clientData('webauthn.create', options), attestationObject })
    },
    use: (options, counter) => {
      uses = counter ?? uses + 1
      const authenticatorData = head(0x01, uses)
      const clientDataJSON = clientData('webauthn.get', options)
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()])
      return answer({ authenticatorData, clientDataJSON, signature: sign('sha256', signed, privateKey) })
    },
  }
}

/** As much CBOR as the answers need: small integers, texts, bytes; `null` is an empty map. */
function cbor(value: number | string | Buffer | null): Buffer {
  if (value === null) return Buffer.from([0xa0])
  if (typeof value === 'number') return value < 0 ? Buffer.from([0x20 - 1 - value]) : Buffer.from([value])
  const [major, bytes] = typeof value === 'string' ? [0x60, Buffer.from(value)] : [0x40, value]
  const length = bytes.length < 24 ? [major + bytes.length] : [major + 24, bytes.length]
  return Buffer.concat([Buffer.from(length), bytes])
}

function cborMap(entries: readonly (readonly [number | string, number | string | Buffer | null])[]): Buffer {
  return Buffer.concat([Buffer.from([0xa0 + entries.length]), ...entries.flat().map(cbor)])
}
