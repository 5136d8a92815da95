import { scaledMs } from '#test/machine.ts'
import type { FaultApp, Operator, Player } from './fault-app.ts'
import { sleep } from './program.ts'

/** What an attacking operator does over HTTP: calls of the office, and of members of their own. */

export type Attack = {
  app: FaultApp
  operator: Operator
  players: Player[]
  draw: () => number
  figures: Record<string, number>
}

export type Shown = { id: string; type: string; amount: string }

export async function openRequests(attack: Attack, player: Player, type: string): Promise<Shown[]> {
  const { rows } = await attack.app.pool.query<{ login_id: string }>('SELECT login_id FROM member WHERE id = $1', [
    String(player.memberId),
  ])
  const answer = await callOffice(attack, 'get-requests', { type, search: rows[0]?.login_id })
  return (answer['requests'] as Shown[] | undefined) ?? []
}

export type Answer = { status: string } & Readonly<Record<string, unknown>>

export function callMember({ app }: Attack, player: Player, path: string, body: object): Promise<Answer> {
  return post(`http://127.0.0.1:${app.port}/api/${path}`, body, {
    authorization: `Bearer ${player.token}`,
    'x-play-session': player.playSessionId,
  })
}

export function callOffice({ app, operator }: Attack, name: string, body: object): Promise<Answer> {
  const office = `http://127.0.0.1:${app.officePort}`
  return post(`${office}/api/office/${name}`, body, { cookie: `office=${operator.token}`, origin: office })
}

/** Retries 503 and 429, which have no effect; any other status than 200 is a fault. */
async function post(url: string, body: object, headers: Record<string, string>): Promise<Answer> {
  const until = performance.now() + scaledMs(60_000)
  while (performance.now() < until) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(scaledMs(30_000)),
    })
    const answer = (await response.json()) as Answer
    if (response.status === 200) return answer
    if (response.status !== 503 && response.status !== 429)
      throw new Error(`${url} answered ${response.status} ${JSON.stringify(answer)}`)
    await sleep(50)
  }
  throw new Error(`${url} was not answered within a minute`)
}
