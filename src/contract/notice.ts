import { z } from 'zod'
import { memberRoute, officeRoute } from './route.ts'
import {
  colour,
  complexHtml,
  count,
  emptyBody,
  html,
  id,
  idBody,
  largeBodyBytes,
  listBody,
  moment,
  nothing,
  someLine,
  text,
} from './wire.ts'

/** Messages of the office to all visitors of its sites; a popup is a notice shown over the home page. */

const notice = z.object({
  id,
  title: z.string(),
  lastDate: moment,
  domain: z.string(),
  contents: z
    .string()
    .meta({ description: 'Safe HTML; empty in a list whose texts are too long together: `get-notice` has it.' }),
})
export type Notice = z.output<typeof notice>

const popup = z.object({
  id,
  domain: z.string(),
  posX: z.int(),
  posY: z.int(),
  title: z.string(),
  titleColor: z.string(),
  contents: z.string().meta({ description: 'Safe HTML.' }),
})
export type Popup = z.output<typeof popup>

const siteDomains = text(500)
  .meta({ description: 'Domains of the brand, separated by commas, bars or spaces; empty for all of them.' })
  .default('')

const domainFault = z.object({
  unknown: z.array(z.string()).meta({ description: 'Names under which the brand has no site.' }),
  known: z.array(z.string()).meta({ description: 'The brand’s domains.' }),
})

const officeNotice = z.object({
  id,
  brand: z.string(),
  domain: z.string(),
  title: z.string(),
  contents: z.string(),
  publishedAt: moment,
  lastAt: moment,
  hidden: z.boolean(),
})
export type OfficeNotice = z.output<typeof officeNotice>

const officePopup = popup.extend({
  brand: z.string(),
  shownFrom: moment,
  shownUntil: moment.nullable(),
  hidden: z.boolean(),
})
export type OfficePopup = z.output<typeof officePopup>

const texts = ['manager', 'editor'] as const
const readsTexts = ['manager', 'editor', 'auditor'] as const

export const noticeMemberRoutes = {
  'get-user-notices': memberRoute({
    access: 'guest',
    summary: 'Notices of this site, newest first.',
    reads: true,
    body: listBody,
    answers: { success: z.object({ notices: z.array(notice), maxCount: count }) },
  }),
  'get-notice': memberRoute({
    access: 'guest',
    summary: 'One notice of this site.',
    reads: true,
    body: idBody,
    answers: { success: z.object({ notice }), none: nothing },
  }),
  'get-notice-popup': memberRoute({
    access: 'guest',
    summary:
      'Popups of this site, newest first: at most 20, without those with which their texts are longer than 200 kB together.',
    reads: true,
    body: emptyBody,
    answers: { success: z.object({ note: z.array(popup) }) },
  }),
}

export const noticeOfficeRoutes = {
  'get-notices': officeRoute({
    access: readsTexts,
    summary: 'Notices, newest first, hidden ones too.',
    reads: true,
    body: listBody,
    answers: { success: z.object({ notices: z.array(officeNotice), maxCount: count }) },
  }),
  'create-notice': officeRoute({
    access: texts,
    summary: 'Publish a notice on the brand’s sites, or on those named.',
    body: z.strictObject({
      brand: text(31).optional(),
      domain: siteDomains,
      title: someLine(200),
      contents: html,
    }),
    answers: { success: z.object({ id }), none: nothing, complex: complexHtml, domain: domainFault },
    bodyLimitBytes: largeBodyBytes,
  }),
  'hide-notice': officeRoute({
    access: texts,
    summary: 'Take a notice off the sites.',
    body: idBody,
    answers: { success: nothing, none: nothing },
  }),
  'get-popups': officeRoute({
    access: readsTexts,
    summary: 'Popups, newest first, hidden ones too.',
    reads: true,
    body: listBody,
    answers: { success: z.object({ popups: z.array(officePopup), maxCount: count }) },
  }),
  'create-popup': officeRoute({
    access: texts,
    summary: 'Publish a popup.',
    body: z.strictObject({
      brand: text(31).optional(),
      domain: siteDomains,
      posX: z.int().min(0).max(1400).default(40),
      posY: z.int().min(0).max(2000).default(120),
      title: someLine(200),
      titleColor: colour.optional(),
      contents: html,
    }),
    answers: { success: z.object({ id }), none: nothing, complex: complexHtml, domain: domainFault },
    bodyLimitBytes: largeBodyBytes,
  }),
  'hide-popup': officeRoute({
    access: texts,
    summary: 'Take a popup off the sites.',
    body: idBody,
    answers: { success: nothing, none: nothing },
  }),
}
