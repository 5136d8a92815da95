import { scaleByPpmFloor, type Amount } from '#domain/money.ts'
import type { LedgerEvent, OutcomeName } from '#server/ledger/events.ts'
import { askDigest } from '#server/ledger/events.ts'

/**
 * The ledger in memory, written for reading: what the statements in the database must agree with. One member after the
 * other, one event after the other, no sets and no locks.
 */
export type ModelWallet = { cash: Amount; held: Amount; inPlay: Amount; comp: Amount; turnoverDue: Amount; seq: bigint }
export type ModelOutcome = { outcome: OutcomeName; cash: Amount; held: Amount; inPlay: Amount; comp: Amount }

type Entry = {
  ask: bigint
  kind: string
  stake: Amount
  inPlay: Amount
  compEarned: Amount
  /** What the event took off the turnover due; negative where it added. */
  turnoverTaken: Amount
  after: Omit<ModelOutcome, 'outcome'>
}

export type LedgerModel = {
  wallets: Map<bigint, ModelWallet>
  /** What was staked and lost so far, rolled-back bets left out: everything happens in one month. */
  used: Map<bigint, Record<ModelLimit, Amount>>
  post(event: LedgerEvent): ModelOutcome
  /** Puts a limit in force, or takes it away (null). */
  limit(memberId: bigint, kind: ModelLimit, most: Amount | null): void
}
export type ModelLimit = 'wager' | 'loss'

/** `ratePpm` is the comp rate of every stake that names a game kind. */
export function createLedgerModel(memberIds: readonly bigint[], ratePpm: number): LedgerModel {
  const wallets = new Map<bigint, ModelWallet>(
    memberIds.map((id) => [id, { cash: 0n, held: 0n, inPlay: 0n, comp: 0n, turnoverDue: 0n, seq: 0n }]),
  )
  const entries = new Map<string, Entry>()
  const used = new Map<bigint, Record<ModelLimit, Amount>>(memberIds.map((id) => [id, { wager: 0n, loss: 0n }]))
  const limits = new Map<string, Amount>()

  function post(event: LedgerEvent): ModelOutcome {
    const wallet = wallets.get(event.memberId)
    if (!wallet) return { outcome: 'unknown_member', cash: 0n, held: 0n, inPlay: 0n, comp: 0n }
    const side = event.kind === 'rollback' ? 'rollback' : 'plain'
    const nameOf = (which: string): string => `${event.memberId}/${String(event.source)}/${which}/${event.key}`
    const known = entries.get(nameOf(side))
    if (known) {
      if (known.ask !== askDigest(event.ask)) return { outcome: 'conflict', ...shown(wallet) }
      return { outcome: 'replay', ...known.after }
    }
    if (event.kind === 'bet' && entries.has(nameOf('rollback'))) return { outcome: 'rolled_back', ...shown(wallet) }

    const stake = event.kind === 'rollback' ? 0n : (event.stake ?? 0n)
    let cash = event.cash ?? (event.pay ?? 0n) - stake
    let comp = event.comp ?? 0n
    let inPlay = event.inPlay ?? 0n
    let turnover = event.turnover ?? 0n
    let outcome: OutcomeName = 'done'
    if (event.kind === 'rollback') {
      const bet = entries.get(nameOf('plain'))
      if (bet && bet.kind !== 'bet') return { outcome: 'not_a_bet', ...shown(wallet) }
      cash = bet ? bet.stake : 0n
      comp = bet ? -smaller(bet.compEarned, wallet.comp) : 0n
      inPlay = bet ? -bet.inPlay : 0n
      turnover = bet ? bet.turnoverTaken : 0n
      if (!bet) outcome = 'tombstone'
    }
    const held = event.held ?? 0n
    const short =
      wallet.cash < stake ||
      wallet.cash + cash < 0n ||
      wallet.held + held < 0n ||
      wallet.inPlay + inPlay < 0n ||
      wallet.comp + comp < 0n
    if (short) return { outcome: 'short', ...shown(wallet) }
    const usage = used.get(event.memberId) ?? { wager: 0n, loss: 0n }
    const passed = (['wager', 'loss'] as const).some((kind) => {
      const most = limits.get(`${event.memberId}/${kind}`)
      return most !== undefined && usage[kind] + stake > most
    })
    if (event.kind === 'bet' && stake > 0n && passed) return { outcome: 'limit', ...shown(wallet) }
    const earned = event.gameKind && stake > 0n ? scaleByPpmFloor(stake, ratePpm) : 0n
    wallet.cash += cash
    wallet.held += held
    wallet.inPlay += inPlay
    wallet.comp += comp + earned
    const due = larger(0n, wallet.turnoverDue + turnover - stake)
    const turnoverTaken = wallet.turnoverDue - due
    wallet.turnoverDue = due
    wallet.seq += 1n
    // A rolled-back bet was never staked; what came back of it is in `cash`.
    if (event.kind === 'bet') usage.wager += stake
    if (event.kind === 'rollback') usage.wager -= cash
    if (event.kind === 'bet' || event.kind === 'win' || event.kind === 'rollback') usage.loss -= cash
    entries.set(nameOf(side), {
      ask: askDigest(event.ask),
      kind: event.kind,
      stake,
      inPlay,
      compEarned: comp + earned,
      turnoverTaken,
      after: shown(wallet),
    })
    return { outcome, ...shown(wallet) }
  }

  return {
    wallets,
    used,
    post,
    limit(memberId, kind, most) {
      if (most === null) limits.delete(`${memberId}/${kind}`)
      else limits.set(`${memberId}/${kind}`, most)
    },
  }
}

function shown(wallet: ModelWallet): Omit<ModelOutcome, 'outcome'> {
  return { cash: wallet.cash, held: wallet.held, inPlay: wallet.inPlay, comp: wallet.comp }
}

const smaller = (a: Amount, b: Amount): Amount => (a < b ? a : b)
const larger = (a: Amount, b: Amount): Amount => (a > b ? a : b)
