import type { GameSymbol } from '#domain/games/game.ts'
import { useTranslations } from 'use-intl/react'

/** Names a symbol in the language of the page, with its part in the game; one of pasted data that has no name, by its id. */
export function useSymbolName(): (symbol: GameSymbol | undefined) => string {
  const t = useTranslations('fairnessSymbol')
  return (symbol) => {
    if (symbol === undefined) return ''
    const key = `name.${symbol.id}` as 'name.ace'
    const name = t.has(key) ? t(key) : symbol.id
    switch (symbol.kind) {
      case 'ordinary':
      case 'coin':
        return name
      case 'book':
        return t('scatter', { name })
      case 'wild':
      case 'scatter':
      case 'mystery':
        return t(symbol.kind, { name })
    }
  }
}
