import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** The browser's passkeys, by `@simplewebauthn/browser`, which is loaded when one is used. */

export type PasskeyOptions = Record<string, unknown>
type PasskeyResponse = Record<string, unknown>

const load = () => import('@simplewebauthn/browser')

/** Whether this page may use passkeys: they need a host name, and https except on localhost. */
export function hasPasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)
}

/** Creates a passkey; null when the operator or the browser refused. */
export async function createPasskey(options: PasskeyOptions): Promise<PasskeyResponse | null> {
  const { startRegistration } = await load()
  // The server's library made the options of these shapes.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return startRegistration({ optionsJSON }).then(asRecord, () => null)
}

/** Uses a passkey; null when the operator or the browser refused. */
export async function askPasskey(options: PasskeyOptions): Promise<PasskeyResponse | null> {
  const { startAuthentication } = await load()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return startAuthentication({ optionsJSON }).then(asRecord, () => null)
}

function asRecord(response: object): PasskeyResponse {
  return { ...response }
}
