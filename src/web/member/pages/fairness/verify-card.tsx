import {
  readRoundRecord,
  roundRecordText,
  verifyRound,
  type RoundRecord,
  type Verification,
} from '#domain/games/verify-round.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Card } from '#web/member/frame/page-frame.tsx'
import { useSearchParameter } from '#web/member/kit/use-search-parameter.ts'
import { useSession } from '#web/member/session/session.ts'
import { Button } from '#web/shared/button.tsx'
import { TextArea } from '#web/shared/field.tsx'
import { useErrorMessage } from '#web/shared/states.tsx'
import { OwnRounds } from './own-rounds.tsx'
import { readExample } from './use-fairness.ts'
import { readOwnRound } from './use-own-rounds.ts'
import { Verdict } from './verdict.tsx'
import style from './fairness.module.css'

const games = catalogue.map(({ game }) => game)

type Verified = { record: RoundRecord; verification: Verification }

/** Verifies a round: pasted, chosen from the member's own (also by `?round=`), or an example. */
export function VerifyCard(): ReactNode {
  const t = useTranslations('fairness.form')
  const verdict = useTranslations('fairness.verdict')
  const errorMessage = useErrorMessage()
  const { kind } = useSession()
  const [asked] = useSearchParameter('round')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const [verified, setVerified] = useState<Verified | null>(null)
  const [busy, setBusy] = useState(false)
  const result = useRef<HTMLElement>(null)

  const refuse = (sentence: string) => {
    setVerified(null)
    setProblem(sentence)
  }
  const verify = (pasted: string) => {
    if (pasted.trim() === '') return refuse(t('empty'))
    const read = readRoundRecord(pasted)
    if (read.kind === 'json') return refuse(t('notJson'))
    if (read.kind === 'fields') return refuse(t('wrongFields', { names: read.names.join(', ') }))
    setProblem('')
    setVerified({ record: read.record, verification: verifyRound(read.record, games) })
  }
  /** Loads a record into the field and verifies it. */
  const load = async (reading: () => Promise<string>) => {
    setBusy(true)
    try {
      const loaded = await reading()
      setText(loaded)
      verify(loaded)
    } catch (error) {
      refuse(error instanceof Refusal ? error.message : errorMessage(error))
    }
    setBusy(false)
  }
  const verifyOwn = (roundId: string) =>
    load(async () => {
      const answer = await readOwnRound(roundId)
      if (answer.status === 'success') return roundRecordText(answer.round)
      throw new Refusal(t(answer.status === 'open-round' ? 'openRound' : 'missingRound'))
    })

  // A link of the history names a round.
  const mayRead = kind === 'member'
  const opened = useRef('')
  useEffect(() => {
    if (asked === '' || !mayRead || opened.current === asked) return
    opened.current = asked
    void verifyOwn(asked)
  })
  // The verdict is below the fold of phones.
  useEffect(() => {
    if (verified !== null) result.current?.focus()
  }, [verified])

  return (
    <Card title={t('title')} wide>
      <div className={style.form}>
        <form
          className={style.paste}
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            verify(text)
          }}
        >
          <TextArea
            label={t('paste')}
            hint={t('hint')}
            error={problem}
            value={text}
            rows={5}
            spellCheck={false}
            autoComplete="off"
            className={style.record}
            onChange={(event) => setText(event.target.value)}
          />
          <div className={style.buttons}>
            <Button type="submit" variant="gilt" busy={busy}>
              {t('verify')}
            </Button>
            <Button busy={busy} onClick={() => void load(readExample)}>
              {t('example')}
            </Button>
          </div>
        </form>
        <section className={style.own} aria-label={t('own')}>
          <h3 className={style.part}>{t('own')}</h3>
          {mayRead ? (
            <OwnRounds onChoose={(roundId) => void verifyOwn(roundId)} />
          ) : (
            <p className={style.second}>{t('guest')}</p>
          )}
        </section>
      </div>
      <section ref={result} tabIndex={-1} className={style.result} aria-label={verdict('title')} aria-live="polite">
        {verified && <Verdict key={verified.record.nonce} {...verified} />}
      </section>
    </Card>
  )
}

/** An answer that is no round, with its sentence. */
class Refusal extends Error {
  override name = 'Refusal'
}
