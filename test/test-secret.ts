import type { AppSecret } from '#server/config.ts'

const key = Buffer.alloc(32, 7)

/** `APP_SECRET` of the tests. */
export const testSecretText = `test:${key.toString('base64')}`

/** The same, as the program reads it. */
export const testSecret: AppSecret = { keyId: 'test', keys: new Map([['test', key]]) }
