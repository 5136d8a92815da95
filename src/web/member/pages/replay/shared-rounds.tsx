import type { OwnReplay } from '#contract/replay.ts'
import { call } from '#web/shared/api.ts'
import { buttonClass } from '#web/shared/button.tsx'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { addressOf, TakeBack } from '#web/shared/share-round.tsx'
import { useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { PagedList } from '#web/member/kit/paged-list.tsx'
import { usePage } from '#web/member/page-data.ts'
import style from './watch.module.css'

const key = 'get-own-replays'
const take = 10

/** The rounds that the member shares, each with its address and a way to take it back. */
export function SharedRounds(): ReactNode {
  const t = useTranslations('replay')
  const [skip, setSkip] = useState(0)
  const query = useQuery({
    queryKey: [key, skip],
    queryFn: ({ signal }) => call('get-own-replays', { skip, take }, { signal }),
  })
  return (
    <>
      <p className={style.text}>{t('listText')}</p>
      <PagedList
        query={query}
        rowsOf={(data) => data.replays}
        awaited={{ rows: 2, height: 64 }}
        picture="games"
        none={t('empty')}
        skip={skip}
        onSkip={setSkip}
      >
        {(replays) => (
          <ul className={style.rounds}>
            {replays.map((replay) => (
              <ReplayRow key={replay.id} replay={replay} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

function ReplayRow({ replay }: { replay: OwnReplay }): ReactNode {
  const t = useTranslations('replay')
  const locale = useLocaleCode()
  const errorMessage = useErrorMessage()
  const client = useQueryClient()
  const { brand } = usePage().site
  const date = formatMoment(replay.betTime, brand.timeZone)
  const game = replay.names[locale]
  const takeBack = useMutation({
    mutationFn: () => call('take-back-replay', { id: replay.id }),
    onSuccess: async () => {
      toast(t('takenBack'), 'success')
      await client.invalidateQueries({ queryKey: [key] })
    },
    onError: (error) => toast(errorMessage(error), 'danger'),
  })
  return (
    <li className={style.round}>
      <span className={style.name}>
        <b>{game}</b>
        <span className={`${style.second} money`}>
          {date} · {t('times', { multiple: replay.multiple })}
          {replay.listed && ` · ${t('listedMark')}`}
        </span>
      </span>
      <a className={buttonClass('plain')} href={addressOf(replay)} target="_blank" rel="noopener">
        {t('watch')}
      </a>
      <TakeBack
        label={t('takeBackOf', { game, date })}
        busy={takeBack.isPending}
        onTakeBack={() => takeBack.mutate()}
      />
    </li>
  )
}
