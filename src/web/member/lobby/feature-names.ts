import { useTranslations } from 'use-intl/react'
import type { LobbyFeature } from '#domain/games/lobby-features.ts'

/** Message keys by feature code; an unknown code is shown without its hyphens. */
const messageKeys = {
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
  'walking-wild': 'walkingWild',
  pick: 'pick',
  jackpot: 'jackpot',
  'pay-anywhere': 'payAnywhere',
} as const satisfies Record<LobbyFeature, string>

/** The name of a feature in the language of the page. */
export function useFeatureNames(): (feature: string) => string {
  const t = useTranslations('lobby.features')
  return (feature) => {
    const key = Object.entries(messageKeys).find(([code]) => code === feature)?.[1]
    return key === undefined ? feature.replaceAll('-', ' ') : t(key)
  }
}
