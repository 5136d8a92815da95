import type { ReactNode } from 'react'

/** The three pictures of the story: a sealed envelope, a tile added to it, and the opened letter with the same reels. */

const box = { viewBox: '0 0 320 200', role: 'presentation', 'aria-hidden': true } as const

/** Gradients of one picture; ids are unique on the page. */
function Materials({ id }: { id: string }): ReactNode {
  return (
    <defs>
      <radialGradient id={`${id}-light`} cx="50%" cy="42%" r="70%">
        <stop offset="0" stopColor="#6b2347" stopOpacity=".75" />
        <stop offset=".55" stopColor="#2a1730" stopOpacity=".6" />
        <stop offset="1" stopColor="#0d0f17" stopOpacity="0" />
      </radialGradient>
      <linearGradient id={`${id}-paper`} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#fffaf0" />
        <stop offset=".5" stopColor="#efe6d2" />
        <stop offset="1" stopColor="#c8b78f" />
      </linearGradient>
      <linearGradient id={`${id}-flap`} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#fff6e2" />
        <stop offset="1" stopColor="#d9c79d" />
      </linearGradient>
      <linearGradient id={`${id}-gold`} x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stopColor="#fff7c2" />
        <stop offset=".38" stopColor="#f7c948" />
        <stop offset=".72" stopColor="#b8740f" />
        <stop offset="1" stopColor="#5a2f02" />
      </linearGradient>
      <radialGradient id={`${id}-wax`} cx="38%" cy="32%" r="75%">
        <stop offset="0" stopColor="#ff9fb0" />
        <stop offset=".3" stopColor="#e03a5c" />
        <stop offset=".75" stopColor="#96102f" />
        <stop offset="1" stopColor="#4d0317" />
      </radialGradient>
      <linearGradient id={`${id}-jade`} x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stopColor="#d9ffe9" />
        <stop offset=".4" stopColor="#3ddc97" />
        <stop offset="1" stopColor="#0e8f5e" />
      </linearGradient>
      <filter id={`${id}-shadow`} x="-30%" y="-30%" width="160%" height="170%">
        <feDropShadow dx="0" dy="8" stdDeviation="9" floodColor="#000" floodOpacity=".7" />
      </filter>
    </defs>
  )
}

const use = (id: string, material: string) => `url(#${id}-${material})`

/** The ground of a picture: a pool of light, and rays as on the tiles of the lobby. */
function Ground({ id }: { id: string }): ReactNode {
  return (
    <>
      <rect width="320" height="200" fill={use(id, 'light')} />
      <g stroke="#e8c177" strokeOpacity=".09" strokeWidth="1">
        {Array.from({ length: 15 }, (_, ray) => (
          <line
            key={ray}
            x1="160"
            y1="96"
            x2={160 + 210 * Math.cos((Math.PI * ray) / 14 + Math.PI)}
            y2={96 + 210 * Math.sin((Math.PI * ray) / 14 + Math.PI)}
          />
        ))}
      </g>
      <ellipse cx="160" cy="174" rx="118" ry="9" fill="#000" opacity=".45" />
    </>
  )
}

/** A wax seal with a scalloped edge and a tiger's eye. */
function Seal({ id, x, y, size }: { id: string; x: number; y: number; size: number }): ReactNode {
  const bumps = Array.from({ length: 14 }, (_, index) => {
    const angle = (index / 14) * 2 * Math.PI
    return [x + Math.cos(angle) * size * 0.86, y + Math.sin(angle) * size * 0.86] as const
  })
  return (
    <g filter={use(id, 'shadow')}>
      {bumps.map(([left, top]) => (
        <circle key={`${left}`} cx={left} cy={top} r={size * 0.24} fill="#96102f" />
      ))}
      <circle cx={x} cy={y} r={size} fill={use(id, 'wax')} />
      <circle cx={x} cy={y} r={size * 0.72} fill="none" stroke="#ffc4cf" strokeOpacity=".5" strokeWidth="1.5" />
      <path
        d={`M${x - size * 0.48} ${y}q${size * 0.48} ${-size * 0.52} ${size * 0.96} 0q${-size * 0.48} ${size * 0.52} ${-size * 0.96} 0z`}
        fill="#5c0a20"
        stroke="#ffd0d6"
        strokeOpacity=".65"
        strokeWidth="1.4"
      />
      <circle cx={x} cy={y} r={size * 0.17} fill={use(id, 'gold')} />
    </g>
  )
}

function ClosedEnvelope({ id, x, y }: { id: string; x: number; y: number }): ReactNode {
  return (
    <g filter={use(id, 'shadow')} transform={`translate(${x} ${y})`}>
      <rect width="168" height="112" rx="9" fill={use(id, 'paper')} />
      <path d="M4 108 68 56M164 108 100 56" stroke="#a8946a" strokeWidth="1.4" fill="none" />
      <path
        d="M3 5q81 1 162 0L92 66q-8 7-16 0z"
        fill={use(id, 'flap')}
        stroke="#a8946a"
        strokeWidth="1.2"
        strokeLinejoin="round"
      />
      <rect x=".75" y=".75" width="166.5" height="110.5" rx="8.5" fill="none" stroke="#fffaf0" strokeOpacity=".7" />
    </g>
  )
}

/** 1: the value is in the envelope, and its seal is shown before the round. */
export function SealedPicture(): ReactNode {
  const id = 'seal'
  return (
    <svg {...box}>
      <Materials id={id} />
      <Ground id={id} />
      <ClosedEnvelope id={id} x={76} y={42} />
      <Seal id={id} x={160} y={104} size={24} />
    </svg>
  )
}

/** 2: the member's own tile joins the sealed envelope. */
export function AddedPicture(): ReactNode {
  const id = 'add'
  return (
    <svg {...box}>
      <Materials id={id} />
      <Ground id={id} />
      <g transform="translate(-44 6) scale(.92)">
        <ClosedEnvelope id={id} x={76} y={42} />
        <Seal id={id} x={160} y={104} size={22} />
      </g>
      <g stroke={use(id, 'gold')} strokeWidth="6" strokeLinecap="round">
        <path d="M203 101h22M214 90v22" />
      </g>
      <g filter={use(id, 'shadow')} transform="rotate(7 268 100)">
        <rect x="236" y="62" width="62" height="78" rx="11" fill={use(id, 'gold')} />
        <rect x="240" y="66" width="54" height="70" rx="8" fill={use(id, 'paper')} />
        <path
          d="M255 84h24q-13 13-15 35"
          fill="none"
          stroke="#2a1802"
          strokeWidth="7"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
    </svg>
  )
}

/** 3: the envelope is open, the letter shows the reels, and they agree. */
export function OpenedPicture(): ReactNode {
  const id = 'open'
  return (
    <svg {...box}>
      <Materials id={id} />
      <Ground id={id} />
      <g filter={use(id, 'shadow')}>
        <path d="M72 98 150 42q10-7 20 0l78 56z" fill="#b09a6c" />
        <rect x="72" y="96" width="176" height="78" rx="8" fill="#8d7a52" />
      </g>
      <g filter={use(id, 'shadow')}>
        <rect x="92" y="24" width="136" height="112" rx="8" fill="#fffdf6" />
        {[0, 1, 2].map((reel) => (
          <g key={reel} transform={`translate(${106 + reel * 38} 38)`}>
            <rect width="32" height="46" rx="6" fill="#141824" stroke="#b8863a" strokeWidth="1.5" />
            <path
              d="M16 10l4.6 9.3 10.2 1.5-7.4 7.2 1.8 10.2L16 33.4l-9.2 4.8 1.8-10.2L1.2 20.8l10.2-1.5z"
              transform="translate(4 5.5) scale(.75)"
              fill={use(id, 'gold')}
            />
          </g>
        ))}
        <path d="M106 96h72M106 106h54" stroke="#c8b78f" strokeWidth="4" strokeLinecap="round" />
      </g>
      <g filter={use(id, 'shadow')}>
        <path
          d="M72 104 150 146q10 6 20 0l78-42v62q0 8-8 8H80q-8 0-8-8z"
          fill={use(id, 'paper')}
          stroke="#a8946a"
          strokeWidth="1.2"
        />
      </g>
      <g filter={use(id, 'shadow')}>
        <circle cx="236" cy="60" r="25" fill={use(id, 'jade')} />
        <circle cx="236" cy="60" r="21" fill="none" stroke="#eafff4" strokeOpacity=".6" strokeWidth="1.5" />
        <path
          d="M225 61l8 8 15-17"
          fill="none"
          stroke="#043d2a"
          strokeWidth="5.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
    </svg>
  )
}
