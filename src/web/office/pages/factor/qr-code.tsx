import { useMemo, type ReactNode } from 'react'
import { encode } from 'uqr'
import classes from './factor.module.css'

/** Modules of quiet zone around a QR code, which readers need. */
const border = 4

/** A text as a QR code, drawn here: the secret in it leaves the browser to no other service. */
export function QrCode(props: { text: string; label: string }): ReactNode {
  const { size, path } = useMemo(() => {
    const { data } = encode(props.text, { ecc: 'M', border })
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: data.length, path: dark.join('') }
  }, [props.text])
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={props.label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
