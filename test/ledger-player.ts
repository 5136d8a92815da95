import { randomUUID } from 'node:crypto'
import { wholeUnits, type Amount } from '#domain/money.ts'
import type { Ledger } from '#server/ledger/ledger.ts'
import type { SpinEvent } from '#server/ledger/events.ts'
import { seedInUse } from '#server/modules/slot/store.ts'
import { noHold } from '#server/ledger/book-runs.ts'
import { makeMember, makePlaySession, makeSession, type Site } from '#server/seed/builders.ts'
import { anySlot } from './any-slot.ts'
import type { TestApp } from './test-app.ts'

/** What a test decides of a spin; the pay is that of the units unless it says otherwise. */
export type PlayedSpin = Partial<SpinEvent> & { stake: Amount; units: number }

export type LedgerPlayer = { memberId: bigint; spin: (played: PlayedSpin) => SpinEvent }

/** The parts of an app that such a member needs. */
export type LedgerApp = Pick<TestApp, 'brand'> & { deps: Site & { ledger: Pick<Ledger, 'accountId'> } }

/** A member with a game window and this cash, whose spins a test makes as rows for the ledger, past the engine. */
export async function makeLedgerPlayer(app: LedgerApp, cash: number): Promise<LedgerPlayer> {
  const contraId = await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize')
  const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(cash) })
  const session = await makeSession(app.deps, member)
  const window = await makePlaySession(app.deps, member, session)
  const seed = await seedInUse({ ...app.deps, moneyOut: noHold() }, member.id)
  const version = await app.deps.db.selectFrom('play_session').select('game_version_id').where('id', '=', window.id)
  const { game_version_id: gameVersionId } = await version.executeTakeFirstOrThrow()
  return {
    memberId: member.id,
    spin: (played) => ({
      memberId: member.id,
      key: randomUUID(),
      request: ['spin', played.stake],
      pay: BigInt(Math.trunc(played.units)) * (played.stake / BigInt(anySlot.game.unitsPerStake)),
      contraId,
      roundId: randomUUID(),
      gameKind: 'slot',
      sessionId: session.id,
      playSessionId: window.id,
      gameVersionId,
      seedId: seed?.seedId ?? 0n,
      serverSeedHash: seed?.serverSeedHash ?? '',
      clientSeed: seed?.clientSeed ?? '',
      nonce: 0n,
      events: JSON.stringify([
        ...(played.jackpot ? [{ type: 'jackpotHit', tier: played.jackpot }] : []),
        { type: 'totalWin', pay: played.units },
      ]),
      jackpot: null,
      ...played,
    }),
  }
}
