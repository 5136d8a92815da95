import type { Variant } from './variant.ts'

/** Engines with a fault, rounds that are void wrongly or without their consequence, and rounds that are drawn twice. */
export const engineVariants: readonly Variant[] = [
  {
    name: 'engine-pays-too-much',
    breaks: 'The engine pays one unit more than its events.',
    caughtBy: [
      {
        file: 'src/domain/games/slot/checked-play.test.ts',
        test: 'every round of the real engine fits, with its events as text',
      },
      {
        file: 'src/server/modules/slot/spin.test.ts',
        test: 'a refusal reveals nothing a spin that passes the dry run is drawn and posted',
      },
    ],
  },
  {
    name: 'engine-throws',
    breaks: 'The engine throws instead of a result.',
    caughtBy: [
      {
        file: 'src/domain/games/slot/checked-play.test.ts',
        test: 'every round of the real engine fits, with its events as text',
      },
      {
        file: 'src/server/modules/slot/spin.test.ts',
        test: 'a refusal reveals nothing a spin that passes the dry run is drawn and posted',
      },
    ],
  },
  {
    name: 'engine-never-ends',
    breaks: 'The engine draws without end.',
    caughtBy: [
      {
        file: 'src/domain/games/slot/checked-play.test.ts',
        test: 'every round of the real engine fits, with its events as text',
      },
      {
        file: 'src/server/modules/slot/spin.test.ts',
        test: 'a refusal reveals nothing a spin that passes the dry run is drawn and posted',
      },
    ],
  },
  {
    name: 'engine-answers-a-fraction',
    breaks: 'The engine answers half a unit.',
    caughtBy: [
      {
        file: 'src/domain/games/slot/checked-play.test.ts',
        test: 'every round of the real engine fits, with its events as text',
      },
      {
        file: 'src/server/modules/slot/spin.test.ts',
        test: 'a refusal reveals nothing a spin that passes the dry run is drawn and posted',
      },
    ],
  },
  {
    name: 'result-not-checked',
    breaks: 'The result of a round is booked as the engine gave it.',
    caughtBy: [
      {
        file: 'src/domain/games/slot/checked-play.test.ts',
        test: 'an engine that pays over the cap makes a void round',
      },
      {
        file: 'src/server/modules/slot/void.test.ts',
        test: 'an engine that answers a fraction makes a void round: the number is used, nothing is staked, the game is closed',
      },
    ],
  },
  {
    name: 'void-keeps-game-open',
    breaks: 'A void round leaves its game open.',
    caughtBy: [
      {
        file: 'src/server/modules/slot/void.test.ts',
        test: 'a void round of two members at once is booked for one; the number of the other stays unused',
      },
    ],
  },
  {
    name: 'void-not-redrawn',
    breaks: 'A void round counts as redrawn whatever its seeds give.',
    caughtBy: [
      {
        file: 'src/server/modules/slot/void.test.ts',
        test: 'a void round that the engine plays is a fault, unless its version is known to be mended',
      },
    ],
  },
  {
    name: 'undecided-drawn-again',
    breaks: 'A round whose outcome is unknown is forgotten, and its number is drawn again.',
    caughtBy: [
      {
        file: 'src/server/modules/slot/drawn-rounds.test.ts',
        test: 'a round whose statement was ended once its result was known is booked as it was drawn before any other (terminate)',
      },
    ],
  },
]
