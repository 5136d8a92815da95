import { z } from 'zod'
import { memberRoute, officeRoute } from './route.ts'
import {
  colour,
  complexHtml,
  count,
  html,
  id,
  idBody,
  largeBodyBytes,
  listBody,
  moment,
  nothing,
  someLine,
  someText,
  text,
} from './wire.ts'

/** Messages of the office to one member. */

const note = z.object({
  id,
  title: z.string(),
  titleColor: z.string(),
  contents: z.string().meta({ description: 'Safe HTML.' }),
  regDate: moment,
  readDate: moment.nullable(),
})
export type Note = z.output<typeof note>

const sendsNotes = ['manager', 'support', 'editor'] as const

export const noteMemberRoutes = {
  'get-user-note': memberRoute({
    access: 'restricted',
    summary: 'The member’s notes, newest first; `count` are unread.',
    reads: true,
    body: listBody,
    answers: { success: z.object({ note: z.array(note), count, maxCount: count }) },
  }),
  'read-note-message': memberRoute({
    access: 'restricted',
    summary: 'Open one note; it counts as read.',
    body: idBody,
    answers: { success: z.object({ note }), none: nothing },
  }),
  'user-del-note': memberRoute({
    access: 'restricted',
    summary: 'Hide all notes of the caller; params are ignored (spec §7).',
    body: z.looseObject({}),
    answers: { success: nothing, fail: nothing },
  }),
}

export const noteOfficeRoutes = {
  'send-note': officeRoute({
    access: sendsNotes,
    summary: 'Send a note to one member, named by user id.',
    body: z.strictObject({
      brand: text(31).optional(),
      userId: someText(100),
      title: someLine(200),
      titleColor: colour.optional(),
      contents: html,
    }),
    answers: { success: z.object({ id }), none: nothing, complex: complexHtml },
    bodyLimitBytes: largeBodyBytes,
  }),
}
