import { changeAnswer, type Scene } from './scene.ts'

/** The queue of the office with a withdrawal whose member owes amounts of two voided rounds. */

type Row = Record<string, unknown>

const owed = [
  { round: '0197cccc-0000-7000-8000-000000000001', amount: '42000' },
  { round: '0197cccc-0000-7000-8000-000000000002', amount: '128500' },
]
const owing = (request: Row): Row => (request['type'] === 'withdraw' ? { ...request, owed } : request)
const withOne = (answer: Row): Row =>
  answer['request'] === undefined ? {} : { request: owing(answer['request'] as Row) }

export async function withOwed(scene: Scene): Promise<void> {
  await changeAnswer('get-requests', (answer) => ({ requests: (answer['requests'] as Row[]).map(owing) }))(scene)
  for (const call of ['get-request', 'claim-request']) await changeAnswer(call, withOne)(scene)
}
