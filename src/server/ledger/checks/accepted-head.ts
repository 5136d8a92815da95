import type { AppSecret } from '#server/config.ts'
import type { CheckScope } from './check.ts'

/**
 * The newest head up to which an operator accepted what is there, where keys are lost; where nothing is kept outside the database, up to the first head of a
 * known key.
 */
export async function lastAcceptedHead({ anchor, rows }: CheckScope, secret: AppSecret): Promise<bigint> {
  if (anchor !== null) return anchor.status === 'present' ? anchor.anchor.acceptedId : 0n
  const [first] = await rows<{ id: bigint | null }>(
    'SELECT min(id) AS id FROM journal_head WHERE id > 0 AND key_id = ANY ($1::text[])',
    [[...secret.keys.keys()]],
  )
  return (first?.id ?? 2n ** 62n) - 1n
}
