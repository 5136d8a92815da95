import { Button, type ButtonProps } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import classes from './forms.module.css'
import { ReasonDialog } from './reason-dialog.tsx'

type Look = Pick<ButtonProps, 'color' | 'variant'>

/** The buttons of a second operator: one approves what another proposed, the other refuses it with a reason. */
export function TwoAnswers(props: {
  approve: { label: string; look?: Look; isBusy: boolean; onPress: () => void }
  refuse: {
    label: string
    look: Look
    title: string
    consequence: string
    submit: string
    isBusy: boolean
    isHarmless?: boolean
    /** `close` closes the dialog; called once the refusal has an answer. */
    onSubmit: (reason: string, close: () => void) => void
  }
}): ReactNode {
  const [isRefusing, setRefusing] = useState(false)
  const { approve, refuse } = props
  const close = (): void => setRefusing(false)
  return (
    <>
      <div className={classes.actions}>
        <Button {...approve.look} loading={approve.isBusy} onClick={approve.onPress}>
          {approve.label}
        </Button>
        <Button {...refuse.look} onClick={() => setRefusing(true)}>
          {refuse.label}
        </Button>
      </div>
      {isRefusing ? (
        <ReasonDialog
          title={refuse.title}
          consequence={refuse.consequence}
          submit={refuse.submit}
          isBusy={refuse.isBusy}
          {...(refuse.isHarmless === true ? { isHarmless: true } : {})}
          onSubmit={(reason) => refuse.onSubmit(reason, close)}
          onClose={close}
        />
      ) : null}
    </>
  )
}
