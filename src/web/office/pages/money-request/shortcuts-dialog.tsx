import { Kbd, Modal } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './queue.module.css'

const shortcuts = [
  ['J K', 'shortcutMove'],
  ['C', 'shortcutClaim'],
  ['A', 'shortcutApprove'],
  ['R', 'shortcutReject'],
  ['N', 'shortcutNote'],
  ['/', 'shortcutSearch'],
  ['?', 'shortcutHelp'],
] as const

/** Every key of the queue. */
export function ShortcutsDialog(props: { onClose: () => void }): ReactNode {
  const t = useTranslations('office')
  return (
    <Modal opened onClose={props.onClose} title={t('moneyRequest.shortcuts')}>
      <dl className={classes.keys}>
        {shortcuts.map(([keys, message]) => (
          <Fragment key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{t(`moneyRequest.${message}`)}</dd>
          </Fragment>
        ))}
      </dl>
    </Modal>
  )
}
