/** SQL for what was signed under a key: the number of the groups and a digest of them, with their signatures. `key` is an expression. */
export function lostActsOf(key: string): string {
  return `SELECT count(*)::int AS groups,
    sha256(coalesce(string_agg(sha256(record_send(ROW(s.act_group, s.at, s.acts, s.changes, s.hash, a.digest, c.digest))), ''::bytea
      ORDER BY s.act_group), ''::bytea)) AS digest
  FROM act_signature s
    LEFT JOIN (SELECT r.act_group, sha256(string_agg(act_form(r), ''::bytea ORDER BY r.id)) AS digest
      FROM audit r JOIN act_signature USING (act_group) WHERE key_id = ${key} GROUP BY r.act_group) a USING (act_group)
    LEFT JOIN (SELECT r.act_group, sha256(string_agg(sha256(state_change_form(r)), ''::bytea ORDER BY r.id)) AS digest
      FROM state_change r JOIN act_signature USING (act_group) WHERE key_id = ${key} GROUP BY r.act_group) c USING (act_group)
  WHERE s.key_id = ${key}`
}
