/** A round of whatever kind as its void sees it; `table-rounds.ts` and `seat-rounds.ts` find them. */
export type VoidableRound = {
  id: string
  brandId: number
  /** Locks everything that a void changes, and resolves with the state of the round; null where it is gone. A settlement waits meanwhile. */
  lock: () => Promise<string | null>
  /** Makes the locked round void by its decided approval and writes the notes to its members. Resolves with what is to be published after the commit. */
  makeVoid: (approved: { approvalId: string; state: string; reason: string }) => Promise<() => void>
}
