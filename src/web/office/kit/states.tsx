import { Alert, Button, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './states.module.css'

/** Placeholders of lists and panels without data. */

/** Something could not be loaded. */
export function Problem(props: { text: string; retry: () => void }): ReactNode {
  const t = useTranslations('office')
  return (
    <Alert color="red" role="alert" m="md" title={props.text}>
      <Text size="sm" mb="sm">
        {t('errors.loadHint')}
      </Text>
      <Button variant="default" onClick={props.retry}>
        {t('common.retry')}
      </Button>
    </Alert>
  )
}

/** An empty list or panel. */
export function Empty(props: { text: string; isSmall?: boolean }): ReactNode {
  return (
    <div className={classes.empty} data-small={props.isSmall || undefined}>
      {props.isSmall || props.text === '' ? null : <Sheets />}
      <Text c="dimmed">{props.text}</Text>
    </div>
  )
}

/** A tray without papers, drawn in one metal. */
function Sheets(): ReactNode {
  return (
    <svg className={classes.mark} viewBox="0 0 48 40" width="48" height="40" aria-hidden>
      <path d="M12 14V5a2 2 0 0 1 2-2h20a2 2 0 0 1 2 2v9M19 10h10M19 15h10" />
      <path d="M4 22 9 14h4v8h6c0 3 2 5 5 5s5-2 5-5h6v-8h4l5 8v13a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2Z" />
    </svg>
  )
}

/** Placeholder rows of the final height. */
export function LoadingRows(props: { rows?: number }): ReactNode {
  const t = useTranslations('office.common')
  return (
    <output className={classes.loading} aria-label={t('loading')}>
      {Array.from({ length: props.rows ?? 8 }, (_, index) => (
        <Skeleton key={index} height={36} radius={6} />
      ))}
    </output>
  )
}
