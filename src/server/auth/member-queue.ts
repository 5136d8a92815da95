/** Runs the tasks of each member one after the other, in this process. */
export type MemberQueue = {
  /**
   * Runs a task after the member's earlier ones; null, without running it, when `most` of the member's tasks, by default as many as
   * the queue takes, run or wait.
   */
  run<Result>(memberId: bigint, task: () => Promise<Result>, most?: number): Promise<Result> | null
}

/** A queue in which at most `usualMost` tasks of one member run or wait. */
export function createMemberQueue(usualMost: number): MemberQueue {
  const members = new Map<bigint, { tasks: number; last: Promise<unknown> }>()

  async function runNext<Result>(memberId: bigint, task: () => Promise<Result>): Promise<Result> {
    const own = members.get(memberId) ?? { tasks: 0, last: Promise.resolve() }
    members.set(memberId, own)
    own.tasks += 1
    const result = own.last.then(task)
    // A task that fails must not stop the following ones.
    own.last = result.catch(() => {})
    try {
      return await result
    } finally {
      own.tasks -= 1
      if (own.tasks === 0) members.delete(memberId)
    }
  }

  return {
    run: (memberId, task, most = usualMost) =>
      (members.get(memberId)?.tasks ?? 0) >= most ? null : runNext(memberId, task),
  }
}
