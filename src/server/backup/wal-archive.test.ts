import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppSecret } from '../config.ts'
import { openBackupPlace, signArchive, storeBackupPlace } from '../db/embedded-backup.ts'
import { logAlarmOf, logStateOf, trackLog, type LogFacts, type LogTrack } from './log-watch.ts'
import { baseFolder, BackupDamaged, dataOf, listBackups, manifestText, type Manifest } from './manifest.ts'
import { restore } from './restore.ts'
import { NotSigned, walKeysOf } from './signatures.ts'
import { checkBackups, dropOldBackups } from './take-backup.ts'
import { missingSegments } from './timelines.ts'
import {
  ArchiveConflict,
  ArchiveDamaged,
  ArchiveMissing,
  fetchWal,
  archiveWal,
  markOf,
  placeOf,
  readArchived,
  readTrusted,
  systemOf,
  type WalTrust,
} from './wal-archive.ts'
import { walKeysFile } from './wal-keys.ts'
import { testSecret } from '#test/test-secret.ts'

const system = '506381209866536711'
const keys = walKeysOf(testSecret)
const anything: WalTrust = { system, keys, acceptsUnsigned: true }
let folder = ''
let wal = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baize-wal-'))
  wal = join(folder, 'wal')
  await mkdir(wal)
  await writeFile(markOf(folder), JSON.stringify({ system }))
})
afterEach(async () => {
  for (const used of [folder, copies()]) await rm(used, { recursive: true, force: true })
})

/** Where copies are restored: beside the backups. */
const copies = (): string => `${folder}-copies`

const segment = (place: number): string => `00000001000000000000${place.toString(16).toUpperCase().padStart(4, '0')}`

async function source(content: string): Promise<string> {
  const path = join(folder, 'segment')
  await writeFile(path, content)
  return path
}

async function archiveAll(...places: number[]): Promise<void> {
  for (const place of places) await archiveWal(wal, system, segment(place), await source(`segment ${place}`), keys)
}

/** A base backup of one file with a valid manifest. */
async function makeBackup(
  name: string,
  changes: Partial<Manifest> = {},
  secret: AppSecret | null = testSecret,
): Promise<void> {
  const data = dataOf(join(baseFolder(folder), name))
  await mkdir(data, { recursive: true })
  await writeFile(join(data, 'PG_VERSION'), '18\n')
  const sha256 = 'd93f6fb68bc6f7e45c6ab7f0d39eeac09c1dd2d4d1c0a8d4d6a49c1f5f5f5f5f'
  const manifest: Manifest = {
    format: 1,
    system,
    postgres: '18.4',
    started: '2026-11-20T00:00:00.000000Z',
    completed: '2026-11-20T00:00:02.500000Z',
    startLsn: '0/2000028',
    stopLsn: '0/2000120',
    startWal: segment(2),
    stopWal: segment(2),
    files: [{ path: 'PG_VERSION', size: 3, sha256 }],
    ...changes,
  }
  await writeFile(join(data, '../manifest.json'), manifestText(manifest, secret))
}

const usualRestore = () => ({
  from: folder,
  to: join(copies(), 'restored'),
  at: null,
  secret: testSecret,
  acceptsUnsigned: false,
  inspect: async () => ({}),
})

const refusal = (changes: { at?: string; to?: string }): Promise<unknown> =>
  restore({ ...usualRestore(), ...changes }).catch(String)

test('archives a segment once, never overwrites it, and returns it unchanged', async () => {
  const name = segment(1)
  expect(await archiveWal(wal, system, name, await source('one'))).toBe('archived')
  expect(await archiveWal(wal, system, name, await source('one'))).toBe('present')
  await expect(archiveWal(wal, system, name, await source('other'))).rejects.toThrow(ArchiveConflict)
  await expect(archiveWal(wal, system, '../postgres.json', await source('one'))).rejects.toThrow('not a file')
  expect(await readdir(wal)).toEqual([`${name}.gz`])
  const target = join(folder, 'out')
  expect(await fetchWal(wal, name, target, anything)).toBe(true)
  expect(await readFile(target, 'utf8')).toBe('one')
  expect(await fetchWal(wal, segment(2), target, anything)).toBe(false)
})

test('creates no folder, and archives only into a folder that is marked for its database', async () => {
  const away = `${folder}-away`
  await rename(folder, away)
  const copy = join(away, 'segment')
  await writeFile(copy, 'one')
  const archive = (): Promise<string> => archiveWal(wal, system, segment(1), copy)
  try {
    await expect(archive()).rejects.toThrow(ArchiveMissing)
    expect(existsSync(folder)).toBe(false)
    // The empty place of a disk that is not mounted, and one where somebody has made the folder.
    await mkdir(folder)
    await expect(archive()).rejects.toThrow(ArchiveMissing)
    await mkdir(wal)
    await expect(archive()).rejects.toThrow('is the disk of the backups mounted?')
    expect(await readdir(wal)).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
    await rename(away, folder)
  }
  await expect(archiveWal(wal, '1', segment(1), join(folder, 'segment'))).rejects.toThrow(ArchiveConflict)
  await rm(wal, { recursive: true })
  await expect(archiveWal(wal, system, segment(1), join(folder, 'segment'))).rejects.toThrow('ENOENT')
  expect(existsSync(wal)).toBe(false)
})

test('reports a truncated or altered segment as damaged', async () => {
  await archiveAll(1)
  const file = join(wal, `${segment(1)}.gz`)
  const packed = await readFile(file)
  const altered = Buffer.from(packed)
  altered[altered.length - 6] = (altered.at(-6) ?? 0) ^ 1
  for (const bad of [packed.subarray(0, -4), Buffer.alloc(0), altered]) {
    await writeFile(file, bad)
    await expect(fetchWal(wal, segment(1), join(folder, 'out'), anything)).rejects.toThrow(ArchiveDamaged)
  }
})

test('accepts a file of the log only under its name, of its database and signed with its key', async () => {
  const trust: WalTrust = { ...anything, acceptsUnsigned: false }
  const [one, two] = [segment(1), segment(2)]
  await archiveAll(1)
  expect(String(await readTrusted(wal, one, trust))).toBe('segment 1')
  await copyFile(join(wal, `${one}.gz`), join(wal, `${two}.gz`))
  await expect(readTrusted(wal, two, trust)).rejects.toThrow('does not match its signature')
  await expect(readTrusted(wal, two, anything)).rejects.toThrow(ArchiveDamaged)
  await expect(readTrusted(wal, one, { ...trust, system: '1' })).rejects.toThrow('does not match its signature')
  const other = new Map([['k9', Buffer.alloc(32, 9)]])
  await expect(readTrusted(wal, one, { ...trust, keys: other })).rejects.toThrow(NotSigned)
  await expect(readTrusted(wal, one, { ...trust, keys: null })).rejects.toThrow(NotSigned)
  expect(String(await readTrusted(wal, one, { ...anything, keys: null }))).toBe('segment 1')

  // Archived without keys, then again with: the same file, now signed.
  const name = segment(3)
  await archiveWal(wal, system, name, await source('three'))
  await expect(readTrusted(wal, name, trust)).rejects.toThrow(`${name}.gz is not signed`)
  expect(String(await readTrusted(wal, name, anything))).toBe('three')
  await expect(archiveWal(wal, system, name, await source('other'), keys)).rejects.toThrow(ArchiveConflict)
  await archiveWal(wal, system, name, await source('three'), keys)
  expect(String(await readTrusted(wal, name, trust))).toBe('three')
})

test('names what is not signed, in the check and in the restore', async () => {
  await makeBackup('2026-11-20T00-00-00.000000Z', {}, null)
  for (const place of [1, 2]) await archiveWal(wal, system, segment(place), await source('unsigned'))
  await archiveWal(wal, system, '00000001.history', await source(''))
  const { unsigned } = await checkBackups(folder, testSecret)
  // No restore needs the first segment.
  expect(unsigned.map((path) => basename(path))).toEqual(['manifest.json', '00000001.history.gz', `${segment(2)}.gz`])
  expect(await refusal({})).toMatch(/00000001\.history\.gz is not signed .*--accept-unsigned/)
  await rm(join(wal, '00000001.history.gz'))
  expect(await refusal({})).toMatch(/manifest\.json is not signed .*--accept-unsigned/)
  await makeBackup('2026-11-21T00-00-00.000000Z', {}, { keyId: 'test', keys: new Map([['test', Buffer.alloc(32, 1)]]) })
  expect(await refusal({})).toContain('manifest.json does not match its signature')
})

test('numbers segments across the parts of a name, and names the missing ones', async () => {
  expect(placeOf('0000000100000001000000FF') + 1).toBe(placeOf('000000020000000200000000'))
  await archiveAll(2, 3, 5, 7)
  expect(await missingSegments(wal, segment(2))).toEqual([segment(4), segment(6)])
  expect(await missingSegments(wal, segment(7))).toEqual([])
})

test('takes no segment of an abandoned branch for one of the newest timeline', async () => {
  const branched = (place: number): string => segment(place).replace('00000001', '00000002')
  await archiveAll(2, 3, 4, 5, 6, 7, 8)
  await archiveWal(wal, system, '00000002.history', await source('1\t0/4000128\tbefore a mistake\n'), keys)
  // What the abandoned branch wrote later is followed by nothing.
  expect(await missingSegments(wal, segment(2))).toEqual([])
  for (const place of [4, 5, 7]) await archiveWal(wal, system, branched(place), await source(`branch ${place}`), keys)
  expect(await missingSegments(wal, segment(2))).toEqual([branched(6)])
  await makeBackup('2026-11-20T00-00-00.000000Z')
  expect((await checkBackups(folder, testSecret)).faults).toContain(`${branched(6)} is missing in ${wal}`)
  expect(await refusal({})).toContain(`${branched(6)} of the log is missing in ${wal}, and later segments exist`)
  await rm(join(wal, `${segment(3)}.gz`))
  expect(await missingSegments(wal, segment(2))).toEqual([segment(3), branched(6)])
})

test('does not list an unfinished backup, and rejects an altered manifest', async () => {
  await makeBackup('.4711-1.part')
  expect(await listBackups(folder)).toEqual([])
  await makeBackup('2026-11-20T00-00-00.000000Z')
  expect(await listBackups(folder)).toHaveLength(1)
  const file = join(baseFolder(folder), '2026-11-20T00-00-00.000000Z/manifest.json')
  await writeFile(file, (await readFile(file, 'utf8')).replace('02.500000', '01.500000'))
  await expect(listBackups(folder)).rejects.toThrow(BackupDamaged)
})

test('finds a file that differs from the manifest, in the check and in the restore', async () => {
  await makeBackup('2026-11-20T00-00-00.000000Z')
  await archiveAll(2, 3)
  expect(await checkBackups(folder, testSecret)).toEqual({
    faults: [expect.stringContaining('PG_VERSION differs from what was copied')],
    unsigned: [],
    left: [],
  })
  expect(await refusal({})).toContain('PG_VERSION differs from what was copied')
  expect(await readdir(copies())).toEqual([])
})

test('refuses an impossible restore before anything is changed', async () => {
  expect(await refusal({})).toContain('There is no base backup')
  await makeBackup('2026-11-20T00-00-00.000000Z')
  expect(await refusal({})).toContain(`${segment(2)}, which the base backup needs to be consistent, is missing`)
  await archiveAll(2, 4)
  expect(await refusal({})).toContain(`${segment(3)} of the log is missing`)
  expect(await refusal({ at: '2026-11-20T00:00:02.499999Z' })).toContain('nothing before 2026-11-20T00:00:02.500000Z')
  expect(await refusal({ at: '2026-11-20T09:00:02.499999+09:00' })).toContain('nothing before')
  for (const at of ['2026-11-20 00:00', '2026-02-30T00:00:00Z', '2026-11-20T24:00:00Z'])
    expect(await refusal({ at })).toContain('is not a moment')
  expect(await refusal({ to: wal })).toContain('is not empty')
})

test('refuses a target that the copy could not replace at the end, before a file is read', async () => {
  await makeBackup('2026-11-20T00-00-00.000000Z')
  await archiveAll(2, 3)
  const to = join(copies(), 'linked')
  await mkdir(join(copies(), 'empty'), { recursive: true })
  await symlink(join(copies(), 'empty'), to)
  expect(await refusal({ to })).toContain(`${to} cannot be replaced (ENOTDIR)`)
  // Also through a link, and below folders that do not exist.
  await symlink(folder, join(copies(), 'backups'))
  for (const inside of [join(folder, 'copy'), join(copies(), 'backups', 'a', 'b'), join(folder, '..copy')])
    expect(await refusal({ to: inside })).toContain(`${inside} lies inside ${folder}: restore into a folder beside`)
  expect((await readdir(copies())).filter((name) => name.includes('restoring'))).toEqual([])
})

test('a restore follows the newest timeline, not later writes of a lost machine', async () => {
  const backup = (name: string, startWal: string, stopLsn: string): Promise<void> =>
    makeBackup(`2026-11-${name}T00-00-00.000000Z`, { startWal, stopWal: startWal, stopLsn })
  const taken = async (): Promise<string> => {
    const responses: string[] = []
    await restore({ ...usualRestore(), report: (line) => responses.push(line) }).catch((error: unknown) =>
      responses.push(String(error)),
    )
    return responses[0] ?? ''
  }
  await backup('18', segment(2), '0/2000120')
  await backup('19', segment(6), '0/6000120')
  await archiveAll(2, 3, 4, 5, 6)
  expect(await taken()).toContain('2026-11-19')
  await archiveWal(wal, system, '00000002.history', await source('1\t0/5000000\tbefore 2026-11-18 12:00:00+00\n'), keys)
  expect(await taken()).toMatch(/000000020000000000000005, with which timeline 2 begins, .*--timeline 1/)
  await archiveWal(
    wal,
    system,
    segment(5).replace('00000001', '00000002'),
    await source('segment 5 of the branch'),
    keys,
  )
  expect(await taken()).toContain('2026-11-18')
  expect((await checkBackups(folder, testSecret)).left).toEqual(['2026-11-19T00-00-00.000000Z'])
  const branched = segment(6).replace('00000001', '00000002')
  await backup('20', branched, '0/6000220')
  expect(await taken()).toContain(`${branched}, which the base backup needs to be consistent, is missing`)
  await archiveWal(wal, system, branched, await source('segment 6 of the branch'), keys)
  expect(await taken()).toContain('2026-11-20')
  await archiveWal(wal, system, '00000003.history', await source('1\t0/1000000\tbefore\n'), keys)
  expect(await taken()).toContain('leads to timeline 3')
})

test('removes old backups, with the log that only they need and the remains of interrupted archivers', async () => {
  await makeBackup('2026-11-18T00-00-00.000000Z', { startWal: segment(2) })
  await makeBackup('2026-11-19T00-00-00.000000Z', { startWal: segment(4) })
  await makeBackup('2026-11-20T00-00-00.000000Z', { startWal: segment(6) })
  await archiveAll(2, 3, 4, 5, 6)
  const left = join(wal, `.${segment(6)}.part`)
  await writeFile(left, '')
  await utimes(left, 0, 0)
  expect(await dropOldBackups(folder, 2)).toEqual({ backups: 1, segments: 2 })
  expect((await readdir(wal)).toSorted()).toEqual([4, 5, 6].map((place) => `${segment(place)}.gz`))
  expect(await dropOldBackups(folder, 2)).toEqual({ backups: 0, segments: 0 })
  // A backup on an abandoned timeline does not count among the backups to keep.
  await makeBackup('2026-11-21T00-00-00.000000Z', { startWal: segment(7), stopLsn: '0/7000120' })
  await archiveWal(wal, system, '00000002.history', await source('1\t0/6800000\tbefore\n'))
  expect(await dropOldBackups(folder, 1)).toEqual({ backups: 1, segments: 2 })
  expect((await listBackups(folder)).map(({ name }) => name.slice(8, 10))).toEqual(['20', '21'])
})

test('a folder archives the log of one database, and every timeline’s history before its log', async () => {
  const runner = {
    name: '',
    prefix: [],
    as: null,
    owner: { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 },
  }
  const databaseOf = async (name: string, system: number, history: string) => {
    const pgData = join(folder, name, 'postgres')
    await mkdir(join(pgData, 'global'), { recursive: true })
    await mkdir(join(pgData, 'pg_wal'))
    await writeFile(join(pgData, 'global/pg_control'), Buffer.alloc(16, system))
    await writeFile(join(pgData, 'pg_wal/00000002.history'), history)
    await storeBackupPlace(join(folder, name), { dir: folder, seconds: 90 })
    return { dataDir: join(folder, name), pgData }
  }
  await rm(wal, { recursive: true })
  await rm(markOf(folder))
  const restored = await databaseOf('restored', 7, 'from 0/5000000')
  expect(await openBackupPlace(restored, runner)).toMatchObject({ archive_mode: 'on', archive_timeout: '90s' })
  expect(String(await readArchived(wal, '00000002.history'))).toBe('from 0/5000000')
  await openBackupPlace(restored, runner)
  const trust: WalTrust = { system: await systemOf(restored.pgData), keys, acceptsUnsigned: false }
  await expect(readTrusted(wal, '00000002.history', trust)).rejects.toThrow(NotSigned)
  await signArchive(restored.dataDir, testSecret)
  expect(String(await readTrusted(wal, '00000002.history', trust))).toBe('from 0/5000000')
  const again = openBackupPlace(await databaseOf('again', 7, 'from 0/6000000'), runner)
  await expect(again).rejects.toThrow('Another restored copy already archives into')
  const other = openBackupPlace(await databaseOf('other', 8, ''), runner)
  await expect(other).rejects.toThrow('holds the backups of another database')

  // The folder of a place that was in use is never created again: the database starts and retains its log.
  await storeBackupPlace(restored.dataDir, { dir: folder, seconds: 60 })
  await rename(wal, `${wal}-away`)
  await rm(markOf(folder))
  for (const isMarked of [false, true]) {
    if (isMarked) await writeFile(markOf(folder), JSON.stringify({ system }))
    expect(await openBackupPlace(restored, runner)).toMatchObject({ archive_mode: 'on', archive_timeout: '1min' })
    expect(existsSync(wal)).toBe(false)
  }
  await signArchive(restored.dataDir, testSecret)
  await storeBackupPlace(restored.dataDir, 'off')
  expect(await openBackupPlace(restored, runner)).toEqual({})
  expect(existsSync(walKeysFile(restored.dataDir))).toBe(false)
})

const usual: LogFacts = {
  on: true,
  timeoutSeconds: 60,
  waiting: 1,
  position: 2 ** 24 + 200,
  archivedUntil: 2 ** 24,
  segmentBytes: 2 ** 24,
  archivedAgo: 30,
  failedAgo: null,
  failedWal: null,
}

test('raises the alarm when archiving fails, lags or stalls, and not otherwise', () => {
  const why = (changes: Partial<LogFacts>, unarchivedSeconds = 0): string =>
    logStateOf({ ...usual, ...changes }, unarchivedSeconds).why
  expect(logStateOf(usual)).toEqual({ on: true, failing: false, why: '', behindBytes: 0, unarchivedSeconds: 0 })
  expect(why({ failedAgo: 40 })).toBe('')
  expect(why({ failedAgo: 20, failedWal: 'X' })).toBe('archiving of X failed')
  expect(why({ archivedAgo: null, failedAgo: 20, failedWal: 'X' })).toBe('archiving of X failed')
  expect(why({ waiting: 9 })).toBe('the archive is slower than the database writes')
  expect(why({ waiting: 3, archivedAgo: 181 })).toBe('nothing has been archived for a long time')
  // An idle database writes no log, so there is nothing to archive.
  expect(why({ waiting: 1, archivedAgo: 100_000 })).toBe('')
  expect(why({}, 180)).toBe('')
  expect(why({}, 181)).toBe('nothing has been archived for a long time')
  expect(why({ timeoutSeconds: 0 }, 100_000)).toBe('')
  expect(logStateOf(usual, 0, 'the disk is away')).toMatchObject({ failing: true, why: 'the disk is away' })
  expect(logStateOf({ ...usual, waiting: 3 }).behindBytes).toBe(2 ** 25)
  expect(why({ on: false, failedAgo: 1, archivedAgo: null })).toBe('')
})

test('names what is not archived, and base backups that are missing or old', () => {
  const state = logStateOf(usual)
  const off = logStateOf({ ...usual, on: false })
  expect([logAlarmOf(off, false, null), logAlarmOf(off, true, null)]).toEqual(['not-archived', null])
  const failing = logStateOf({ ...usual, waiting: 9 })
  expect([logAlarmOf(failing, false, null), logAlarmOf(failing, true, 60)]).toEqual(['failing', 'failing'])
  expect([logAlarmOf(state, false, null), logAlarmOf(state, true, 49 * 3600)]).toEqual([null, null])
  expect([logAlarmOf(state, true, null), logAlarmOf(state, true, 50 * 3600)]).toEqual(['no-backup', 'old-backup'])
})

test('measures since when the log has moved on from the last archived segment', () => {
  let track: LogTrack | null = null
  const movedAt = (nowMs: number, changes: Partial<LogFacts>): number | null => {
    track = trackLog(track, { ...usual, ...changes }, nowMs)
    return track.movedAtMs
  }
  const end = 2 ** 24
  expect(movedAt(0, { position: end })).toBe(null)
  // The records that an idle database writes about itself.
  expect(movedAt(1, { position: end + 200 })).toBe(null)
  expect(movedAt(2, { position: end + 600 })).toBe(2)
  expect(movedAt(3, { position: end + 90_000 })).toBe(2)
  expect(movedAt(4, { position: end * 2 + 100, archivedUntil: end * 2 })).toBe(null)
  expect(movedAt(5, { position: end * 3, archivedUntil: end * 2 })).toBe(5)
  // Something else was archived last: the position at that look counts.
  expect(movedAt(6, { position: end * 3, archivedUntil: null })).toBe(null)
  expect(movedAt(7, { position: end * 3 + 600, archivedUntil: null })).toBe(7)
  // Never archived, and another database behind the same address.
  expect(movedAt(8, { position: end, archivedUntil: null })).toBe(null)
})
