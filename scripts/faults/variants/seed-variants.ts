import type { Variant } from './variant.ts'

/** Faults of the chain of seed commitments, in the ledger and in the game window. */
export const seedVariants: readonly Variant[] = [
  {
    name: 'server-seed-drawn-after-client-seed',
    breaks: 'A pair begins with a server seed that is drawn when its client seed is known.',
    caughtBy: [
      {
        file: 'src/server/modules/slot/seed-chain.test.ts',
        test: 'an honest chain begins with a commitment, refuses rounds before the first client seed, and verifies pair by pair',
      },
      {
        file: 'src/server/modules/slot/seed-chain.test.ts',
        test: 'a dishonest operator cannot do so with the rights of the program, nor change a committed seed with those of the owner',
      },
    ],
  },
  {
    name: 'client-seed-reusable',
    breaks: 'A member may use a client seed again, so that it is known before the server seed is committed.',
    caughtBy: [
      {
        file: 'src/server/modules/slot/seed-chain.test.ts',
        test: 'an honest chain refuses a client seed that was used before, and one that was chosen for another commitment',
      },
      {
        file: 'src/server/modules/slot/seed-chain.test.ts',
        test: 'a pair of the old scheme stays valid until the member changes seeds, is marked, and its client seed counts as used',
      },
    ],
  },
  {
    name: 'new-client-seed-after-refusal',
    breaks: 'After a refusal the window draws another client seed for the same commitment.',
    caughtBy: [
      {
        file: 'src/web/play/kit/seed-step.test.tsx',
        test: 'a server that refuses client seeds until one suits it as used is sent the same one, at every attempt, after a reload and in another tab',
      },
    ],
  },
  {
    name: 'ended-pair-passed-over',
    breaks: 'The window begins the next pair by itself after one that it did not end.',
    caughtBy: [
      {
        file: 'src/web/play/kit/seed-keeper.test.ts',
        test: 'a pair that ended without a step of this browser is followed by no pair that the window begins by itself, at opening or in a spin',
      },
    ],
  },
  {
    name: 'retried-step-used',
    breaks: 'A step of the seed chain that is repeated after a lost answer is refused as used.',
    caughtBy: [
      {
        file: 'src/server/modules/slot/seed-chain.test.ts',
        test: 'a step that is interrupted after its commit is answered again with the pair that it began, and only while that is in use',
      },
    ],
  },
  {
    name: 'shown-result-not-stored',
    breaks: 'The window stores the numbers of the rounds that it shows, and not their results.',
    caughtBy: [
      {
        file: 'src/web/play/kit/shown-results.test.ts',
        test: 'the results that were shown of a server that shows a loss for a win, and answers the true record later, are named',
      },
    ],
  },
]
