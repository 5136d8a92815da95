import { useTranslations } from 'use-intl/react'

/** The features of games by their code; one that is not known here is shown as it is written, without its hyphens. */
const known = {
  'free-spins': 'freeSpins',
  'hold-and-win': 'holdAndWin',
  ways: 'ways',
  'stacked-wild': 'stackedWild',
  classic: 'classic',
  tumble: 'tumble',
  multiplier: 'multiplier',
  cluster: 'cluster',
  'expanding-symbol': 'expandingSymbol',
  'sticky-wild': 'stickyWild',
  jackpot: 'jackpot',
  'pay-anywhere': 'payAnywhere',
} as const satisfies Record<string, string>

/** Says a feature in the page's language. */
export function useFeatureNames(): (feature: string) => string {
  const t = useTranslations('lobby.features')
  return (feature) => {
    const key = Object.entries(known).find(([code]) => code === feature)?.[1]
    return key === undefined ? feature.replaceAll('-', ' ') : t(key)
  }
}
