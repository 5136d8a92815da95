import type { Maintenance } from '#contract/maintenance.ts'
import { call } from '#web/shared/api.ts'
import { createStore } from '#web/shared/store.ts'

/** The current maintenance; `unknown`: not loaded yet, use the value rendered with the page. */
export const maintenance = createStore<Maintenance | null | 'unknown'>('unknown')

/** Loads the maintenance state; on an error the last one is kept. */
export async function refreshMaintenance(): Promise<void> {
  const answer = await call('get-maintenance', {}, { quiet: true }).catch(() => null)
  if (answer === null) return
  // Equal responses must not notify subscribers.
  if (JSON.stringify(answer.maintenance) !== JSON.stringify(maintenance.get())) maintenance.set(answer.maintenance)
}
