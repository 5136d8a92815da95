import { useTranslations } from 'use-intl/react'
import type { LobbyFeature } from '#domain/games/lobby-features.ts'

/** The name of a feature in the language of the page; an unknown code is shown without its hyphens. */
export function useFeatureNames(): (feature: string) => string {
  const t = useTranslations('lobbyFeature')
  return (feature) => (t.has(feature as LobbyFeature) ? t(feature as LobbyFeature) : feature.replaceAll('-', ' '))
}
