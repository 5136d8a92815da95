import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type MemberRouteName, memberRoutes } from './member-api.ts'
import { officeRoutes } from './office-api.ts'
import { type PlayRouteName, playRoutes } from './play-api.ts'
import { currentUser } from './member.ts'
import { amountIn } from './wire.ts'
import type { Route } from './route.ts'

/** The statuses of the wire, written a second time by hand, because a changed spelling breaks the pages. */

const memberStatuses: Record<MemberRouteName, string> = {
  'user-do-login': 'success fail throttled pending',
  'user-health-check': 'success',
  'user-register': 'success pending already_have_user already_have_nick cant_find_code underage closed invalid',
  'check-user-id': 'success taken invalid',
  'check-user-nick': 'success taken invalid',
  'get-reg-domain': 'success closed',
  'user-write-help': 'success fail wait',
  'get-help-list': 'success',
  'read-help-message': 'success none',
  'del-all-help': 'success fail',
  'get-user-notices': 'success',
  'get-notice-popup': 'success',
  'get-user-note': 'success',
  'read-note-message': 'success none',
  'user-del-note': 'success fail',
  'user-ask-account': 'success pass locked wait',
  'apply-user-deposit': 'success wait min max step limit excluded closed conflict',
  'apply-user-withdraw': 'success balance wait pass locked min max step turnover conflict',
  'roll-to-balance': 'success low_point conflict',
  'get-in-game-balance': 'success',
  'get-casino-setting': 'success',
  'get-sport-setting': 'success',
  'get-slot-setting': 'success',
  'get-slot-by-company': 'success none',
  'open-game': 'success time used blocked excluded limit fail',
  'user-logout': 'success',
  'get-member': 'success',
  'change-password': 'success fail weak throttled',
  'change-exchange-pass': 'success fail weak throttled',
  'get-money-requests': 'success',
  'cancel-money-request': 'success late',
  'get-slot-bets-list': 'success',
  'get-comp-list': 'success',
  'get-jackpots': 'success',
  'get-banners': 'success',
  'get-maintenance': 'success',
  'get-limits': 'success',
  'get-time-played': 'success',
  'set-limit': 'success pending confirm invalid excluded',
  'take-a-break': 'success',
  'exclude-me': 'success fail throttled',
  'user-transfer-in': 'success balance fail unknown conflict limit',
  'user-withdraw': 'success balance fail unknown conflict',
  'get-transfer-wallets': 'success',
  'get-notice': 'success none',
  'get-bet': 'success none',
  'get-comp-rates': 'success',
  'get-statement': 'success period',
  'get-statement-file': 'success period many',
  'end-session': 'success none',
  'end-other-sessions': 'success',
  'ask-password-reset': 'success',
  'reset-password': 'success fail weak',
  'get-favourites': 'success',
  'set-favourite': 'success none full',
  'get-recent-games': 'success',
}

const playStatuses: Record<PlayRouteName, string> = {
  'get-session': 'success',
  spin: 'success balance stake pace limit excluded used conflict',
  ack: 'success none',
  'get-rounds': 'success',
  'get-round': 'success none',
  'set-client-seed': 'success open-round',
  'rotate-seed': 'success open-round',
  'close-window': 'success',
}

describe('the statuses of the wire', () => {
  it.each(Object.entries({ ...memberStatuses, ...playStatuses }))('%s answers: %s', (name, statuses) => {
    const routes: Readonly<Record<string, Route>> = { ...memberRoutes, ...playRoutes }
    expect(Object.keys(routes[name]?.answers ?? {}).join(' ')).toBe(statuses)
  })

  it('spell the current user as the specification does (spec §3)', () => {
    expect(Object.keys(currentUser.shape)).toEqual(
      'userId nick phone rolling balance in_balance bankname bankOwner banknum level playType noteCount helpCount'.split(
        ' ',
      ),
    )
  })

  it('keep the specification’s own spellings', () => {
    expect(Object.keys(memberRoutes['get-casino-setting'].answers.success.shape)).toEqual(['casiono'])
    expect(Object.keys(memberRoutes['open-game'].body.shape)).toEqual(['code', 'company', 'timeStemp'])
    const request = memberRoutes['get-money-requests'].answers.success.shape.balances.element
    expect(request.shape.status.options).toEqual(['reg', 'wait', 'already', 'cansel'])
  })

  it('read every id and request id in lower case, so that capitals are the same request', () => {
    const [small, capitals] = ['0190a1b2-c3d4-7e5f-8a6b-0123456789ab', '0190A1B2-C3D4-7E5F-8A6B-0123456789AB']
    const routes: Readonly<Record<string, Route>> = {
      ...memberRoutes,
      ...playRoutes,
      ...Object.fromEntries(Object.entries(officeRoutes).map(([name, route]) => [`office ${name}`, route])),
    }
    const read = Object.entries(routes).flatMap(([name, { body }]) => {
      const fields = body instanceof z.ZodObject ? Object.entries<z.ZodType>(body.shape) : []
      return fields
        .filter(([, field]) => field.safeParse(capitals).success && !field.safeParse('not-an-id').success)
        .map(([field, schema]) => [`${name} ${field}`, schema.parse(capitals)])
    })
    expect(read).toContainEqual(['spin requestId', small])
    expect(read).toContainEqual(['office approve-deposit id', small])
    expect(read.filter(([, value]) => value !== small)).toEqual([])
  })

  it('never read an invalid amount as an amount', () => {
    for (const wrong of [
      '',
      ' ',
      '-1',
      '+1',
      '1e3',
      '1,000',
      '0x1',
      '1.23456',
      '01',
      '.5',
      '5.',
      'NaN',
      -1,
      0.5,
      2 ** 53,
      null,
      true,
      {},
    ]) {
      expect(amountIn.safeParse(wrong).success).toBe(false)
    }
    expect(amountIn.parse('1284500.25')).toBe(12_845_002_500n)
    expect(amountIn.parse(0)).toBe(0n)
  })
})
