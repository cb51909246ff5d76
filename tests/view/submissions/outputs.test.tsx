import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { RegulatorOutput } from '../../../src/domain/wire/additionalReports.ts'
import { RegulatorOutputs } from '../../../src/features/submissions/additional-reports/ListReports.tsx'
import { jobMessage } from '../support/jobMessage.ts'
import { show } from '../support/services.tsx'
import { submissionId } from './fixtures.ts'

const output = (key: string): RegulatorOutput => ({
  key,
  title: `Output ${key}`,
  notes: [],
  fileName: `IRIS.23056.0001.${key}.csv`,
  producedAt: '2024-07-01T12:30:00Z',
  size: 640,
})
const rowOf = (key: string) => screen.getByRole('row', { name: new RegExp(`^Output ${key}`) }).textContent

/** The message of what became of an output: made again, of this submission and while the job goes on, unless said otherwise. */
const settled = (
  sequence: number,
  output: string,
  { of = submissionId, ...more }: Partial<Parameters<typeof jobMessage>[1]> & { of?: string } = {},
) =>
  jobMessage(sequence, {
    jobId: 'a',
    kind: 'IRIS',
    row: { instId: '0001', submissionId: of, output, state: 'DONE' },
    ...more,
  })

it('follows outputs of a submission that are made again, and asks once, when the job is over', async () => {
  let asked = 0
  const { tell } = await show(<RegulatorOutputs id={submissionId} />, {
    answers: {
      'GET /collection-reports/iris/{id}': () => {
        asked += 1
        return { outputs: ['1', '2', '3'].map(output) }
      },
    },
  })
  await screen.findByRole('table', { name: 'Outputs for the regulator' })
  await act(async () => {
    tell(settled(1, '1'))
    tell(settled(2, '2', { of: '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0002' }))
    tell(settled(3, '3', { row: { instId: '0001', submissionId, output: '3', state: 'REFUSED' } }))
  })
  expect(rowOf('1')).toContain('01/11/2024 12:00')
  for (const key of ['2', '3']) expect(rowOf(key)).toContain('01/07/2024 13:30')
  expect(asked).toBe(1)
  await act(async () => tell(settled(4, '2', { state: 'COMPLETED' })))
  await waitFor(() => expect(asked).toBe(2))
})
