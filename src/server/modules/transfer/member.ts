import { setTimeout as pause } from 'node:timers/promises'
import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import { amountToWire } from '#domain/money.ts'
import { nameIn } from '#domain/notice.ts'
import { isUnderway, mostTransferred, transferAnswer, type TransferDirection } from '#domain/transfer.ts'
import { crashPoint } from '#server/crash-point.ts'
import type { MemberContext, MemberHandlers } from '#server/auth/context.ts'
import { requestHash, type RequestParts } from '#server/ledger/events.ts'
import { moneyOutStoppedSince } from '#server/ledger/book-runs.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sendTransfer, type TransferStatus } from './carry.ts'
import type { TransferProvider } from './client.ts'
import { findProvider, findTransfer, listWallets, takeUpTransfer, type StoredTransfer } from './store.ts'
import { v7 as uuidv7 } from 'uuid'
import { auditMember } from '#server/modules/audit/store.ts'
import { readShownWallet } from '#server/modules/member/store.ts'
import { expectLessCash } from '#server/modules/slot/store.ts'
import { isUsedKey } from '#server/auth/request-key.ts'

/**
 * Money to and from a provider with a wallet of its own. In: the money is posted first, then the provider is called;
 * out: the other way round. Without an answer the member gets `unknown`, and the resolver obtains the outcome.
 */
export const transferMemberHandlers = {
  'user-transfer-in': (context, body) => transfer(context, body, 'in'),
  'user-withdraw': bringBack,
  'get-transfer-wallets': getWallets,
} satisfies Partial<MemberHandlers>

type TransferAnswer = MemberAnswer<'user-transfer-in'>
type TransferBody = MemberBody<'user-transfer-in'>

async function bringBack(context: MemberContext, body: TransferBody): Promise<MemberAnswer<'user-withdraw'>> {
  const answer = await transfer(context, body, 'out')
  if (answer.status === 'limit') throw new Error('a limit must not refuse a transfer back')
  return answer
}

const calls = { in: 'user-transfer-in', out: 'user-withdraw' } as const

async function transfer(
  context: MemberContext,
  body: TransferBody,
  direction: TransferDirection,
): Promise<TransferAnswer> {
  const { brand, caller, deps } = context
  const key = body.requestId
  const request: RequestParts = [calls[direction], body.company, body.balance ?? 'all']
  // A transfer and its key are written together: a used key belongs to a transfer or to another call.
  if (await isUsedKey(deps.db, caller.memberId, key)) return answerRepeated(context, key, request)
  const found = await findProvider(deps, brand.id, body.company)
  // Money at a provider may always return, even if the provider takes no new money.
  if (found === null || found.isHeld || (direction === 'in' && !found.takesMoney)) return { status: 'fail' }
  if (body.balance === 0n || (body.balance ?? 0n) > mostTransferred) return { status: 'balance' }

  const id = uuidv7()
  const taken = await takeUp(context, {
    id,
    key,
    request,
    direction,
    amount: body.balance ?? null,
    provider: found.provider,
  })
  switch (taken.outcome) {
    case 'asked':
      break
    case 'short':
      return { status: 'balance' }
    case 'limit':
      return { status: 'limit', remaining: amountToWire(taken.amount ?? 0n) }
    case 'known':
      return answerRepeated(context, key, request)
    default:
      // Another transfer with this provider is underway, or the member may not transfer: nothing was moved.
      return { status: taken.outcome === 'conflict' ? 'conflict' : 'fail' }
  }
  crashPoint('transfer.taken-up')
  expectLessCash(deps, caller.memberId)
  deps.events.publish({ kind: 'balance', memberId: caller.memberId })
  const status = await context.outsideTurn(() =>
    sendTransfer(deps, {
      id,
      memberId: caller.memberId,
      memberPublicId: caller.memberPublicId,
      direction,
      state: 'asked',
      amount: taken.amount,
      attempts: 0,
      askedAt: new Date(),
      provider: found.provider,
    }),
  )
  return answerOf(context, status)
}

type NewTransfer = {
  id: string
  key: string
  request: RequestParts
  direction: TransferDirection
  amount: bigint | null
  provider: TransferProvider
}

type TakenUp = Awaited<ReturnType<typeof takeUpTransfer>>

async function takeUp(context: MemberContext, transfer: NewTransfer): Promise<TakenUp> {
  const { memberId } = context.caller
  let refused: TakenUp | undefined
  const work = async (tx: Tx): Promise<TakenUp> => {
    if (transfer.direction === 'in' && (await moneyOutStoppedSince(tx, context.deps.moneyOut)) !== null) {
      // No new transfer is allowed now, but a key that took effect meanwhile gets its answer.
      const outcome = (await isUsedKey(tx, memberId, transfer.key)) ? 'known' : 'refused'
      return { outcome, id: null, state: null, amount: null, reason: null } as const
    }
    const taken = await takeUpTransfer(tx, { ...transfer, memberId })
    if (taken.outcome === 'asked') {
      await auditMember(tx, context, memberId, `cash.transfer-${transfer.direction}`, transfer.id, {
        company: transfer.provider.code,
        amount: taken.amount === null ? 'all' : amountToWire(taken.amount),
      })
    } else if (taken.outcome !== 'known') {
      refused = taken
      throw new Error('rolled back')
    }
    return taken
  }
  // A transfer that was refused leaves nothing, not even a record that it came and went.
  return context.deps.db
    .transaction()
    .execute(work)
    .catch((error: unknown) => {
      if (refused !== undefined) return refused
      throw error
    })
}

const pollMs = 100
const patienceMs = 8_000
/** The most repeated requests of one member that wait for an answer here; more are rejected as a flood. */
const mostWaiting = 16
const waiting = new Map<bigint, number>()

/** The answer to a repeated request. While the first one is still being executed, waits for it for a limited time. */
async function answerRepeated(context: MemberContext, key: string, request: RequestParts): Promise<TransferAnswer> {
  const find = (): Promise<StoredTransfer | null> => findTransfer(context.deps.db, context.caller.memberId, key)
  let transfer = await find()
  if (transfer === null || transfer.requestHash !== requestHash(request)) return { status: 'conflict' }
  const { memberId } = context.caller
  const others = waiting.get(memberId) ?? 0
  if (!isBeingCarried(transfer) || others >= mostWaiting) return answerOf(context, transfer)
  waiting.set(memberId, others + 1)
  try {
    for (let waitedMs = 0; isBeingCarried(transfer) && waitedMs < patienceMs; waitedMs += pollMs) {
      await context.outsideTurn(() => pause(pollMs))
      transfer = (await find()) ?? transfer
    }
  } finally {
    const left = (waiting.get(memberId) ?? 1) - 1
    if (left > 0) waiting.set(memberId, left)
    else waiting.delete(memberId)
  }
  return answerOf(context, transfer)
}

/** Whether a process is executing the transfer; `unknown` ones belong to the resolver, which may take long. */
function isBeingCarried({ state }: StoredTransfer): boolean {
  return isUnderway(state) && state !== 'unknown'
}

async function answerOf(context: MemberContext, { state, reason, amount }: TransferStatus): Promise<TransferAnswer> {
  const status = transferAnswer(state, reason)
  if (status !== 'success') return { status }
  const wallet = await readShownWallet(context.deps.db, context.caller.memberId)
  return { status, moved: amountToWire(amount ?? 0n), ...wallet }
}

async function getWallets(context: MemberContext): Promise<MemberAnswer<'get-transfer-wallets'>> {
  const { brand, caller, deps, locale } = context
  const wallets = await listWallets(deps.db, caller.memberId, brand.id)
  return {
    status: 'success',
    wallets: wallets.map(({ underway, ...wallet }) => ({
      company: wallet.code,
      name: nameIn(wallet.names, locale) || wallet.code,
      amount: amountToWire(wallet.amount),
      takesMoney: wallet.takesMoney,
      isHeld: wallet.isHeld,
      underway:
        underway === null
          ? null
          : {
              direction: underway.direction,
              amount: underway.amount === null ? null : amountToWire(underway.amount),
              since: underway.askedAt.toISOString(),
            },
    })),
  }
}
