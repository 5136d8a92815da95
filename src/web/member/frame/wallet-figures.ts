import type { CurrentUser } from '#contract/member.ts'
import { createStore } from '#web/shared/store.ts'
import type { ComponentType } from 'react'

export type WalletFigure = ComponentType<{ user: CurrentUser }>

/** The figures of the wallet once their chunk has loaded, which also loads the member; until then their place is kept. */
export const walletFigures = createStore<{ readonly Owned: WalletFigure; readonly Comp: WalletFigure } | null>(null)
