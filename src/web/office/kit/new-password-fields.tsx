import { PasswordInput } from '@mantine/core'
import type { ReactNode } from 'react'

type Field = { label: string; value: string; onChange: (value: string) => void }

/** The two fields of a new password; the form compares them. */
export function NewPasswordFields({ first, again }: { first: Field; again: Field }): ReactNode {
  return [first, again].map(({ label, value, onChange }) => (
    <PasswordInput
      key={label}
      label={label}
      autoComplete="new-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ))
}
