import type { ReactNode } from 'react'
import type { ArtManifest, PictureName } from '#domain/art-manifest.ts'
import { classes } from '#web/shared/classes.ts'
import style from './backdrop.module.css'

/** The scene behind the reels; night colours during free spins. */
export function Backdrop(props: { manifest: ArtManifest; code: string; feature: boolean }): ReactNode {
  const { manifest, code, feature } = props
  const wide: PictureName = `scene/${code}`
  const tall: PictureName = `scene/${code}-portrait`
  return (
    <div className={style.backdrop} aria-hidden="true">
      {manifest[wide] && (
        <picture>
          {manifest[tall] && <source media="(orientation: portrait)" srcSet={manifest[tall]} />}
          <img className={style.scene} src={manifest[wide]} alt="" />
        </picture>
      )}
      <div className={style.veil} />
      <div className={classes(style.feature, feature && style.on)} />
    </div>
  )
}
