import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import type { ListedOutput } from '../../src/domain/wire/additionalReports.ts'
import { Component } from '../../src/features/management/iris-reprocessing/page.tsx'
import { jobMessage } from './support/jobMessage.ts'
import { regulatorAnalyst } from './support/people.ts'
import { type Answer, analyst, show } from './support/services.tsx'

/* IRIS re-processing (specification 1 §2): files by provider and submission, a checkbox for each, one request for all. */

const output = (fileCode: string, change: Partial<ListedOutput> = {}): ListedOutput => ({
  submissionUuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  fileCode,
  title: `Output ${fileCode}`,
  fileName: `IRIS.23056.0001.${fileCode}.csv`,
  producedAt: '2024-07-01T12:30:00Z',
  size: 640,
  instId: '0001',
  provider: 'University of Ashby',
  submissionFile: 'ashby.xml',
  uploaded: '2024-07-01T12:00:00Z',
  isLatest: true,
  state: null,
  ...change,
})
const files = [
  output('1'),
  output('2', { state: 'REFUSED', reason: 'The records of this submission are no longer kept.' }),
  output('1', {
    submissionUuid: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
    provider: 'Brackley Institute of Arts',
    instId: '0002',
  }),
]
const listed = (outputs: readonly ListedOutput[]) => ({
  collections: [{ reference: '23056', name: 'Student 2023/24' }],
  collectionReference: '23056',
  files: outputs,
  pagingMetadata: { total: outputs.length },
})
const one = 'Output 1 of ashby.xml, University of Ashby'
const two = 'Output 2 of ashby.xml, University of Ashby'
const rowOf = (named: string) =>
  screen.getByRole('checkbox', { name: `Select ${named}` }).closest('tr')?.textContent ?? ''

/** The message of what became of an output of the first submission: made again, unless said otherwise. */
const settled = (
  sequence: number,
  key: string,
  more: Partial<Parameters<typeof jobMessage>[1]> = {},
  state: 'DONE' | 'REFUSED' = 'DONE',
) => {
  const { submissionUuid: submissionId, instId } = output(key)
  const row = { instId, submissionId, output: key, state }
  return jobMessage(sequence, { jobId: 'a', kind: 'IRIS', row, ...more })
}

const page = (post: Answer) =>
  show(<Component />, {
    user: { ...analyst, roles: ['pii-edit'] },
    at: '/iris-reprocessing',
    answers: {
      'GET /collection-reports/iris/reprocess-files': listed(files),
      'GET /jobs': { jobs: [], pagingMetadata: { total: 0 } },
      'POST /collection-reports/iris/reprocess-files': post,
    },
  })

it('lists outputs by provider, and has the chosen ones made again at once', async () => {
  let requestBody: unknown
  const { user } = await page(({ body }) => {
    requestBody = body
    throw new ProblemError(problem('conflict', 'Another job for this collection is running.'))
  })
  const table = await screen.findByRole('table', { name: 'Outputs by provider and submission' })
  expect(table.textContent).toContain('0001 - University of Ashby')
  expect(table.textContent).toContain('0002 - Brackley Institute of Arts')
  expect(within(table).getByText('The records of this submission are no longer kept.')).toBeTruthy()
  expect(within(table).getAllByText('Not re-processed')).toHaveLength(2)
  await user.click(
    screen.getByRole('checkbox', { name: 'Select Output 2 of ashby.xml, University of Ashby' }),
  )
  await user.click(
    screen.getByRole('checkbox', { name: 'Select Output 1 of ashby.xml, University of Ashby' }),
  )
  expect(screen.getByText('2 selected')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Re-process selected' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Re-process the selected outputs?' })
  await user.click(within(dialog).getByRole('button', { name: 'Re-process 2 outputs' }))
  await waitFor(() => expect(dialog.textContent).toContain('Another job for this collection is running.'))
  expect(requestBody).toMatchObject({
    files: [
      { submissionUuid: files[1]?.submissionUuid, fileCode: '2' },
      { submissionUuid: files[0]?.submissionUuid, fileCode: '1' },
    ],
  })
})

it('follows what becomes of each output, and asks for the list when a job begins or is over, not for each', async () => {
  let asked = 0
  const { tell } = await show(<Component />, {
    user: { ...analyst, roles: ['pii-edit'] },
    at: '/iris-reprocessing',
    answers: {
      'GET /collection-reports/iris/reprocess-files': () => {
        asked += 1
        return listed(files)
      },
      'GET /jobs': { jobs: [], pagingMetadata: { total: 0 } },
    },
  })
  await screen.findByRole('checkbox', { name: `Select ${one}` })
  await act(async () => {
    tell(settled(1, '1'))
    // Of the job of another organisation: made anew, it stands where it stood.
    tell(settled(2, '2', { instId: '5016' }))
  })
  expect(rowOf(one)).toMatch(/01\/11\/2024 12:00.*Regenerated/)
  expect(rowOf(two)).toMatch(/01\/11\/2024 12:00.*Refused/)
  expect(asked).toBe(1)
  await act(async () => tell(settled(3, '1', { state: 'COMPLETED' })))
  await waitFor(() => expect(asked).toBe(2))
})

it('lets no answer on its way take back what was told of an output meanwhile', async () => {
  const waiting = Promise.withResolvers<unknown>()
  const answers = [listed(files), waiting.promise]
  const { tell } = await show(<Component />, {
    user: { ...analyst, roles: ['pii-edit'] },
    at: '/iris-reprocessing',
    answers: {
      'GET /collection-reports/iris/reprocess-files': () => answers.shift(),
      'GET /jobs': { jobs: [], pagingMetadata: { total: 0 } },
    },
  })
  await screen.findByRole('checkbox', { name: `Select ${one}` })
  await act(async () => {
    // The job begins, for which the list is asked for, and two outputs are decided before the answer is there.
    tell(jobMessage(1, { jobId: 'a', kind: 'IRIS' }))
    tell(settled(2, '1'))
    tell(settled(3, '2', {}, 'REFUSED'))
  })
  // It was read before the one and after the other.
  await act(async () =>
    waiting.resolve(
      listed([
        output('1', { state: 'WAITING' }),
        output('2', { state: 'REFUSED', reason: 'There is no such output.' }),
        output('3', { state: 'WAITING' }),
      ]),
    ),
  )
  await screen.findByRole('checkbox', { name: 'Select Output 3 of ashby.xml, University of Ashby' })
  expect(rowOf(one)).toMatch(/01\/11\/2024 12:00.*Regenerated/)
  expect(rowOf(two)).toContain('There is no such output.')
  expect(answers).toEqual([])
})

it('tells a specialist regulator that outputs are not for it, and asks for none', async () => {
  // Whatever is asked would be answered by a fault: no answers are given.
  await show(<Component />, { user: regulatorAnalyst, at: '/iris-reprocessing', answers: {} })
  expect(await screen.findByText('Outputs are for primary regulators only')).toBeTruthy()
  expect(screen.queryByText(/No outputs yet/)).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
})
