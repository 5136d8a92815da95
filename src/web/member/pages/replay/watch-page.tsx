import type { SeatExample, SlotExample, WatchedGame } from '#contract/replay.ts'
import { call } from '#web/shared/api.ts'
import { buttonClass } from '#web/shared/button.tsx'
import { formatPercent, formatReturn } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import { Link, usePath } from '#web/member/navigation.tsx'
import { NotFound } from '#web/member/frame/not-found.tsx'
import { useSession } from '#web/member/session/session.ts'
import { SharedList } from './shared-list.tsx'
import { WatchLink } from './watch-link.tsx'
import style from './watch.module.css'

/** `/watch/<game>`: the rounds of a game that anyone may watch, also without an account. */
export function Page(): ReactNode {
  const [, , code = ''] = usePath().split('/')
  const t = useTranslations('replayWatch')
  const locale = useLocaleCode()
  const { data, error, refetch } = useQuery({
    queryKey: ['get-watched-game', code],
    queryFn: ({ signal }) => call('get-watched-game', { game: code }, { signal }),
  })
  if (data?.status === 'none') return <NotFound />
  const watch = data?.watch
  return (
    <PageFrame title={watch ? t('title', { game: watch.names[locale] }) : t('mark')}>
      <p className={style.lead}>{t('lead')}</p>
      {watch === undefined ? (
        <Card wide>
          {error === null ? <Skeleton rows={4} height={64} /> : <Failure error={error} retry={() => void refetch()} />}
        </Card>
      ) : watch.kind === 'table' ? (
        <TableRounds watch={watch} />
      ) : (
        <OwnRounds watch={watch} />
      )}
      <JoinCard />
    </PageFrame>
  )
}

type Own = Extract<WatchedGame, { kind: 'slot' | 'seat' }>
type Table = Extract<WatchedGame, { kind: 'table' }>

/** Rounds of a game that each member plays alone: those that members share, and examples. */
function OwnRounds({ watch }: { watch: Own }): ReactNode {
  const t = useTranslations('replayWatch')
  const locale = useLocaleCode()
  const { kind, game, rtp, winPercent, examples } = watch
  const odds = { percent: formatPercent(winPercent, locale), rtp: formatReturn(rtp, locale) }
  return (
    <>
      <p className={style.odds}>{t(kind === 'seat' ? 'seatOdds' : 'odds', odds)}</p>
      <Card title={t('shared')} wide>
        <SharedList game={game} />
      </Card>
      <Card title={t('examples')} wide>
        <p className={style.text}>{t(kind === 'seat' ? 'seatExamplesText' : 'examplesText')}</p>
        <ul className={style.rounds}>
          {examples.map((example, index) => (
            <ExampleRow key={example.nonce} {...{ game, example }} place={index + 1} />
          ))}
        </ul>
      </Card>
    </>
  )
}

function ExampleRow(props: {
  game: string
  example: Pick<SlotExample | SeatExample, 'why' | 'nonce' | 'multiple'>
  place: number
}): ReactNode {
  const { game, example, place } = props
  const t = useTranslations('replayWatch')
  const { why, nonce, multiple } = example
  const name = t('nonce', { nonce })
  return (
    <li className={style.round}>
      <span className={style.name}>
        <b>{name}</b>
        <span className={style.second}>{t(`why.${why}`)}</span>
      </span>
      <span className="money">{t('times', { multiple })}</span>
      <WatchLink {...{ game, name }} watch={String(place)} />
      <VerifyLink {...{ game, name, place }} />
    </li>
  )
}

/** Verifies an example on the public page; `name`: what it is called for screen readers. */
function VerifyLink({ game, place, name }: { game: string; place: number; name: string }): ReactNode {
  const t = useTranslations('replayWatch')
  return (
    <Link
      to={`/fairness?game=${game}&example=${place}`}
      className={buttonClass('quiet')}
      aria-label={`${t('verify')}, ${name}`}
    >
      {t('verify')}
    </Link>
  )
}

function TableRounds({ watch }: { watch: Table }): ReactNode {
  const t = useTranslations('replayWatch')
  const { game, rounds, record } = watch
  const isExample = record !== null
  return (
    <Card title={isExample ? t('examples') : t('tableRounds')} wide>
      <p className={style.text}>{isExample ? t('tableExample') : t('tableText')}</p>
      <ul className={style.rounds}>
        {rounds.map(({ number, day }, index) => {
          const name = number === null ? t('exampleNumber', { place: index + 1 }) : t('nonce', { nonce: number })
          return (
            <li key={name} className={style.round}>
              <span className={style.name}>
                <b>{name}</b>
                {day !== null && <span className={style.second}>{day}</span>}
              </span>
              <WatchLink {...{ game, name }} watch={String(index + 1)} />
              {isExample && <VerifyLink {...{ game, name }} place={index + 1} />}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** What a guest may do next. */
function JoinCard(): ReactNode {
  const t = useTranslations('replayWatch')
  const frame = useTranslations('frame')
  if (useSession().kind === 'member') return null
  return (
    <Card wide>
      <div className={style.join}>
        <p>{t('join')}</p>
        <Link to="/login" className={buttonClass('gilt')}>
          {frame('login')}
        </Link>
        <Link to="/register" className={buttonClass('plain')}>
          {frame('register')}
        </Link>
      </div>
    </Card>
  )
}
