import type { OfficeRouteName } from '#contract/office-api.ts'
import { createStore } from '#web/shared/store.ts'

/** Calls that wait for a proof of the second factor; `factor-dialog.tsx` shows one dialog for all of them. */

export type FactorPrompt = {
  name: OfficeRouteName
  needs: 'recent' | 'act'
}

type Waiting = FactorPrompt & { answer: (isProven: boolean) => void }

/** The waiting calls, the first one first. */
export const factorPrompts = createStore<readonly Waiting[]>([])

/** Opens the dialog; resolves to true when the factor was proven, to false when the dialog was closed. */
export function promptFactor(prompt: FactorPrompt): Promise<boolean> {
  return new Promise((resolve) => factorPrompts.set([...factorPrompts.get(), { ...prompt, answer: resolve }]))
}

/** Answers every waiting call: one proof serves all that need a recent one; the others are asked again. */
export function answerFactorPrompts(isProven: boolean): void {
  const waiting = factorPrompts.get()
  factorPrompts.set([])
  for (const one of waiting) one.answer(isProven)
}

/**
 * Closes the dialog of the second factor on Escape, and only that one: dialogs beneath listen on the window as well, so
 * this must start before any of them is mounted. Returns a function that ends it.
 */
export function closePromptOnEscape(): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing || factorPrompts.get().length === 0) return
    event.stopImmediatePropagation()
    answerFactorPrompts(false)
  }
  window.addEventListener('keydown', onKey, { capture: true })
  return () => window.removeEventListener('keydown', onKey, { capture: true })
}
