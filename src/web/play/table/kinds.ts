import type { TableKindParts } from './table-kind.ts'

/**
 * The games that the window of a table shows, by code, with what loads the parts of their kind; any other game is a slot. The entry
 * of the window has this list without any rules of the games. A test compares it with the games of each kind.
 */
export const kindLoaders: Readonly<Record<string, () => Promise<TableKindParts>>> = {
  baccarat,
  'speed-baccarat': baccarat,
  'no-commission-baccarat': baccarat,
  'dragon-tiger': dragonTiger,
  'sic-bo': sicBo,
  roulette,
  'virtual-horses': race,
  'virtual-hounds': race,
}

function baccarat(): Promise<TableKindParts> {
  return import('./baccarat/baccarat-kind.tsx').then((module) => module.baccaratKind)
}

function race(): Promise<TableKindParts> {
  return import('./race/race-kind.tsx').then((module) => module.raceKind)
}

function dragonTiger(): Promise<TableKindParts> {
  return import('./dragon-tiger/dragon-tiger-kind.tsx').then((module) => module.dragonTigerKind)
}

function sicBo(): Promise<TableKindParts> {
  return import('./sic-bo/sic-bo-kind.tsx').then((module) => module.sicBoKind)
}

function roulette(): Promise<TableKindParts> {
  return import('./roulette/roulette-kind.tsx').then((module) => module.rouletteKind)
}
