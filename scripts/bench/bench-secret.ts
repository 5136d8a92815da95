import type { AppSecret } from '#server/config.ts'

const key = Buffer.alloc(32, 7)

/** `APP_SECRET` of the benches. */
export const benchSecretText = `bench:${key.toString('base64')}`

/** The same, as the program reads it. */
export const benchSecret: AppSecret = { keyId: 'bench', keys: new Map([['bench', key]]) }
