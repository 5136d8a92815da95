import { Alert, Button, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './states.module.css'

/** What a list or a panel shows when it has nothing to show. */

/** Something could not be loaded. */
export function Problem(props: { text: string; retry: () => void }): ReactNode {
  const t = useTranslations('office.common')
  return (
    <Alert color="red" role="alert" m="md" title={props.text}>
      <Button variant="default" onClick={props.retry}>
        {t('retry')}
      </Button>
    </Alert>
  )
}

/** There is nothing, and that is fine. */
export function Empty(props: { text: string; isSmall?: boolean }): ReactNode {
  return (
    <div className={classes.empty} data-small={props.isSmall || undefined}>
      <Text c="dimmed">{props.text}</Text>
    </div>
  )
}

/** Rows of the size the real ones will have. */
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
