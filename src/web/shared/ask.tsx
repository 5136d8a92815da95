import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button, type ButtonLook } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { createStore, useStore } from './store.ts'

/** Questions and plain messages over the page, asked from anywhere: `if (await ask({ … })) …`. */

export type Question = {
  title: string
  text?: string
  /** The button names the act: "Log out", never "OK". */
  act: string
  look?: ButtonLook
  /** Left out: the message has one button only. */
  stay?: string
}

type Asked = Question & { answer: (yes: boolean) => void }

const questions = createStore<readonly Asked[]>([])

/** Asks; resolves to true when the member chooses the act, false for everything else. Questions queue. */
export function ask(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const asked: Asked = {
      ...question,
      answer: (yes) => {
        questions.set(questions.get().filter((other) => other !== asked))
        resolve(yes)
      },
    }
    questions.set([...questions.get(), asked])
  })
}

const none: readonly Asked[] = []

/** Shows the question at the head of the queue; mounted once by the app. */
export function Questions(): ReactNode {
  const [first] = useStore(questions, none)
  return first === undefined ? null : <QuestionDialog key={first.title + first.act} question={first} />
}

function QuestionDialog({ question }: { question: Asked }): ReactNode {
  const common = useTranslations('common')
  const answer = question.answer
  const act = useRef<HTMLButtonElement>(null)
  // The dialog has opened by now, with the focus on its cross: the act is what most come for.
  useEffect(() => act.current?.focus(), [])
  return (
    <Dialog title={question.title} onClose={() => answer(false)}>
      {question.text && <p>{question.text}</p>}
      <DialogActions>
        {question.stay !== undefined && (
          <Button onClick={() => answer(false)}>{question.stay || common('cancel')}</Button>
        )}
        <Button look={question.look ?? 'gilt'} onClick={() => answer(true)} ref={act}>
          {question.act}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
