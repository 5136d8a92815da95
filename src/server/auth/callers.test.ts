import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testSecret } from '#test/test-secret.ts'
import { createWorld, type World } from '#test/world.ts'
import { activityRecorded } from './activity.ts'
import { createPlayerHints, findMember, findOperator, findPlayer } from './callers.ts'
import { newSessionToken, readSessionToken, type ReadToken } from './session-token.ts'

let world: World
let brandId: number
let gameVersionId: number

beforeAll(async () => {
  world = await createWorld()
  brandId = await one(`INSERT INTO brand (code, name) VALUES ('first', 'First') RETURNING id`)
  await world.ownerPool.query(`
    INSERT INTO company (code, kind, names, image) VALUES ('own', 'slot', '{}', 'x');
    INSERT INTO game (code, company_code, kind, names, image) VALUES ('tiger', 'own', 'slot', '{}', 'x')`)
  gameVersionId = await one(
    `INSERT INTO game_version (game_code, math_hash, most_units, units_per_stake) VALUES ('tiger', 'abc', 1, 1) RETURNING id`,
  )
})
afterAll(() => world.close())

async function one<Value>(text: string, values: unknown[] = []): Promise<Value> {
  const { rows } = await world.ownerPool.query<Record<string, Value>>(text, values)
  const [value] = Object.values(rows[0] ?? {})
  if (value === undefined) throw new Error('The statement returned no row.')
  return value
}

type Signed = { memberId: bigint; sessionId: bigint; token: ReadToken }

async function signedIn(status = 'active', excluded: string | null = null): Promise<Signed> {
  const name = randomUUID()
  const memberId = await one<bigint>(
    `INSERT INTO member (public_id, brand_id, login_id, login_id_key, nick, nick_key, password_hash, pin_hash, status,
                         reference_code, excluded_until)
     VALUES ($1::uuid, $2, $1::text, $1::text, $1::text, $1::text, 'x', 'x', $3, $1::text, $4::timestamptz) RETURNING id`,
    [name, brandId, status, excluded],
  )
  const { hash, ...token } = newMemberToken(memberId)
  const sessionId = await one<bigint>(
    `INSERT INTO member_session (token_hash, member_id) VALUES ($1, $2) RETURNING id`,
    [hash, memberId],
  )
  return { memberId, sessionId, token: { hash, ...token } }
}

function newMemberToken(memberId: bigint): ReadToken {
  const made = newSessionToken(testSecret, { of: 'member', holder: memberId, endsAt: inNineHours() })
  const read = readSessionToken(testSecret, 'member', made.token)
  if (read === null) throw new Error('the token was not read')
  return read
}

function inNineHours(): Date {
  return new Date(Date.now() + 9 * 60 * 60_000)
}

function alter(signed: Signed, change: string): Promise<unknown> {
  return world.ownerPool.query(`UPDATE member_session SET ${change} WHERE id = $1`, [signed.sessionId])
}

describe('the member of a token', () => {
  it('is found, as a bigint, while the session lives', async () => {
    const signed = await signedIn()
    const caller = await findMember(world.pool, signed.token, brandId, true)
    expect(caller).toMatchObject({ memberId: signed.memberId, sessionId: signed.sessionId, restricted: null })
    expect(typeof caller?.memberId).toBe('bigint')
  })

  it.each([
    ['ended by hand', 'ended_at = now()'],
    ['past its absolute end', `ends_at = now() - interval '1 ms'`],
    ['idle for 30 min', `last_act_at = now() - interval '30 minutes 1 second'`],
  ])('is null when the session is %s', async (_name, change) => {
    const signed = await signedIn()
    await alter(signed, change)
    expect(await findMember(world.pool, signed.token, brandId, true)).toBeNull()
  })

  it('is null for an unknown token, another brand, and members who may not sign in', async () => {
    const signed = await signedIn()
    expect(await findMember(world.pool, newMemberToken(signed.memberId), brandId, true)).toBeNull()
    expect(await findMember(world.pool, signed.token, brandId + 1, true)).toBeNull()
    for (const status of ['pending', 'rejected']) {
      const member = await signedIn(status)
      expect(await findMember(world.pool, member.token, brandId, true)).toBeNull()
    }
  })

  it('has the restriction and its end', async () => {
    const restrictedOf = async (signed: Signed): Promise<unknown> =>
      (await findMember(world.pool, signed.token, brandId, true))?.restricted
    expect(await restrictedOf(await signedIn('blocked'))).toEqual({ why: 'blocked', until: null })
    expect(await restrictedOf(await signedIn('active', 'infinity'))).toEqual({ why: 'excluded', until: null })
    expect(await restrictedOf(await signedIn('active', '2999-01-01T00:00:00Z'))).toEqual({
      why: 'excluded',
      until: new Date('2999-01-01T00:00:00Z'),
    })
    expect(await restrictedOf(await signedIn('active', '2001-01-01T00:00:00Z'))).toBeNull()
  })

  it('extends the session by acts and not by polls', async () => {
    const signed = await signedIn()
    await alter(signed, `last_act_at = now() - interval '10 minutes'`)
    const idleSeconds = (): Promise<number> =>
      one('SELECT extract(epoch FROM now() - last_act_at)::float8 FROM member_session WHERE id = $1', [
        signed.sessionId,
      ])
    await findMember(world.pool, signed.token, brandId, false)
    expect(await idleSeconds()).toBeGreaterThan(500)
    await findMember(world.pool, signed.token, brandId, true)
    await activityRecorded(world.pool)
    expect(await idleSeconds()).toBeLessThan(60)
  })

  it('waits for nothing that holds the session', async () => {
    const signed = await signedIn()
    await alter(signed, `last_act_at = now() - interval '10 minutes'`)
    const holder = await world.ownerPool.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM member_session WHERE id = $1 FOR UPDATE', [signed.sessionId])
      expect(await findMember(world.pool, signed.token, brandId, true)).not.toBeNull()
      await activityRecorded(world.pool)
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
  })
})

describe('the player of a token and a window', () => {
  async function windowOf(signed: Signed, opened = 'now()'): Promise<string> {
    const playSessionId = randomUUID()
    await world.ownerPool.query(
      `INSERT INTO play_session (id, member_id, session_id, game_version_id, launch_hash, opened_at)
       VALUES ($1, $2, $3, $4, $5, ${opened})`,
      [playSessionId, signed.memberId, signed.sessionId, gameVersionId, randomBytes(32)],
    )
    return playSessionId
  }

  it('needs both to belong to one session', async () => {
    const [anna, berta] = [await signedIn(), await signedIn()]
    const annas = await windowOf(anna)
    const player = await findPlayer(world.pool, anna.token, brandId, annas)
    const play = { playSessionId: annas, gameCode: 'tiger', gameVersionId, mathHash: 'abc' }
    expect(player?.play).toEqual({ ...play, isEnded: false })
    expect(player?.caller.memberId).toBe(anna.memberId)
    expect(await findPlayer(world.pool, berta.token, brandId, annas)).toBeNull()
    expect(await findPlayer(world.pool, anna.token, brandId, randomUUID())).toBeNull()
    expect(await findPlayer(world.pool, anna.token, brandId, await windowOf(anna, 'NULL'))).toBeNull()
    await world.ownerPool.query('UPDATE play_session SET ended_at = now() WHERE id = $1', [annas])
    expect((await findPlayer(world.pool, anna.token, brandId, annas))?.play).toEqual({ ...play, isEnded: true })
  })

  it('is cached until forgotten', async () => {
    const anna = await signedIn()
    const window = await windowOf(anna)
    const hints = createPlayerHints(world.pool)
    expect((await hints.find(anna.token, brandId, window))?.caller.memberId).toBe(anna.memberId)
    await alter(anna, 'ended_at = now()')
    expect(await hints.find(anna.token, brandId, window)).not.toBeNull()
    hints.forget(anna.token, brandId, window)
    expect(await hints.find(anna.token, brandId, window)).toBeNull()
  })
})

describe('the operator of a token', () => {
  const addOperator = (login: string): Promise<bigint> =>
    one<bigint>(
      `INSERT INTO operator (public_id, login, name, password_hash, roles) VALUES ($1, $2, 'Cash', 'x', '{cashier,auditor}') RETURNING id`,
      [randomUUID(), login],
    )
  const tokenOf = (operatorId: bigint, secret = testSecret): { token: string; hash: Buffer } =>
    newSessionToken(secret, { of: 'operator', holder: operatorId, endsAt: inNineHours() })
  const open = (hash: Buffer, operatorId: bigint): Promise<unknown> =>
    world.ownerPool.query(
      `INSERT INTO operator_session (token_hash, operator_id, ends_at) VALUES ($1, $2, now() + interval '8 hours')`,
      [hash, operatorId],
    )
  const find = (token: string, secret = testSecret): ReturnType<typeof findOperator> =>
    findOperator(world.pool, secret, token, { isAct: true, allFactors: false })

  it('is found while the session lives and the operator is active', async () => {
    const operatorId = await addOperator('cash')
    const { token, hash } = tokenOf(operatorId)
    await open(hash, operatorId)
    const found = await find(token)
    expect(found).toMatchObject({ operatorId, login: 'cash', roles: ['cashier', 'auditor'], brandIds: null })
    expect(await find(tokenOf(operatorId).token)).toBeNull()
    await world.ownerPool.query(`UPDATE operator_session SET last_act_at = now() - interval '31 minutes'`)
    expect(await find(token)).toBeNull()
    await world.ownerPool.query(`UPDATE operator_session SET last_act_at = now()`)
    await world.ownerPool.query(`UPDATE operator SET active = false WHERE id = $1`, [operatorId])
    expect(await find(token)).toBeNull()
  })

  it('is found after a change of keys, and not by a key that is gone', async () => {
    const operatorId = await addOperator('keys')
    const older = { keyId: 'older', keys: new Map([['older', Buffer.alloc(32, 1)]]) }
    const { token, hash } = tokenOf(operatorId, older)
    await open(hash, operatorId)
    expect(await find(token)).toBeNull()
    const both = { keyId: 'test', keys: new Map([...older.keys, ...testSecret.keys]) }
    expect(await find(token, both)).toMatchObject({ operatorId })
  })
})
