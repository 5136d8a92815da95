/**
 * One way to alter the books past every trigger: `sql` is run by a superuser with `session_replication_role = replica`.
 * At least one of the checks named in `seenBy` must report it.
 */
export type Corruption = { name: string; sql: string; seenBy: readonly string[] }
