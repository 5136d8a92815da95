import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './pager.module.css'

/** Previous and next page of a list; renders nothing when there is one page. */
export function Pager(props: { skip: number; take: number; total: number; onSkip: (skip: number) => void }): ReactNode {
  const t = useTranslations('office.common')
  const { skip, take, total } = props
  if (total <= take && skip === 0) return null
  return (
    <nav className={classes.pager} aria-label={t('range', { from: skip + 1, to: Math.min(skip + take, total), total })}>
      <Button size="xs" variant="default" disabled={skip === 0} onClick={() => props.onSkip(Math.max(0, skip - take))}>
        {t('previous')}
      </Button>
      <Text size="xs" c="dimmed" component="span">
        {t('range', { from: Math.min(skip + 1, total), to: Math.min(skip + take, total), total })}
      </Text>
      <Button size="xs" variant="default" disabled={skip + take >= total} onClick={() => props.onSkip(skip + take)}>
        {t('next')}
      </Button>
    </nav>
  )
}
