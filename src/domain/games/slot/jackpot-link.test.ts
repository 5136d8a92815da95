import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { seededDraw } from '#domain/games/draw.ts'
import { featureOf, type Game } from '#domain/games/game.ts'
import { jackpotOf } from '#domain/games/round.ts'
import { wholeUnits } from '#domain/money.ts'
import { workshop } from '#domain/games/workshop.ts'
import { linkedSlot } from '#test/linked-slot.ts'
import { play } from './play.ts'

/** The draw of the jackpots changes nothing else of a round, whatever the stake. */

const linked: readonly Game[] = [...catalogue, ...workshop, linkedSlot]
  .map(({ game }) => game)
  .filter((game) => featureOf(game, 'jackpot-link'))

const seeds = 10_000
const hmac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest()
const serverSeed = Buffer.alloc(32, 7)

/** A round with its number of draws and the result of the last one. */
function played(game: Game, nonce: number, stake: number) {
  const draw = seededDraw(hmac, { serverSeed, clientSeed: 'link', gameCode: game.code, nonce: BigInt(nonce) })
  const draws: [below: number, result: number][] = []
  const counted = (below: number): number => {
    const result = draw(below)
    draws.push([below, result])
    return result
  }
  const { units, events } = play(game, counted, { stake: wholeUnits(stake) })
  const others = JSON.stringify(events.filter(({ type }) => type !== 'jackpotHit'))
  return {
    units,
    others,
    tier: jackpotOf(events),
    hits: events.filter(({ type }) => type === 'jackpotHit').length,
    draws,
  }
}

describe.each(linked.map((game) => ({ name: game.code, game })))('$name', ({ game }) => {
  test(`plays ${seeds} seeds alike at every stake but for the hit, which is the last draw`, () => {
    const link = featureOf(game, 'jackpot-link')
    if (!link) throw new Error('the machine is not linked')
    const stakes = game.stakes.toSorted((a, b) => a - b)
    const part = Math.floor(link.of / link.tiers.length)
    const others: number[] = []
    for (let nonce = 0; nonce < seeds; nonce += 1) {
      const rounds = stakes.map((stake) => played(game, nonce, stake))
      const [first] = rounds
      const [below, result] = first?.draws.at(-1) ?? []
      if (first === undefined || below !== link.of || result === undefined)
        throw new Error(`round ${nonce} draws no jackpot last`)
      const place = Math.floor(result / part)
      const tier = link.tiers[place]
      const alike = rounds.every(
        (round, index) =>
          round.units === first.units &&
          round.others === first.others &&
          round.draws.length === first.draws.length &&
          round.hits === Number(round.tier !== null) &&
          round.tier === (tier && result - place * part < (stakes[index] ?? 0) * tier.chance ? tier.tier : null),
      )
      if (!alike) others.push(nonce)
    }
    expect(others).toEqual([])
  })
})

test('every tier was hit by the machine that hits often', () => {
  const stake = Math.max(...linkedSlot.game.stakes)
  const tiers = Array.from({ length: 200 }, (_, nonce) => played(linkedSlot.game, nonce, stake).tier)
  expect([...new Set(tiers)].toSorted()).toEqual(['major', 'mega', 'minor', null])
})
