import { perLanguage } from '#domain/site-language.ts'
import { z } from 'zod'
import { memberRoute, officeRoute } from './route.ts'
import { emptyBody, moment, nothing, text } from './wire.ts'

/** Maintenance of a brand: no game opens and no round begins meanwhile. */

/** The office's maintenance texts in the site's languages; the default text is used for those left out. */
const maintenanceTexts = z.strictObject(perLanguage(() => z.string().max(300).optional()))

const maintenance = z.object({
  until: moment.nullable().meta({ description: 'null: no end is known yet.' }),
  texts: maintenanceTexts,
})
export type Maintenance = z.output<typeof maintenance>

/** Maintenance of one brand; `since` is null while there is none. */
const officeMaintenance = z.object({
  brand: z.string(),
  since: moment.nullable(),
  until: moment.nullable(),
  texts: maintenanceTexts,
})
export type OfficeMaintenance = z.output<typeof officeMaintenance>

export const maintenanceMemberRoutes = {
  'get-maintenance': memberRoute({
    access: 'guest',
    summary: 'Whether the site is in maintenance: no game opens and no round begins meanwhile.',
    reads: true,
    body: emptyBody,
    answers: { success: z.object({ maintenance: maintenance.nullable() }) },
    urgency: 'poll',
  }),
}

export const maintenanceOfficeRoutes = {
  'get-maintenance': officeRoute({
    access: ['manager', 'auditor'],
    summary: 'Maintenance of each brand.',
    reads: true,
    body: emptyBody,
    answers: { success: z.object({ maintenance: z.array(officeMaintenance) }) },
  }),
  'set-maintenance': officeRoute({
    access: ['manager'],
    factor: 'each',
    summary: 'Begin, change or end maintenance: no game opens and no round begins meanwhile.',
    body: z.strictObject({
      brand: text(31).optional(),
      on: z.boolean(),
      minutes: z.int().min(1).max(10_080).nullable().default(null).meta({
        description: 'Duration from now; null: until it is ended.',
      }),
      texts: maintenanceTexts.default({}),
    }),
    answers: { success: z.object({ maintenance: officeMaintenance }), none: nothing },
  }),
}
