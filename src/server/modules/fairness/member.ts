import type { MemberHandlers } from '#server/auth/context.ts'
import { readFairness } from './store.ts'

/** The public state of the books, and since when payments are paused: by the books, or by this process itself. */
export const fairnessMemberHandlers = {
  'get-fairness': async ({ deps, brand }) => {
    const state = await readFairness(deps.db, brand)
    const heldSince = deps.moneyOut.heldSince?.toISOString() ?? null
    return { status: 'success', ...state, moneyOutStoppedSince: state.moneyOutStoppedSince ?? heldSince }
  },
} satisfies Partial<MemberHandlers>
