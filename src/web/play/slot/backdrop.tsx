import type { ComponentProps, ReactNode } from 'react'
import type { ArtManifest, PictureName } from '#domain/art-manifest.ts'
import { classes } from '#web/shared/classes.ts'
import { SceneLife } from './scene-life.tsx'
import { themeOf } from './theme.ts'
import style from './backdrop.module.css'

/**
 * The place behind the reels, in layers: what is far, the middle, what is near. Far and middle change during a feature;
 * a game without such pictures gets the colours of night.
 */
export function Backdrop(props: { manifest: ArtManifest; code: string; feature: boolean }): ReactNode {
  const { manifest, code, feature } = props
  const theme = themeOf(code)
  const layer = (part: string, picture: PictureProps = {}) => (
    <SceneLayer manifest={manifest} name={`scene/${code}${part}`} {...picture} />
  )
  const changing = classes(style.changing, feature && style.on)
  // A feature comes later than what the window shows first.
  const ofFeature: PictureProps = { className: changing, fetchPriority: 'low' }
  return (
    <div className={style.backdrop} style={{ background: `${theme.backdrop}, #07080d` }} aria-hidden="true">
      {/* The document has shown it already: no frame is without it. */}
      {layer('', { decoding: 'sync' })}
      {layer('-middle')}
      {layer('-feature', ofFeature)}
      {layer('-feature-middle', ofFeature)}
      {layer('-near')}
      <SceneLife life={theme.life} />
      <div className={style.veil} />
      {!manifest[`scene/${code}-feature`] && (
        <div className={classes(style.night, changing)} style={{ background: theme.featureBackdrop }} />
      )}
    </div>
  )
}

type PictureProps = Pick<ComponentProps<'img'>, 'className' | 'decoding' | 'fetchPriority'>

function SceneLayer(props: PictureProps & { manifest: ArtManifest; name: PictureName }): ReactNode {
  const { manifest, name, className, ...loading } = props
  const tall: PictureName = `${name}-portrait`
  if (!manifest[name]) return null
  return (
    <picture>
      {manifest[tall] && <source media="(orientation: portrait)" srcSet={manifest[tall]} />}
      <img className={classes(style.scene, className)} src={manifest[name]} alt="" {...loading} />
    </picture>
  )
}
