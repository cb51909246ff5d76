import * as z from 'zod/mini'
import { issueSubjects } from '../issue.ts'
import { limits } from '../limits.ts'
import { call } from './call.ts'
import { instant } from './common.ts'

/** What a provider wants its approvers to know of a rule or a report. */
export const note = z.object({
  subject: z.enum(issueSubjects),
  /** Code of the rule or report. */
  code: z.string(),
  /** In words; the code where this submission has no such rule or report. */
  name: z.string(),
  /** Regulator under which the reader finds the rule or report. */
  regulatorCode: z.string(),
  text: z.string(),
  at: instant,
  by: z.string(),
})
export type NoteWire = z.output<typeof note>

const notes = z.object({ notes: z.array(note) })

export const listNotes = call({
  method: 'GET',
  path: '/submissions/{uuid}/notes',
  summary: 'The notes of the provider to those who approve its submission.',
  permission: 'collections.reports',
  response: notes,
})

export const writeNote = call({
  method: 'PUT',
  path: '/submissions/{uuid}/notes',
  summary: 'Writes the note of a rule or a report; one without text is removed. Gives all notes.',
  permission: 'collections.answer-issue',
  body: z.object({
    subject: z.enum(issueSubjects),
    code: z.string().check(z.maxLength(100)),
    text: z.string().check(z.trim(), z.maxLength(limits.issueText)),
  }),
  response: notes,
})
