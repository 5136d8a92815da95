import type { ReadBlackjackData } from '#domain/games/blackjack/blackjack-data.ts'
import type { ReadGameData } from '#domain/games/game-data.ts'
import type { ReadTableData } from '#domain/games/table/table-data.ts'
import type { TextAnswer, VerifiedGame } from '#domain/games/verify-text.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useSearchParameter } from '#web/member/kit/use-search-parameter.ts'
import { loadMessages } from '#web/member/message-parts.ts'
import { useSession } from '#web/member/session/session.ts'
import { useErrorMessage } from '#web/shared/states.tsx'
import { readExample, type ExampleFile } from './use-fairness.ts'
import { readOwnRound } from './use-own-rounds.ts'
import { readWatchedExample } from './watched-example.ts'
import { areSaltsListed, namedSeries, readSeries, type NamedSeries } from './use-series.ts'

/** Most visitors read the page and verify nothing, so the code of it is loaded when the form is used. */
const loadCode = () => import('./verification-code.ts')
export type VerificationCode = Awaited<ReturnType<typeof loadCode>>
/** A failure is shown when something is verified. */
const prepare = (): void => void loadCode().catch(() => undefined)

/** The data of a game in the field, or their fault. */
type ReadData = ReadGameData | ReadTableData | ReadBlackjackData

/** The result for the text in the field: a round, a member's chain of seeds, or a series of a table. */
export type Verified = Exclude<TextAnswer, { kind: 'malformed' }>

/** What became of the text in the field: a problem, a notice, a verdict, or none of them yet. */
type Outcome = {
  problem: string
  /** That the data of a game were read from the field. */
  notice: string
  verified: Verified | null
}

const noOutcome: Outcome = { problem: '', notice: '', verified: null }

/** The field of the form and its outcome. */
export type VerificationForm = Outcome & {
  text: string
  setText: (text: string) => void
  /** Has the components of the verdict, once something has been verified. */
  code: VerificationCode | null
  busy: boolean
  /** Loads what verifying needs, before it is asked for. */
  prepare: () => void
  verify: () => void
  loadExample: (file: ExampleFile) => void
  loadOwn: (roundId: string) => void
}

/**
 * The form's state. A round named by `?round=`, as in a link of the history, is loaded for its member; a series that a
 * link of a table's window names by `?table=`, `?series=` and `?chain=`, for everyone.
 */
export function useVerification(): VerificationForm {
  const t = useTranslations('fairness.form')
  const errors = useTranslations('errors')
  const errorMessage = useErrorMessage()
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<Outcome>(noOutcome)
  /** Data that the visitor has pasted, as of a version that is not open any more. */
  const pastedGames = useRef<VerifiedGame[]>([])
  const [busy, setBusy] = useState(false)

  const [code, setCode] = useState<VerificationCode | null>(null)

  const runs = useRef(0)
  const refuse = (problem: string) => setOutcome({ ...noOutcome, problem })
  const keepData = (read: ReadData) => {
    if (read.kind === 'fault') return refuse(t('dataFault', { field: read.fault.field }))
    pastedGames.current.push(read.game)
    const { code: game, version } = read.game
    return setOutcome({ ...noOutcome, notice: t('dataRead', { game, version: String(version) }) })
  }
  const verify = async (pasted: string) => {
    const run = ++runs.current
    if (pasted.trim() === '') return refuse(t('empty'))
    const examined = await examine(pasted, pastedGames.current)
    // Another text was verified meanwhile.
    if (runs.current !== run) return undefined
    if (examined === null) return refuse(errors('load'))
    const { answer } = examined
    if (answer.kind === 'data' || answer.kind === 'fault') return keepData(answer)
    if (answer.kind === 'malformed') {
      return refuse(answer.names.length === 0 ? t('notJson') : t('wrongFields', { names: answer.names.join(', ') }))
    }
    setCode(examined.code)
    return setOutcome({ ...noOutcome, verified: answer })
  }
  /** Loads a record into the field and verifies it. */
  const load = async (reading: Promise<ReadText>) => {
    setBusy(true)
    prepare()
    try {
      const loaded = await reading
      if (typeof loaded === 'string') {
        setText(loaded)
        await verify(loaded)
      } else refuse(t(loaded.missing))
    } catch (error) {
      refuse(errorMessage(error))
    }
    setBusy(false)
  }
  const loadOwn = (roundId: string) => load(readOwnText(roundId))

  useAskedRound((roundId) => void loadOwn(roundId))
  useAskedExample((game, place) => void load(readExampleText(game, place)))
  useAskedSeries((series) => void load(readSeriesText(series)))
  return {
    text,
    setText,
    ...outcome,
    code,
    busy,
    prepare,
    verify: () => void verify(text),
    loadExample: (file) => void load(readExample(file)),
    loadOwn: (roundId) => void loadOwn(roundId),
  }
}

/** The text for the field, or why there is none. */
type ReadText = string | { missing: 'openRound' | 'missingRound' | 'missingSeries' }

async function readOwnText(roundId: string): Promise<ReadText> {
  const answer = await readOwnRound(roundId)
  if (answer.status === 'success') return (await loadCode()).roundRecordText(answer.round)
  if (answer.status === 'seat-round') return (await loadCode()).seatRoundText(answer.round)
  if (answer.status === 'table-round') return readSeriesText({ table: answer.table, ...answer.round.series })
  return { missing: answer.status === 'open-round' ? 'openRound' : 'missingRound' }
}

async function readExampleText(game: string, place: number): Promise<ReadText> {
  return (await readWatchedExample(game, place)) ?? { missing: 'missingRound' }
}

async function readSeriesText(series: NamedSeries): Promise<ReadText> {
  const answer = await readSeries(series)
  if (answer.status === 'success' && areSaltsListed(answer)) return (await loadCode()).seriesText(answer)
  return { missing: 'missingSeries' }
}

/** Reads and verifies a text, with further data; null when what this needs cannot be loaded. */
async function examine(
  text: string,
  pastedGames: readonly VerifiedGame[],
): Promise<{ code: VerificationCode; answer: TextAnswer | ReadData } | null> {
  const code = await loadCode().catch(() => null)
  if (code === null) return null
  const data = code.readGameData(text) ?? code.readTableData(text) ?? code.readBlackjackData(text)
  const answer = data ?? code.verifyText(text, [...code.games, ...pastedGames])
  // The faults of a chain are named by the messages of the game window.
  const part = answer.kind === 'chain' ? 'play' : ['series', 'decided'].includes(answer.kind) ? 'series' : null
  const isReady = part === null || (await loadMessages(part).then(always, never))
  return isReady ? { code, answer } : null
}

/** Opens the round of `?round=` once for its member. */
function useAskedRound(open: (roundId: string) => void): void {
  const isMember = useSession().kind === 'member'
  const [asked] = useSearchParameter('round')
  const opened = useRef('')
  useEffect(() => {
    if (asked === '' || !isMember || opened.current === asked) return
    opened.current = asked
    open(asked)
  })
}

/** Loads the recorded example of `?game=` and `?example=`, its place from 1, once. */
function useAskedExample(open: (game: string, place: number) => void): void {
  const [game] = useSearchParameter('game')
  const [example] = useSearchParameter('example')
  const opened = useRef('')
  useEffect(() => {
    const name = `${game} ${example}`
    if (game === '' || !/^[1-9]\d?$/.test(example) || opened.current === name) return
    opened.current = name
    open(game, Number(example))
  })
}

/** Loads the series of the address once. */
function useAskedSeries(open: (series: NamedSeries) => void): void {
  const [table] = useSearchParameter('table')
  const [firstLink] = useSearchParameter('series')
  const [chainEnd] = useSearchParameter('chain')
  const opened = useRef('')
  useEffect(() => {
    const name = `${table} ${firstLink} ${chainEnd}`
    const series = namedSeries(table, firstLink, chainEnd)
    if (series === null || opened.current === name) return
    opened.current = name
    open(series)
  })
}

const always = (): boolean => true
const never = (): boolean => false
