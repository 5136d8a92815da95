import type { MemberHandlers } from '#server/auth/context.ts'
import { readFairness } from './store.ts'

/** The public state of the books. */
export const fairnessMemberHandlers = {
  'get-fairness': async ({ deps, brand }) => ({ status: 'success', ...(await readFairness(deps.db, brand)) }),
} satisfies Partial<MemberHandlers>
