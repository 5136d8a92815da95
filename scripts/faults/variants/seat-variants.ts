import type { Variant } from './variant.ts'

/** Faults of rounds with decisions. */
export const seatVariants: readonly Variant[] = [
  {
    name: 'seat-rows-not-verified',
    breaks: 'The cards of an open round follow from rows that nobody has verified.',
    caughtBy: [
      {
        file: 'src/server/modules/seat-round/late.test.ts',
        test: 'rows that somebody alters while a round is open decide nothing: another number',
      },
      {
        file: 'src/server/modules/seat-round/late.test.ts',
        test: 'rows that somebody alters while a round is open decide nothing: another decision',
      },
    ],
  },
  {
    name: 'seat-shown-by-row',
    breaks: 'The cards of a round are shown by the word of its row alone, which may be planted.',
    caughtBy: [
      {
        file: 'src/server/modules/seat-round/planted.test.ts',
        test: 'a planted row of the next round shows no card: settled',
      },
      {
        file: 'src/server/modules/seat-round/planted.test.ts',
        test: 'an open round shows no card more while its row has the default for a moment',
      },
    ],
  },
  {
    name: 'seat-seed-while-open',
    breaks: 'A member may reveal the seed pair while a round waits for a decision.',
    caughtBy: [
      {
        file: 'src/server/modules/seat-round/play.test.ts',
        test: 'a round is one at a time: another begin names the open one, and the seed pair stays until it has ended',
      },
    ],
  },
  {
    name: 'seat-decided-with-seed',
    breaks: 'A restriction reveals the pair of an open round, whose member may still decide.',
    caughtBy: [
      {
        file: 'src/server/modules/seat-round/late.test.ts',
        test: 'a member who is restricted has no decision left when the seed is revealed, and the round takes the default',
      },
    ],
  },
  {
    name: 'seat-pair-revealed-by-row',
    breaks: 'The pair of an open round may be revealed while its row says for a moment that the round has ended.',
    caughtBy: [
      {
        file: 'src/server/modules/seat-round/altered.test.ts',
        test: 'the pair of an open round is not revealed while the row says that the round has ended, and its events do not',
      },
    ],
  },
  {
    name: 'seat-decided-after-revelation',
    breaks: 'A round is decided with a pair that was revealed, where its row does not say so.',
    caughtBy: [
      {
        file: 'src/server/modules/seat-round/altered.test.ts',
        test: 'the pair of an open round leaves nothing to decide once a restriction has revealed it, whatever the row says (by its record)',
      },
    ],
  },
  {
    name: 'seat-default-before-time',
    breaks: 'A round takes the default before its time is over, because its row says so.',
    caughtBy: [
      {
        file: 'src/server/modules/seat-round/altered.test.ts',
        test: 'the time for a decision is not cut by a default before its time',
      },
    ],
  },
  {
    name: 'seat-time-by-row',
    breaks: 'The time for a decision is whatever the row of the round says.',
    caughtBy: [
      {
        file: 'src/server/modules/seat-round/altered.test.ts',
        test: 'the time for a decision is not made longer',
      },
    ],
  },
  {
    name: 'seat-decision-taken-back',
    breaks: 'A decision that was taken back after its card was seen is decided otherwise by the same process.',
    caughtBy: [
      {
        file: 'src/server/modules/seat-round/altered.test.ts',
        test: 'what a process answered is not taken back and decided otherwise: a decision',
      },
    ],
  },
  {
    name: 'seat-void-keeps-game-open',
    breaks: 'A void round with decisions leaves its game open.',
    caughtBy: [
      {
        file: 'src/server/modules/seat-round/void.test.ts',
        test: 'a round is void for the reason wrong-result whose result is more than the game can pay: every stake is back, and the version is closed',
      },
    ],
  },
]
