import type { Amount } from './money.ts'

/** A member: restriction, masked data, attempts at their secrets. */

export const memberStatuses = ['pending', 'active', 'blocked', 'rejected'] as const
export type MemberStatus = (typeof memberStatuses)[number]

/**
 * Why a member may sign in but not play; null without a restriction. A block without an end lasts until the office lifts it. The database has `Infinity` for an endless
 * exclusion.
 */
export function restrictionOf(
  member: { status: MemberStatus; excludedUntil: Date | number | null; blockedUntil?: Date | null },
  at: Date,
): { why: 'blocked' | 'excluded'; until: Date | null } | null {
  if (member.status === 'blocked') return { why: 'blocked', until: member.blockedUntil ?? null }
  const { excludedUntil } = member
  if (excludedUntil === null || Number(excludedUntil) <= at.getTime()) return null
  return { why: 'excluded', until: excludedUntil instanceof Date ? excludedUntil : null }
}

/** A phone or account number as its owner sees it: dots, and the last four digits. */
export function masked(last4: string): string {
  return last4 === '' ? '' : `••••${last4}`
}

/** The last four digits of a number, fewer when it has no more than eight. */
export function lastDigits(number: string): string {
  const digits = number.replace(/\D/g, '')
  return digits.slice(-Math.min(4, Math.floor(digits.length / 2)))
}

/** Spendable money as the member has seen it: without the wins of rounds not yet shown. */
export function shownBalance(cash: Amount, unseen: Amount): Amount {
  return unseen > cash ? 0n : cash - unseen
}

/** Letters and digits that are not mistaken for one another, for the reference code of a deposit. */
export const referenceAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const referenceLength = 6

/**
 * Attempts at a password. A device that the member has signed in from has a count of its own. All others are counted by
 * id and network, and by id over all networks; beyond the bound of the latter each network has to wait before an
 * attempt, twice as long each time.
 */
export const signInAttempts = {
  knownDevice: { most: 10, minutes: 30 },
  network: { most: 5, minutes: 15 },
  id: { most: 30, minutes: 24 * 60 },
  waitMinutes: { first: 1, longest: 15 },
} as const

/** Attempts at the withdrawal PIN before it is locked, and for how long: half an hour first, then a day each time. */
export const pinAttempts = { each: 5, firstMinutes: 30, laterMinutes: 24 * 60 } as const
