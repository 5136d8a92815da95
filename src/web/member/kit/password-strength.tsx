import { passwordStrength, passwordStrengths } from '#domain/password-strength.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import style from './password-strength.module.css'

/** Strength of the password being typed, as a bar and a label. Renders nothing while the field is empty. */
export function PasswordStrengthBar({ password, names }: { password: string; names: readonly string[] }): ReactNode {
  const t = useTranslations('member.strength')
  if (password === '') return null
  const strength = passwordStrength(password, names)
  const filled = passwordStrengths.indexOf(strength) + 1
  return (
    <p className={style.strength} data-strength={strength}>
      <span className={style.track} aria-hidden="true">
        {passwordStrengths.map((step, index) => (
          <i key={step} data-on={index < filled || undefined} />
        ))}
      </span>
      <output>
        <span className="visually-hidden">{t('label')} </span>
        {t(strength)}
      </output>
    </p>
  )
}
