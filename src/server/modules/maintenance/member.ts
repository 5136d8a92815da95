import type { MemberAnswer } from '#contract/member-api.ts'
import { isMaintained } from '#domain/maintenance.ts'
import type { GuestContext, MemberHandlers } from '#server/auth/context.ts'

/** Whether the site is in maintenance, for everyone. */
export const maintenanceMemberHandlers = { 'get-maintenance': getMaintenance } satisfies Partial<MemberHandlers>

/** Answered from memory, because every page may call it at the same moment. */
async function getMaintenance({ brand }: GuestContext): Promise<MemberAnswer<'get-maintenance'>> {
  const { maintenance } = brand
  if (!isMaintained(maintenance, brand.databaseNow())) return { status: 'success', maintenance: null }
  return {
    status: 'success',
    maintenance: { until: maintenance.until?.toISOString() ?? null, texts: maintenance.texts },
  }
}
