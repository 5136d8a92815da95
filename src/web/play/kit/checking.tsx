import { useState, type ReactNode } from 'react'
import { Button } from '#web/shared/button.tsx'
import { Dialog, DialogActions } from '#web/shared/dialog.tsx'

/** Shown while it is unknown whether a call was taken; blocks all controls. */
export function Checking(props: {
  texts: { title: string; text: string; again: string }
  /** Repeats the call with the same request id. */
  checkAgain: () => Promise<void>
}): ReactNode {
  const { texts, checkAgain } = props
  const [busy, setBusy] = useState(false)
  const again = () => {
    setBusy(true)
    void checkAgain().then(() => setBusy(false))
  }
  return (
    <Dialog title={texts.title} onClose={() => undefined} mustAnswer>
      <p>{texts.text}</p>
      <DialogActions>
        <Button variant="gilt" busy={busy} onClick={again}>
          {texts.again}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
