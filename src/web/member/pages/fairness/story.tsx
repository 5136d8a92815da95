import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { AddedPicture, OpenedPicture, SealedPicture } from './story-pictures.tsx'
import style from './fairness.module.css'

/** Commitment, client seed and revelation, in three pictures for readers who do not know what a hash is. */
export function Story(): ReactNode {
  const t = useTranslations('fairness.story')
  const steps = [
    { picture: <SealedPicture />, title: t('sealTitle'), text: t('sealText') },
    { picture: <AddedPicture />, title: t('addTitle'), text: t('addText') },
    { picture: <OpenedPicture />, title: t('openTitle'), text: t('openText') },
  ]
  return (
    <section className={style.story} aria-label={t('title')}>
      <ol className={style.steps}>
        {steps.map(({ picture, title, text }, index) => (
          <li key={title} className={style.step}>
            <div className={style.picture}>{picture}</div>
            <h2 className={style.stepTitle}>
              <span className={style.number} aria-hidden="true">
                {index + 1}
              </span>
              {title}
            </h2>
            <p className={style.second}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
