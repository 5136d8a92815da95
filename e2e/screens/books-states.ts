import { changeAnswer, type Scene } from './scene.ts'

/** Answers of the office that a clean program has not: faults of the books, a closed game. */

export type Row = Record<string, unknown>

export const hours = (count: number): string => new Date(Date.now() - count * 3_600_000).toISOString()

/** Faults stop payouts; a program whose books are clean has none to show. */
export async function withFaults(scene: Scene): Promise<void> {
  const ended = { outcome: 'faults', faultCount: 3 }
  await changeAnswer('me', () => ({ moneyOutStoppedSince: hours(2) }))(scene)
  await changeAnswer('get-books', (answer) => {
    const [first, ...rest] = answer['runs'] as Row[]
    const runs = [{ ...first, ...ended }, ...rest]
    return { stoppedSince: hours(2), last: runs[0], runs }
  })(scene)
  await changeAnswer('get-book-run', (answer) => ({
    run: { ...(answer['run'] as Row), ...ended },
    checks: (answer['checks'] as Row[]).map((check, index) => (index === 2 ? { ...check, faults: 3 } : check)),
    faults: [1, 2, 3].map((index) => ({
      check: (answer['checks'] as Row[])[2]?.['name'],
      subject: `member ${1_000 + index}`,
      detail: 'the wallet has 12845600, its last journal row 12545600',
    })),
  }))(scene)
}

/** A game that a void round closed. */
export async function withClosedGame(scene: Scene): Promise<void> {
  await changeAnswer('me', () => ({ closedGames: ['Slot'] }))(scene)
  const closing = {
    game: 'Slot',
    code: 'slot',
    mathHash: 'ab'.repeat(32),
    at: hours(2),
    isClosed: true,
    reason: 'wrong-result: pays 120, its total is 120, its events pay 60',
    member: '00000000-0000-7000-8000-0000000000aa',
    roundId: '00000000-0000-7000-8000-0000000000bb',
    nonce: '1724',
    pair: 3,
    stake: '1000',
    serverSeedHash: 'cd'.repeat(32),
    clientSeed: 'c74d9e0f3b21a688',
  }
  await changeAnswer('get-books', () => ({ closings: [closing] }))(scene)
}

/** Games with what they returned, one of them too far from its par sheet. */
export async function withReturns(scene: Scene): Promise<void> {
  const row = (code: string, game: string, rounds: number, returned: string, deviations: string): Row => ({
    code,
    game,
    rounds,
    expected: '96.10',
    returned,
    deviations,
    isOff: Number(deviations) > 4,
  })
  const returns = [
    row('first', '황금 호랑이', 1_284_302, '96.04', '-0.3'),
    row('second', '연꽃 폭포', 48_211, '112.90', '5.1'),
  ]
  await changeAnswer('get-books', () => ({ returns }))(scene)
}
