import { signInAttempts } from '#domain/member.ts'
import { userIdKey } from '#domain/member-name.ts'
import { makeMember, type MadeMember } from '#server/seed/builders.ts'
import { summarizeTimes } from './database-kill.ts'
import { openFaultApp, type FaultApp } from './fault-app.ts'
import { sleep, type FaultProgram } from './program.ts'
import { scaledMs } from '#test/machine.ts'

const sizes = { full: { owners: 100, networks: 50 }, short: { owners: 5, networks: 10 } } as const

/** An owner who follows every answer has to wait a minute once, and a queue of strangers each time. */
const patienceMs = 15 * 60_000

/**
 * An owner's network has called less than the attack's, so only the other owners go ahead: a hundred who sign in at the
 * same moment, and again after the same wait, find a place at the tenth retry.
 */
const mostBusyAnswers = 10

type SignIn = { code: number; status: string; retryAfterSeconds: number }

/** Guesses at the passwords of many members from many networks, while their owners sign in from new devices. */
export const signInAttack: FaultProgram = {
  description: 'Strangers guess passwords from 50 networks: the owners sign in from new devices, and no guess is free.',
  async run({ size, log, on }) {
    const { owners: count, networks } = sizes[size]
    const app = await openFaultApp({ players: 0, on, env: { TRUST_PROXY: '1', LOG_LEVEL: 'fatal' } })
    const faults: string[] = []
    const took: number[] = []
    let mostBusy = 0
    const guesses = { judged: 0, waiting: 0, busy: 0 }
    let isOver = false
    try {
      const owners = await Promise.all(Array.from({ length: count }, () => makeMember(app.site, app.brand)))
      await beginAttack(app, owners)
      await app.start()
      const attack = Array.from({ length: networks }, async (_, network) => {
        for (let turn = network; !isOver; turn += 1) {
          const { loginId } = owners[turn % owners.length] ?? { loginId: '' }
          const answer = await signIn(app, `10.${network}.0.1`, loginId, `guess-${turn}`)
          if (answer.status === 'success') faults.push(`a guess at ${loginId} was right`)
          if (answer.code === 429) guesses.busy += 1
          else if (answer.status === 'throttled') guesses.waiting += 1
          else guesses.judged += 1
          await sleep(answer.code === 429 ? 500 : 20)
        }
      })
      await Promise.all(
        owners.map(async (owner, index) => {
          const from = performance.now()
          const { outcome, busy } = await signInPatiently(app, `192.168.${index}.9`, owner)
          took.push(performance.now() - from)
          mostBusy = Math.max(mostBusy, busy)
          if (busy > mostBusyAnswers) faults.push(`the owner of ${owner.loginId} found no place ${busy} times`)
          if (outcome !== 'success') faults.push(`the owner of ${owner.loginId} did not get in: ${outcome}`)
          else if (took.length % 10 === 0) log(`${took.length} owners are in, ${summarizeTimes(took)}`)
        }),
      )
      isOver = true
      await Promise.all(attack)
      if (guesses.judged === 0) faults.push('no guess was judged: there was no attack')
      const most = owners.length * networks
      if (guesses.judged > most * signInAttempts.network.most) faults.push(`${guesses.judged} guesses were judged`)
      return { figures: { owners: took.length, took: summarizeTimes(took), mostBusy, ...guesses }, faults }
    } finally {
      isOver = true
      await app.close()
    }
  },
}

/** The guesses of the hours before: every id has used up its attempts of the day from other networks. */
async function beginAttack(app: FaultApp, owners: readonly MadeMember[]): Promise<void> {
  const keys = owners.map(({ loginId }) => `${app.brand.id} ${userIdKey(loginId)}`)
  await app.ownerPool.query(
    `INSERT INTO login_throttle (scope, key, failures) SELECT 'id', key, $2 FROM unnest($1::text[]) AS key`,
    [keys, signInAttempts.id.most],
  )
}

/** Signs in as an owner does: waits as long as each answer says. Returns the last status, and how often no place was free. */
async function signInPatiently(
  app: FaultApp,
  address: string,
  owner: MadeMember,
): Promise<{ outcome: string; busy: number }> {
  const until = performance.now() + scaledMs(patienceMs)
  for (let busy = 0; ;) {
    const answer = await signIn(app, address, owner.loginId, owner.password)
    if (answer.code === 429) busy += 1
    const mayRetry = answer.code === 429 || answer.status === 'throttled'
    if (!mayRetry || performance.now() > until) return { outcome: answer.status, busy }
    await sleep(answer.retryAfterSeconds * 1_000)
  }
}

async function signIn(app: FaultApp, address: string, id: string, pw: string): Promise<SignIn> {
  const response = await fetch(`http://localhost:${app.port}/api/routes/user-do-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ id, pw, token: true }),
  })
  const body = (await response.json()) as { status: string; retryAfter?: number }
  return { code: response.status, status: body.status, retryAfterSeconds: body.retryAfter ?? 1 }
}
