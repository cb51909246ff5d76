import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ActivityLogEntry } from '../../../src/domain/wire/collections.ts'
import { ActivityLog } from '../../../src/features/monitoring/ActivityLog.tsx'
import { Component as ProviderActivityLog } from '../../../src/features/submissions/activity-log/page.tsx'
import { fileEvent } from '../submissions/fixtures.ts'
import { submitter } from '../support/people.ts'
import { type Answers, show } from '../support/services.tsx'

const ofAshby = { id: 'c23056', reference: '23056' }

const entry = (id: number, change: Partial<ActivityLogEntry> = {}): ActivityLogEntry => ({
  id,
  instId: '0001',
  providerName: 'University of Ashby',
  submissionUuid: 'a-1',
  filename: `file-${id}.xml`,
  createdUtc: '2024-07-01T12:30:00Z',
  username: 'Mira Lindqvist',
  isAnonymised: false,
  type: { id: 2, name: 'Uploaded' },
  collectionId: 'c23056',
  ...change,
})

const answers = (activityLogs: ActivityLogEntry[]): Answers => {
  const log = { activityLogs, pagingMetadata: { total: activityLogs.length } }
  return {
    'GET /collections/activity-log': log,
    'GET /providers/{instId}/activity-log': log,
    'GET /collections/{reference}': { ...ofAshby, name: 'Student 2023/24' },
  }
}

it.each([
  [
    'the agency',
    <ActivityLog key="log" collection={ofAshby} />,
    undefined,
    '/monitoring/23056/c23056/0001/a-1',
    ['Status'],
    ':00',
    ['Uploading to Uploaded', 'Nil return'],
  ],
  ['a provider', <ProviderActivityLog key="log" />, submitter, '/submissions/c23056/a-1', [], '', ['', '']],
] as const)(
  'shows %s who did what, in London time, with links to the files',
  async (_, log, user, href, columns, seconds, changes) => {
    const inspect = user ? '' : 'Inspect'
    await show(log, {
      ...(user ? { user } : {}),
      answers: answers([
        entry(1, { change: { from: { id: 1, name: 'Uploading' }, to: { id: 2, name: 'Uploaded' } } }),
        entry(2, {
          type: { id: 10, name: 'Deleted' },
          change: { from: { id: 35, name: 'Nil return' }, to: { id: 35, name: 'Nil return' } },
        }),
      ]),
    })
    const table = await screen.findByRole('table')
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(cell => cell.textContent),
    ).toEqual(['Date', 'Provider', 'File name', 'User', 'Activity', ...columns])
    expect(
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map(row => row.textContent),
    ).toEqual([
      `01/07/2024 13:30${seconds}University of Ashby${inspect}file-1.xmlMira LindqvistUploaded${changes[0]}`,
      `01/07/2024 13:30${seconds}University of Ashby${inspect}file-2.xmlMira LindqvistDeleted${changes[1]}`,
    ])
    // Entries of type 10 show the file name without a link.
    expect(
      within(table)
        .getAllByRole('link', { name: /^file-/ })
        .map(link => link.getAttribute('href')),
    ).toEqual([href])
  },
)

it('says that there is nothing, or that it could not be loaded', async () => {
  await show(<ActivityLog collection={ofAshby} />, { answers: answers([]) })
  expect(await screen.findByText('No results found.')).toBeTruthy()
  await show(<ActivityLog collection={ofAshby} />)
  expect(
    await screen.findByText('Could not load Activity Log, please contact the administrator.'),
  ).toBeTruthy()
})

it.each([
  ['the agency', <ActivityLog key="log" collection={ofAshby} />, undefined, 'GET /collections/activity-log'],
  ['a provider', <ProviderActivityLog key="log" />, submitter, 'GET /providers/{instId}/activity-log'],
] as const)(
  'is asked for again by %s when a file of its collection is sent or rests, at no step between and of no other',
  async (_, log, user, call) => {
    let requests = 0
    const given = answers([])
    const { tell } = await show(log, {
      ...(user ? { user } : {}),
      answers: {
        ...given,
        [call]: () => {
          requests += 1
          return { activityLogs: [entry(requests)], pagingMetadata: { total: 1 } }
        },
      },
    })
    await screen.findByText('file-1.xml')
    tell(fileEvent('UPLOADED', { sequence: 1, collectionId: 'c22056' }))
    tell(fileEvent('PROVISIONING', { sequence: 2, collectionId: 'c23056' }))
    tell(fileEvent('UPLOADED', { sequence: 3, collectionId: 'c23056' }))
    // One answer more: the messages before it would have brought another one.
    await screen.findByText('file-2.xml')
    expect(requests).toBe(2)
  },
)
