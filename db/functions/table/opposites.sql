-- Records pairs of members who bet against each other in a settled round; a pair that is recorded already stays.
CREATE OR REPLACE FUNCTION table_add_opposites(p_round uuid, p_one bigint[], p_other bigint[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO table_opposite (one_id, other_id, round_id)
  SELECT u.one_id, u.other_id, p_round FROM unnest(p_one, p_other) u (one_id, other_id) JOIN table_round r ON r.id = p_round
  ON CONFLICT DO NOTHING
$$;

CREATE OR REPLACE TRIGGER table_opposite_is_final BEFORE UPDATE OR DELETE ON table_opposite FOR EACH ROW EXECUTE FUNCTION refuse_change();

REVOKE ALL ON FUNCTION table_add_opposites FROM PUBLIC;
GRANT EXECUTE ON FUNCTION table_add_opposites TO ${role.app};
