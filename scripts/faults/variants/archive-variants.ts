import type { Variant } from './variant.ts'

/** Variants of the archive of old events, and of the log's archive. */
export const archiveVariants: readonly Variant[] = [
  {
    name: 'archive-forgotten',
    breaks: 'A key in the archive is not found.',
    caughtBy: [
      {
        file: 'src/server/ledger/archive.test.ts',
        test: 'keys in the archive, through the one-row function the same request is a replay, another is a conflict, and neither moves anything',
      },
      {
        file: 'src/server/old-rows.test.ts',
        test: 'a repeated spin, deposit and conversion get their first answers; with another payload they are conflicts',
      },
    ],
  },
  {
    name: 'archive-forgotten-in-batches',
    breaks: 'A batch posts a key that is in the archive.',
    caughtBy: [
      {
        file: 'src/server/ledger/archive.test.ts',
        test: 'keys in the archive, through the batch the same request is a replay, another is a conflict, and neither moves anything',
      },
    ],
  },
  {
    name: 'archived-bet-unknown',
    breaks: 'A rollback does not find its bet in the archive and leaves a tombstone.',
    caughtBy: [
      {
        file: 'src/server/ledger/archive.test.ts',
        test: 'keys in the archive, through the batch an archived bet is rolled back once, with its comp, and the archived rollback is known',
      },
    ],
  },
  {
    name: 'plain-although-archived',
    breaks:
      'A bet of a member with archived rows is posted by the function for plain bets, which looks only in the journal.',
    caughtBy: [
      {
        file: 'src/server/ledger/archive.test.ts',
        test: 'keys in the archive, through the ledger the same request is a replay, another is a conflict, and neither moves anything',
      },
    ],
  },
  {
    name: 'altered-copy-left',
    breaks: 'A row may leave the journal although its copy in the archive differs.',
    caughtBy: [
      {
        file: 'src/server/ledger/archive.test.ts',
        test: 'the triggers of the journal allow a deletion only when an equal row is in the archive and archived_seq covers it',
      },
    ],
  },
  {
    name: 'archived-while-open',
    breaks: 'Rows younger than an open request of their member are archived.',
    caughtBy: [
      {
        file: 'src/server/old-rows.test.ts',
        test: 'the newest round, though archived, can be resumed and shown to its end',
      },
    ],
  },
  {
    name: 'archive-unmarked',
    breaks: 'The archiver creates a folder that is away and writes the log there.',
    caughtBy: [
      {
        file: 'src/server/backup/wal-archive.test.ts',
        test: 'creates no folder, and archives only into a folder that is marked for its database',
      },
      {
        file: 'src/server/backup/restore.test.ts',
        test: 'a log that cannot be archived raises the alarm and is not lost; restores name the missing segment',
      },
    ],
  },
  {
    name: 'unsigned-log-restored',
    breaks: 'A restore takes a file of the log that is not signed.',
    caughtBy: [
      {
        file: 'src/server/backup/wal-archive.test.ts',
        test: 'accepts a file of the log only under its name, of its database and signed with its key',
      },
    ],
  },
  {
    name: 'unsigned-manifest-restored',
    breaks: 'A manifest without its signature counts as signed.',
    caughtBy: [
      {
        file: 'src/server/backup/wal-archive.test.ts',
        test: 'names what is not signed, in the check and in the restore',
      },
      {
        file: 'src/server/backup/restore.test.ts',
        test: 'a backup that somebody without the key wrote again is refused, and none of its configuration is used where it is accepted',
      },
    ],
  },
  {
    name: 'rounds-not-sealed',
    breaks: 'The seals of the journal do not cover the rounds of its events.',
    caughtBy: [{ file: 'src/server/ledger/seals.test.ts', test: 'the check of the seals names the events of a round' }],
  },
  {
    name: 'heads-not-chained',
    breaks: 'The hash of a head of the journal does not cover the head before it.',
    caughtBy: [
      {
        file: 'src/server/ledger/seals.test.ts',
        test: 'sealing the hash of a head covers each of its fields, the head before among them',
      },
    ],
  },
]
