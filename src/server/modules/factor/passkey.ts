import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/**
 * Passkeys (WebAuthn) by `@simplewebauthn/server`, which is loaded at the first use: it costs a process 10 MB, and most
 * calls need none of it. A passkey belongs to the host name of the office's origin.
 */

const load = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256, as COSE numbers them: what browsers and keys have in common. */
const algorithms = [-8, -7, -257] as const

export type StoredPasskey = { id: string; publicKey: Uint8Array; counter: bigint; transports: readonly string[] }

/** What the browser needs to create a passkey or to use one, with the challenge to be stored. */
export type PasskeyOptions = { challenge: string; options: Record<string, unknown> }

/** Options to create a passkey for an operator; those they have are excluded. */
export async function creationOptions(
  origin: string,
  operator: { login: string; name: string },
  known: readonly Pick<StoredPasskey, 'id' | 'transports'>[],
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await load()
  const options = await generateRegistrationOptions({
    rpName: 'Baize',
    rpID: hostOf(origin),
    userName: operator.login,
    userDisplayName: operator.name,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
    supportedAlgorithmIDs: [...algorithms],
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  return { challenge: options.challenge, options: { ...options } }
}

/** Options to use one of the operator's passkeys. */
export async function useOptions(
  origin: string,
  known: readonly Pick<StoredPasskey, 'id' | 'transports'>[],
): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await load()
  const options = await generateAuthenticationOptions({
    rpID: hostOf(origin),
    allowCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
    userVerification: 'preferred',
  })
  return { challenge: options.challenge, options: { ...options } }
}

/** The passkey that a browser has created; null when the answer is malformed, of another origin or challenge. */
export async function createdPasskey(
  origin: string,
  challenge: string,
  response: Record<string, unknown>,
): Promise<StoredPasskey | null> {
  const { verifyRegistrationResponse } = await load()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // The library checks the shape and throws where it is another one.
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      requireUserVerification: false,
      supportedAlgorithmIDs: [...algorithms],
    })
    if (!verified || registrationInfo === undefined) return null
    const { id, publicKey, counter, transports } = registrationInfo.credential
    return { id, publicKey, counter: BigInt(counter), transports: transports ?? [] }
  } catch {
    return null
  }
}

/** The passkey's new counter after a correct use; null when the answer does not prove the passkey. */
export async function usedPasskey(
  origin: string,
  challenge: string,
  response: Record<string, unknown>,
  known: StoredPasskey,
): Promise<bigint | null> {
  const { verifyAuthenticationResponse } = await load()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      requireUserVerification: false,
      credential: {
        id: known.id,
        publicKey: new Uint8Array(known.publicKey),
        counter: Number(known.counter),
        transports: [...known.transports],
      },
    })
    return verified ? BigInt(authenticationInfo.newCounter) : null
  } catch {
    return null
  }
}

function hostOf(origin: string): string {
  return new URL(origin).hostname
}
