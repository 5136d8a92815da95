import { catalogue } from '#domain/games/catalogue.ts'
import { roundRecordText } from '#domain/games/verify-round.ts'
import { verifyText, type TextAnswer } from '#domain/games/verify-text.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useSearchParameter } from '#web/member/kit/use-search-parameter.ts'
import { loadMessages } from '#web/member/message-parts.ts'
import { useSession } from '#web/member/session/session.ts'
import { useErrorMessage } from '#web/shared/states.tsx'
import { readExample } from './use-fairness.ts'
import { readOwnRound } from './use-own-rounds.ts'

const games = catalogue.map(({ game }) => game)

/** The result for the text in the field: a round, or a member's chain of seeds. */
export type Verified = Exclude<TextAnswer, { kind: 'malformed' }>

/** The field of the form, and what became of the record in it: a problem, a verdict, or neither yet. */
export type VerificationForm = {
  text: string
  setText: (text: string) => void
  problem: string
  verified: Verified | null
  busy: boolean
  verify: () => void
  loadExample: () => void
  loadOwn: (roundId: string) => void
}

/** The form's state. A round named by `?round=`, as in a link of the history, is loaded for its member. */
export function useVerification(): VerificationForm {
  const t = useTranslations('fairness.form')
  const errors = useTranslations('errors')
  const errorMessage = useErrorMessage()
  const isMember = useSession().kind === 'member'
  const [asked] = useSearchParameter('round')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const [verified, setVerified] = useState<Verified | null>(null)
  const [busy, setBusy] = useState(false)

  const runs = useRef(0)
  const refuse = (sentence: string) => {
    setVerified(null)
    setProblem(sentence)
  }
  const verify = (pasted: string) => {
    const run = ++runs.current
    if (pasted.trim() === '') return refuse(t('empty'))
    const answer = verifyText(pasted, games)
    if (answer.kind === 'malformed') {
      return refuse(answer.names.length === 0 ? t('notJson') : t('wrongFields', { names: answer.names.join(', ') }))
    }
    if (answer.kind === 'chain') return void showChain(answer, run)
    setProblem('')
    setVerified(answer)
  }
  /** The faults are named by the messages of the game window, which are loaded only now. */
  const showChain = async (chain: Verified, run: number) => {
    const isLoaded = await loadMessages('play').then(
      () => true,
      () => false,
    )
    // Another text was verified meanwhile.
    if (runs.current !== run) return
    if (!isLoaded) return refuse(errors('load'))
    setProblem('')
    setVerified(chain)
  }
  /** Loads a record into the field and verifies it; null: the reading has refused already. */
  const load = async (reading: () => Promise<string | null>) => {
    setBusy(true)
    try {
      const loaded = await reading()
      if (loaded !== null) {
        setText(loaded)
        verify(loaded)
      }
    } catch (error) {
      refuse(errorMessage(error))
    }
    setBusy(false)
  }
  const loadOwn = (roundId: string) =>
    load(async () => {
      const answer = await readOwnRound(roundId)
      if (answer.status === 'success') return roundRecordText(answer.round)
      refuse(t(answer.status === 'open-round' ? 'openRound' : 'missingRound'))
      return null
    })

  const opened = useRef('')
  useEffect(() => {
    if (asked === '' || !isMember || opened.current === asked) return
    opened.current = asked
    void loadOwn(asked)
  })
  return {
    text,
    setText,
    problem,
    verified,
    busy,
    verify: () => verify(text),
    loadExample: () => void load(readExample),
    loadOwn: (roundId) => void loadOwn(roundId),
  }
}
