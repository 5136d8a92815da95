import type { SeedPair } from '#contract/slot.ts'
import { loadChain, saveEvidence } from '#web/shared/seed-evidence.ts'
import type { PlayCall } from './calls.ts'
import type { SeedKeeper } from './seed-keeper.ts'

/** All pairs of the member, oldest first, by the calls of the window; null when a page cannot be loaded. */
export function loadOwnChain(call: PlayCall): Promise<SeedPair[] | null> {
  return loadChain(async (page) => {
    const end = await call('get-seeds', page)
    return end.kind === 'answer' ? end.answer.pairs : null
  })
}

/** Saves the evidence as a download of the browser; false when the pairs cannot be loaded. */
export async function saveOwnEvidence(seeds: SeedKeeper): Promise<boolean> {
  // What is stored while the chain is loaded may be newer than the chain.
  const stored = seeds.stored()
  const pairs = await loadOwnChain(seeds.call)
  if (pairs === null) return false
  saveEvidence(seeds.member, { ...stored, faults: seeds.state.get().faults }, pairs)
  return true
}
