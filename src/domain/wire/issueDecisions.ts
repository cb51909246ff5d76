import * as z from 'zod/mini'
import { closingResolutions } from '../issue.ts'
import { call } from './call.ts'
import { enteredValue } from './common.ts'
import { issue, issueNote, issueText } from './issues.ts'

/*
 * What is decided about an issue on its own page, beside what the pages of a submission ask for as well (`issues.ts`).
 */

export const startWork = call({
  method: 'POST',
  path: '/issues/{id}/start-work',
  summary: 'Tells everybody that the caller works on the issue, which is then theirs.',
  permission: 'collections.answer-issue',
  response: issue,
})

export const requestOverride = call({
  method: 'POST',
  path: '/issues/{id}/override-request',
  summary: 'Asks for a tolerance of its own in this collection: one value for each part of the tolerance.',
  permission: 'collections.answer-issue',
  body: z.object({
    tolerances: z
      .array(
        z.object({
          toleranceTypeId: z.number(),
          toleranceFrom: enteredValue,
          toleranceTo: z.nullable(enteredValue),
        }),
      )
      .check(z.minLength(1), z.maxLength(2)),
    text: issueText,
  }),
  response: issue,
})

export const approveOverride = call({
  method: 'POST',
  path: '/issues/{id}/approve',
  summary: 'Grants the override: the tolerance counts at once, and for later uploads.',
  permission: 'collections.decide-issue',
  body: z.object({ note: issueNote }),
  response: issue,
})

export const declineOverride = call({
  method: 'POST',
  path: '/issues/{id}/decline',
  summary: 'Declines the override, with a note.',
  permission: 'collections.decide-issue',
  body: z.object({ note: issueText }),
  response: issue,
})

export const withdrawIssue = call({
  method: 'POST',
  path: '/issues/{id}/withdraw',
  summary: 'Takes the issue back.',
  permission: 'collections.answer-issue',
  body: z.object({ note: issueNote }),
  response: issue,
})

export const closeIssue = call({
  method: 'POST',
  path: '/issues/{id}/close',
  summary: 'Closes the issue with a resolution.',
  permission: 'collections.decide-issue',
  body: z.object({ resolution: z.enum(closingResolutions), note: issueNote }),
  response: issue,
})

export const reopenIssue = call({
  method: 'POST',
  path: '/issues/{id}/reopen',
  summary: 'Opens a closed issue again; an override that was granted is taken back.',
  permission: 'collections.decide-issue',
  body: z.object({ note: issueNote }),
  response: issue,
})
