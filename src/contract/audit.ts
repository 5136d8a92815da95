import { auditActors } from '#domain/audit.ts'
import { z } from 'zod'
import { officeRoute } from './route.ts'
import { day, id, moment, text } from './wire.ts'

/** The audit as the office reads it. */

const readsAudit = ['manager', 'auditor'] as const

/** The number of an act in the audit, by which the books name it too. */
const actNumber = z.string().regex(/^[1-9]\d{0,17}$/)

const auditAct = z.object({
  number: actNumber.meta({ description: 'The act’s number in the audit, by which the books name it too.' }),
  at: moment,
  act: z.string(),
  brand: z.string().nullable().meta({ description: 'null: it concerns no single brand.' }),
  actor: z.object({
    kind: z.enum(auditActors),
    name: z.string().nullable().meta({ description: 'The operator’s name or the member’s id; null: the program.' }),
    member: id.nullable(),
  }),
  subject: z.object({
    text: z.string().meta({ description: 'As it is recorded: an id, a brand or a setting.' }),
    name: z.string().nullable().meta({ description: 'The member or operator that it is about, where it is known.' }),
    member: id.nullable(),
  }),
  detail: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type OfficeAuditAct = z.output<typeof auditAct>

export const auditOfficeRoutes = {
  'get-audit': officeRoute({
    access: readsAudit,
    summary:
      'The acts of members, operators and the program, newest first. `operator` is a login or a name, `subject` an id as recorded, a member’s id (acts of or about them) or an operator’s login; `from` and `to` are days, both included. Changes of rows without an act (`state.changed`) are listed only when `act` names them. Acts of no brand are for operators of all brands.',
    reads: true,
    body: z.strictObject({
      act: text(60).optional(),
      operator: text(100).optional(),
      subject: text(100).optional(),
      from: day.optional(),
      to: day.optional(),
      before: actNumber.optional().meta({ description: 'Only acts with smaller numbers: `next` of the page before.' }),
      take: z.int().min(1).max(100).default(30),
    }),
    answers: {
      success: z.object({
        acts: z.array(auditAct),
        next: actNumber.nullable().meta({ description: '`before` of the next page; null: there is none.' }),
      }),
    },
  }),
}
