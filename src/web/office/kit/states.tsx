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
      <Text c="dimmed">{props.text}</Text>
    </div>
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
