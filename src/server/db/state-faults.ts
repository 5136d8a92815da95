import { recordedRelations, statesOf } from './recorded-tables.ts'

/**
 * Statements that compare recorded rows with what the program recorded of them (docs/decisions/028-signed-acts.md), for the check
 * `states` of the books and for the command that accepts what it reports.
 */

/**
 * The rows that are not as the program last recorded them: columns relation, row_key, subject, detail, is_content, which is false where
 * only another transaction wrote the row, and the present form, digests, digest and row_xid.
 */
export const otherStates = `WITH newest AS MATERIALIZED (
    SELECT DISTINCT ON (relation, row_key) relation, row_key, form, digest, row_xid FROM state_change ORDER BY relation, row_key, id DESC
  ), present AS MATERIALIZED (${recordedRelations.map(statesOf).join(' UNION ALL ')})
  SELECT relation, row_key, relation || ' ' || row_key AS subject, CASE WHEN n.form IS NULL THEN 'was never recorded'
      WHEN p.digests IS NULL THEN 'is gone, and nothing recorded that' WHEN p.digests[n.form] IS DISTINCT FROM n.digest THEN 'is not as it was last recorded'
      ELSE 'was written by a transaction that the program did not sign' END AS detail,
    n.form IS NULL OR p.digests[n.form] IS DISTINCT FROM n.digest AS is_content,
    coalesce(cardinality(p.digests), n.form)::smallint AS form, p.digests, p.digests[cardinality(p.digests)] AS digest,
    CASE WHEN p.digests[cardinality(p.digests)] IS NOT NULL THEN p.row_xid END AS row_xid
  FROM newest n FULL JOIN present p USING (relation, row_key)
  WHERE CASE WHEN n.form IS NULL THEN p.digests[cardinality(p.digests)] IS NOT NULL
    ELSE p.digests[n.form] IS DISTINCT FROM n.digest OR (n.digest IS NOT NULL AND p.row_xid IS DISTINCT FROM n.row_xid) END`

/** What the operator of the machine accepted (`accept-states.ts`): changes up to this number need not continue those before them. */
const accepted = `(SELECT coalesce(max((detail ->> 'upTo')::bigint), 0) FROM audit WHERE act = 'states.accept')`

/** The changes that do not begin where the one before ended: columns id, subject and detail. */
export const brokenSteps = `SELECT id, relation || ' ' || row_key AS subject, CASE WHEN before[p_form] IS DISTINCT FROM p_digest
      THEN format('was not as it was last recorded when change %s was made', id)
    ELSE format('had been written by a transaction that the program did not sign when change %s was made', id) END AS detail
  FROM (SELECT id, relation, row_key, before, before_xid, coalesce(lag(form) OVER changes, form) AS p_form,
      lag(digest) OVER changes AS p_digest, lag(id) OVER changes AS p_id, lag(row_xid) OVER changes AS p_xid
    FROM state_change WINDOW changes AS (PARTITION BY relation, row_key ORDER BY id)) step
  WHERE before IS NOT NULL AND id > ${accepted} AND (before[p_form] IS DISTINCT FROM p_digest
    -- Changes from before the transactions were recorded have none.
    OR (before_xid IS DISTINCT FROM p_xid AND (p_xid IS NOT NULL OR p_id IS NULL
      OR p_id >= (SELECT min(id) FROM state_change WHERE row_xid IS NOT NULL))))
  UNION ALL
  -- Changes from before the states before them were recorded have none.
  SELECT c.id, c.relation || ' ' || c.row_key, format('change %s does not name the state before it', c.id)
  FROM state_change c JOIN act_signature s USING (act_group)
  WHERE c.before IS NULL AND c.id > (SELECT min(id) FROM state_change WHERE before IS NOT NULL) AND c.id > ${accepted}
    AND s.at > (SELECT applied_at FROM migration WHERE number = 39) + interval '1 hour'`
