import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { SchemaFailureGroup } from '../../../src/domain/wire/quality.ts'
import { Component as Dashboard } from '../../../src/features/dashboard/Dashboard.tsx'
import { collection, listRow } from '../submissions/fixtures.ts'
import { submitter } from '../support/people.ts'
import { aWhile, show } from '../support/services.tsx'
import { tasksAnswer } from '../support/tasks.ts'

const group = (place: string, count: number): SchemaFailureGroup => ({
  code: 'VALUE_CODE',
  place,
  count,
  places: [],
  characters: [],
  example: null,
})

it('the card of a stopped file shows its most frequent errors by field, and leads to all of them', async () => {
  const groups = ['Student/SEXID', 'Student/SURNAME', 'Engagement/FEEELIG', 'Leaver/ENGENDDATE'].map(
    (place, at) => group(place, 40 - at * 10),
  )
  await show(<Dashboard />, {
    user: submitter,
    answers: {
      'GET /providers/{instId}/collections': { collections: [collection()] },
      'GET /submissions': { submissions: [listRow('SCHEMA_CHECK_FAILED')] },
      'GET /submissions/{id}/schemachecks': {
        schemaChecks: [],
        groups,
        pagingMetadata: { totalResultsCount: 100, limit: 1, offset: 0 },
      },
      'GET /submissions/{id}/commit-allowed-status': {
        submissionStatuses: {},
        commitNotAllowedReasons: [],
        blockingRules: 0,
      },
      'GET /tasks': tasksAnswer([]),
    },
  })
  const stopped = within(await screen.findByRole('region', { name: 'Errors by field' }, aWhile))
  expect(stopped.getByRole('heading', { name: 'Processing stopped: 100 errors' })).toBeTruthy()
  expect(stopped.getAllByRole('row')).toHaveLength(1 + 3)
  // The card is half a page wide: what was expected and where is on the page of the file.
  expect(stopped.getAllByRole('columnheader').map(head => head.textContent)).toEqual([
    'Errors',
    'Field and code',
    'Problem',
  ])
  expect(stopped.getByRole('link', { name: 'All errors, and the full report' }).getAttribute('href')).toMatch(
    /\/processing$/,
  )
})
