-- Seed pairs of members who are blocked, excluded or on a break, as seed_end ends them from now on
-- (docs/decisions/004-a-chain-of-seed-commitments.md): revealed, because no further round is drawn from them.
UPDATE member_seed s SET revealed_at = greatest(clock_timestamp(), w.last_spin_at)
  FROM wallet w JOIN member m ON m.id = w.member_id
 WHERE s.id = w.seed_id AND s.revealed_at IS NULL AND (m.status <> 'active' OR m.excluded_until > clock_timestamp());
UPDATE wallet w SET seed_id = NULL FROM member m
 WHERE m.id = w.member_id AND w.seed_id IS NOT NULL AND (m.status <> 'active' OR m.excluded_until > clock_timestamp());
