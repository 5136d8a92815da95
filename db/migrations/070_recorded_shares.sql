-- Shares of rounds are recorded, and verified before they are shown (docs/decisions/047-public-replays.md): the newest recorded change of each.
CREATE INDEX state_change_public_replay ON state_change (relation, row_key, id) WHERE relation = 'public_replay';
