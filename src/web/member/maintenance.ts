import type { Maintenance } from '#contract/shapes.ts'
import { call } from '#web/shared/api.ts'
import { createStore } from '#web/shared/store.ts'

/** Whether the house works on itself, as far as the page knows; `unasked`: as the page was rendered. */
export const maintenance = createStore<Maintenance | null | 'unasked'>('unasked')

/** Asks the house; what cannot be asked now stays as it is. */
export async function refreshMaintenance(): Promise<void> {
  const answer = await call('get-maintenance', {}, { quiet: true }).catch(() => null)
  if (answer === null) return
  // Two answers that say the same are one to whoever listens.
  if (JSON.stringify(answer.maintenance) !== JSON.stringify(maintenance.get())) maintenance.set(answer.maintenance)
}
