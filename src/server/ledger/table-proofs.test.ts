import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseSecret, type AppSecret } from '#server/config.ts'
import { createCheckScope, runCheck } from '#server/ledger/books.ts'
import { tableProofs } from '#server/ledger/checks/table-proofs.ts'
import { sealAll } from '#server/ledger/sealer.ts'
import { createSealKeys } from '#server/ledger/seals.ts'
import { createTableProofKeys, placementsDigest, type TableProof } from '#server/ledger/table-proofs.ts'
import { scaledMs } from '#test/machine.ts'
import { createTableApp, type TableApp } from '#test/table-app.ts'
import { testSecret, testSecretText } from '#test/test-secret.ts'

/** Keys of proofs of shared rounds, and rounds from before they were signed. */

let app: TableApp
beforeAll(async () => {
  app = await createTableApp()
})
afterAll(() => app.close())

const secretOf = (text: string): AppSecret => {
  const secret = parseSecret(text)
  if (secret === null) throw new Error('not a secret')
  return secret
}
const newKey = `new:${Buffer.alloc(32, 9).toString('base64')}`
const rotated = secretOf(`${newKey},${testSecretText}`)
const onlyNew = secretOf(newKey)
const lost = secretOf(`${newKey},test:lost`)

/** The rounds that the check names with these keys, or why it did not run. */
async function judge(secret: AppSecret): Promise<string[] | { notRun: string }> {
  const client = await app.ownerPool.connect()
  await client.query('BEGIN')
  try {
    const found = await runCheck(
      tableProofs,
      createCheckScope(client, { secret, endsAt: performance.now() + scaledMs(60_000) }),
    )
    return 'notRun' in found ? found : found.map(({ subject }) => subject)
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

test('a proof is of its installation’s key and of each field, and an opening is no proof', () => {
  const opening = {
    tableId: 1,
    number: 2,
    roundId: randomUUID(),
    chainId: 3,
    link: 4,
    place: 5,
    openedAt: '2026-11-21T01:02:03.000004Z',
    closesAt: '2026-11-21T01:02:23.000004Z',
  }
  const proof: TableProof = {
    ...opening,
    kind: 'void',
    seriesId: 6n,
    closedAt: null,
    at: '2026-11-21T01:02:24.000004Z',
    outcome: null,
    bets: placementsDigest([]),
  }
  const keys = createTableProofKeys(testSecret)
  const mac = keys.sign(proof)
  expect(keys.verifies(proof, mac)).toBe(true)
  expect(createTableProofKeys(rotated).verifies(proof, mac)).toBe(true)
  expect(createTableProofKeys(onlyNew).verifies(proof, mac)).toBe(false)
  expect(keys.verifies(opening, mac)).toBe(false)
  expect(keys.verifies(proof, keys.sign(opening))).toBe(false)
  const placement = { memberId: 1n, key: randomUUID(), spots: 'banker:10000', isUndone: false }
  const others: Partial<TableProof>[] = [
    { tableId: 9 },
    { number: 9 },
    { roundId: randomUUID() },
    { chainId: 9 },
    { link: 9 },
    { place: 9 },
    { openedAt: proof.closesAt },
    { closesAt: proof.at },
    { kind: 'dealt' },
    { seriesId: 9n },
    { closedAt: proof.at },
    { at: proof.closesAt },
    { outcome: { pocket: 7 } as never },
    { bets: placementsDigest([placement]) },
    { bets: placementsDigest([{ ...placement, isUndone: true }]) },
  ]
  for (const other of others) expect(keys.verifies({ ...proof, ...other }, mac)).toBe(false)
  expect(placementsDigest([placement]).equals(placementsDigest([{ ...placement, spots: 'banker:20000' }]))).toBe(false)
})

test('rounds from before they were signed end as they would, and the next one is signed', async () => {
  const player = await app.sit()
  const fromBefore = async (state: string): Promise<string> => {
    const { id, number } = await app.dealUntil('open')
    await player.bet({ banker: 1_000 })
    await app.endBetting()
    if (state !== 'open') await app.dealUntil(state)
    await app.asSuper(`UPDATE table_round SET opening = NULL, ending = NULL WHERE id = '${id}';
      DELETE FROM table_proof WHERE round_id = '${id}'; DELETE FROM series_proof WHERE table_id = ${app.tableId}`)
    // Its series is from before series were signed, too: a row that the owner's transaction records.
    await app.deps.ownerDb.transaction().execute((tx) =>
      sql`INSERT INTO series_unproven SELECT table_id, max(id), ${number} FROM table_series WHERE table_id = ${app.tableId}::smallint
        GROUP BY table_id ON CONFLICT (table_id) DO UPDATE SET last_round = excluded.last_round`.execute(tx),
    )
    await app.asSuper(`INSERT INTO table_unproven VALUES (${app.tableId}, ${number})
      ON CONFLICT (table_id) DO UPDATE SET last_number = excluded.last_number`)
    app.deps.moneyOut = { heldSince: null, suspected: null }
    return id
  }
  for (const state of ['dealt', 'closed']) {
    const id = await fromBefore(state)
    expect(await app.dealUntil('settled')).toMatchObject({ id })
  }
  const open = await fromBefore('open')
  expect((await player.bet({ banker: 1_000 }, { roundId: open })).body.status).toBe('late')
  const next = app.addDealer()
  await app.asSuper(`UPDATE table_state SET dealer_until = clock_timestamp()`)
  expect(await app.dealUntil('void', next)).toMatchObject({ id: open })
  await next.release()
  expect(await judge(testSecret)).toEqual([])
  const { id } = await app.playOut()
  await app.asSuper(
    `CREATE TABLE kept AS SELECT * FROM table_proof WHERE round_id = '${id}'; DELETE FROM table_proof WHERE round_id = '${id}'`,
  )
  // Its opening was signed, its end has no proof.
  expect(await judge(testSecret)).toEqual([id])
  await app.asSuper(`INSERT INTO table_proof SELECT * FROM kept`)
  expect(await judge(testSecret)).toEqual([])
  expect((await player.wallet()).in_play).toBe(0n)
  expect(app.errors).toEqual([])
})

test('what a lost key proved is excused where it was sealed before a known key, and nothing after it', async () => {
  await sealAll(app.db, createSealKeys(testSecret))
  expect(await judge(rotated)).toEqual([])
  expect(await judge(onlyNew)).not.toEqual([])
  expect(await judge(lost)).toEqual({
    notRun: expect.stringMatching(/^\d+ proofs of rounds were sealed up to the loss/),
  })
  const { id } = await app.playOut()
  expect(await judge(lost)).toEqual([id])
  await sealAll(app.db, createSealKeys(rotated))
  expect(await judge(lost)).toEqual([id])
})
