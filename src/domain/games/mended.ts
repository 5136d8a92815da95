/**
 * Versions of games, by the hash of their mathematics, that an engine of an earlier release failed and this one plays
 * again: what the engine gives now for the void round that closed such a version is no fault of the books. A release that
 * mends an engine adds the version here (`docs/operations.md`, "A closed game").
 */
export const mendedVersions: ReadonlySet<string> = new Set()
