import type { PlayAnswer, PlayBody } from '#contract/play-api.ts'
import type { PlayContext } from '#server/auth/context.ts'
import { lockWallet } from '#server/ledger/ledger.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import { sql } from 'kysely'
import { forgetSeed, putSeed, readSeed, seedInUse, shownFairness, walletSeed, type Committed } from './store.ts'

/** Sets the client seed. A seed pair that has drawn rounds never changes, so this begins a new pair. */
export async function setClientSeed(
  context: PlayContext,
  body: PlayBody<'set-client-seed'>,
): Promise<PlayAnswer<'set-client-seed'>> {
  const rotated = await rotate(context, body.clientSeed)
  if (rotated === null) return { status: 'open-round' }
  return { status: 'success', fairness: shownFairness(rotated.next) }
}

/** Reveals the seed in use and commits to a new one with the same client seed. */
export async function rotateSeed(context: PlayContext): Promise<PlayAnswer<'rotate-seed'>> {
  const rotated = await rotate(context, null)
  if (rotated === null) return { status: 'open-round' }
  const { before, next } = rotated
  return {
    status: 'success',
    revealed: { ...shownFairness(before), serverSeed: before.serverSeed.toString('hex') },
    fairness: shownFairness(next),
  }
}

async function rotate(
  { deps, caller }: PlayContext,
  clientSeed: string | null,
): Promise<{ before: Committed & { serverSeed: Buffer }; next: Committed } | null> {
  const { memberId } = caller
  await seedInUse(deps, memberId)
  const before = await deps.db.transaction().execute(async (tx) => {
    await lockWallet(tx, memberId)
    // A round that is being shown counts as open: its seed stays secret until the member has seen it.
    const showing = await sql<{ open: boolean }>`
      SELECT EXISTS (SELECT 1 FROM round r JOIN wallet w USING (member_id) WHERE r.member_id = ${memberId}
        AND r.nonce = w.nonce - 1 AND r.seed_id = w.seed_id AND r.at > now() - interval '60 seconds'
        AND r.shown < json_array_length(r.events::json)) AS open`.execute(tx)
    if (showing.rows[0]?.open) return null
    const current = await walletSeed(tx, memberId)
    const old = await tx
      .updateTable('member_seed')
      // Revealed under the wallet's lock: every round of this seed was posted before. `greatest`, because after a clock
      // was set back the last round must not appear later than the revelation of its seed.
      .set({
        revealed_at: sql`greatest(clock_timestamp(), (SELECT last_spin_at FROM wallet WHERE member_id = ${memberId}))`,
      })
      .where('id', '=', current.seed_id)
      .returning(['server_seed_sealed', 'key_id', 'server_seed_hash', 'client_seed'])
      .executeTakeFirstOrThrow()
    await putSeed(deps, tx, memberId, clientSeed ?? old.client_seed)
    return {
      serverSeed: createEncryption(deps.config).decrypt(old.key_id, old.server_seed_sealed),
      serverSeedHash: old.server_seed_hash,
      clientSeed: old.client_seed,
      nonce: current.nonce,
    }
  })
  if (before === null) return null
  forgetSeed(deps, memberId)
  // Bypasses the cache, because a call that began before the rotation may still store the old seed there.
  const next = await readSeed(deps, memberId)
  if (!next) throw new Error('no seed after a rotation')
  return { before, next }
}
