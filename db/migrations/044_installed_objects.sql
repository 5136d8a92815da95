-- Functions, triggers, constraints and views as the program installed them: the number of each and of the transaction that wrote
-- it last (docs/decisions/023-guards-compared-with-the-program.md). The rows are recorded and signed like settings.
CREATE TABLE installed_object (
  name text PRIMARY KEY,
  version text NOT NULL
);

GRANT SELECT ON installed_object TO baize_app;
