import { factorKinds } from '#domain/factor.ts'
import { z } from 'zod'
import { factorNeeded, factorNeeds, officeRoute, operatorRoles } from './route.ts'
import { count, emptyBody, id, idBody, moment, nothing, someLine, text, throttled } from './wire.ts'

/**
 * An operator's own second factors: codes of an authenticator app (TOTP), passkeys and recovery codes. The calls work
 * before the factor is proven, unless their row names a level; what each needs besides is said in its summary.
 */

const factor = z.object({
  id,
  kind: z.enum(factorKinds),
  name: z.string(),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
})
export type OfficeFactor = z.output<typeof factor>

const code = text(40)
const name = someLine(60)
const forAct = z
  .boolean()
  .optional()
  .meta({ description: 'The proof is asked for one act of its own; without effect at sign-in.' })

/** Options and answers of the browser’s passkey functions (WebAuthn), as JSON. */
const options = z.record(z.string(), z.unknown()).meta({ description: 'Options of WebAuthn in its JSON form.' })
const response = z
  .record(z.string(), z.unknown())
  .meta({ description: 'The browser’s answer in the JSON form of WebAuthn.' })

const recoveryCodes = z.array(z.string()).meta({ description: 'Shown once; only their hashes are stored.' })
const enrolled = {
  success: z.object({
    recoveryCodes: recoveryCodes
      .nullable()
      .meta({ description: 'With the first factor; null: the operator has codes.' }),
  }),
  /** The code or the browser's answer is wrong, or the enrolment was begun anew. */
  fail: nothing,
  throttled,
}

const needsRight = 'Needs a proof of its own, unless the operator must enrol.'

export const factorOfficeRoutes = {
  'get-factors': officeRoute({
    access: operatorRoles,
    summary: 'The operator’s own second factors, and what this session still needs.',
    factor: 'none',
    reads: true,
    body: emptyBody,
    answers: {
      success: z.object({
        login: z.string(),
        needs: z.enum(factorNeeds).nullable().meta({ description: 'What every call needs first; null: nothing.' }),
        withoutFactor: z.boolean(),
        factors: z.array(factor),
        recoveryCodesLeft: count,
      }),
    },
  }),
  'prove-totp': officeRoute({
    access: operatorRoles,
    summary:
      'Prove the second factor with a code of the authenticator app: for 10 minutes, and with `forAct` for one act of its own. `used`: this code was accepted before.',
    factor: 'none',
    body: z.strictObject({ code, forAct }),
    answers: { success: nothing, fail: nothing, used: nothing, throttled },
  }),
  'begin-passkey-proof': officeRoute({
    access: operatorRoles,
    summary: 'The challenge for a proof by passkey, good once and for 5 minutes. `none`: the operator has no passkey.',
    factor: 'none',
    body: emptyBody,
    answers: { success: z.object({ options }), none: nothing },
  }),
  'prove-passkey': officeRoute({
    access: operatorRoles,
    summary: 'Prove the second factor with a passkey: for 10 minutes, and with `forAct` for one act of its own.',
    factor: 'none',
    body: z.strictObject({ response, forAct }),
    answers: { success: nothing, fail: nothing, throttled },
  }),
  'prove-recovery-code': officeRoute({
    access: operatorRoles,
    summary: 'At sign-in, use a recovery code in place of the factor; the session then needs a new enrolment.',
    factor: 'none',
    body: z.strictObject({ code }),
    answers: { success: z.object({ left: count }), fail: nothing, throttled },
  }),
  'begin-totp': officeRoute({
    access: operatorRoles,
    summary: `Begin to enrol an authenticator app: its secret, shown once. ${needsRight}`,
    factor: 'none',
    body: emptyBody,
    answers: {
      success: z.object({
        secret: z.string().meta({ description: 'Base32.' }),
        uri: z.string().meta({ description: 'The otpauth address that the app reads as a QR code.' }),
      }),
      factor: factorNeeded,
    },
  }),
  'enrol-totp': officeRoute({
    access: operatorRoles,
    summary: `Finish the enrolment of an authenticator app with its first code. ${needsRight}`,
    factor: 'none',
    body: z.strictObject({ name, code }),
    answers: { ...enrolled, factor: factorNeeded },
  }),
  'begin-passkey': officeRoute({
    access: operatorRoles,
    summary: `Begin to enrol a passkey. ${needsRight}`,
    factor: 'none',
    body: emptyBody,
    answers: { success: z.object({ options }), factor: factorNeeded },
  }),
  'enrol-passkey': officeRoute({
    access: operatorRoles,
    summary: `Finish the enrolment of a passkey. ${needsRight}`,
    factor: 'none',
    body: z.strictObject({ name, response }),
    answers: { ...enrolled, factor: factorNeeded },
  }),
  'renew-recovery-codes': officeRoute({
    access: operatorRoles,
    summary: `Ten new recovery codes in place of all earlier ones; they count once confirmed. Needs a proof of its own, unless none are confirmed.`,
    factor: 'none',
    body: emptyBody,
    answers: { success: z.object({ recoveryCodes }), factor: factorNeeded },
  }),
  'confirm-recovery-codes': officeRoute({
    access: operatorRoles,
    summary: 'Confirm that the recovery codes are stored; without it the session stays limited.',
    factor: 'none',
    body: emptyBody,
    answers: { success: nothing, factor: factorNeeded },
  }),
  'remove-factor': officeRoute({
    access: operatorRoles,
    summary: 'Remove one of the operator’s own factors. `last`: it is the only one, so enrol another first.',
    factor: 'each',
    body: idBody,
    answers: { success: nothing, last: nothing, none: nothing },
  }),
}
