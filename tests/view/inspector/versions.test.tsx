import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { sharedFactsOf } from '../../../src/domain/wire/facts.ts'
import { View as VersionsView } from '../../../src/features/inspector/versions/View.tsx'
import { toXStateJson } from '../../../src/machines/inspection/export/xstate.ts'
import { submission } from '../submissions/fixtures.ts'
import { show } from '../support/services.tsx'
import { id, lifecycle } from './inspections.ts'

/** Which live submissions a change of the lifecycle touches. */

const groupOf = (status: 'APPROVED' | 'PROVIDER_SIGNOFF', count: number) => ({
  statusId: id(status),
  facts: sharedFactsOf({ ...submission(status).facts, isLatest: true }),
  submissions: Array.from({ length: count }, (_, at) => ({
    submissionId: `6a453e0a-0000-4000-8000-${String(at).padStart(12, '0')}`,
    fileName: 'student.xml',
    instId: String(at).padStart(4, '0'),
    providerName: `Provider ${at}`,
    collectionReference: '23056',
    collectionId: 'c23056',
  })),
})

const open = async (count: number) => {
  const shown = await show(<VersionsView chart={lifecycle} />, {
    at: '/inspector?view=versions&before=build&after=build',
    answers: {
      'GET /inspection/statuses': { statuses: [] },
      'GET /inspection/live-submissions': {
        total: count + 2,
        groups: [groupOf('APPROVED', count), groupOf('PROVIDER_SIGNOFF', 2)],
      },
    },
  })
  await screen.findByText('Both versions decide every live submission in the same way.')
  const choose = async (text: string, name = 'changed.json') => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    await shown.user.upload(input, new File([text], name, { type: 'application/json' }))
  }
  return { ...shown, choose }
}

const changed = toXStateJson({
  ...lifecycle,
  transitions: lifecycle.transitions.map(transition =>
    transition.event === 'REQUEST_SIGN_OFF' ? { ...transition, targets: ['signOff.signedOff'] } : transition,
  ),
})

describe('versions', () => {
  it('lists the live submissions that a dropped chart decides differently, with links to each', async () => {
    const { choose } = await open(1)
    await choose(changed)
    expect(await screen.findByText('1 of 3 live submissions is decided differently.')).toBeDefined()
    expect(screen.getByText('The later version is the file changed.json.')).toBeDefined()
    const table = within(screen.getByRole('table', { name: 'Approved: 1 submission' }))
    expect(table.getByRole('link', { name: 'Provider 0' }).getAttribute('href')).toBe(
      '/monitoring/23056/c23056/0000/6a453e0a-0000-4000-8000-000000000000',
    )
    expect(table.getByRole('link', { name: 'Why not? Provider 0' }).getAttribute('href')).toBe(
      '/inspector?view=why&submission=6a453e0a-0000-4000-8000-000000000000',
    )
  })

  it('shows the first of hundreds, and the others on request', async () => {
    const { choose, user } = await open(300)
    await choose(changed)
    const table = await screen.findByRole('table', { name: 'Approved: 300 submissions' })
    expect(within(table).getAllByRole('row')).toHaveLength(21)
    await user.click(screen.getByRole('button', { name: '280 more submissions' }))
    const others = screen.getByRole('table', { name: '280 more submissions' })
    expect(within(others).getAllByRole('row')).toHaveLength(281)
  })

  it('says what is wrong with a file, and compares again once the file is removed', async () => {
    const { choose, user } = await open(1)
    await choose('{', 'broken.json')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('broken.json cannot be compared')
    expect(alert.textContent).toContain('not valid JSON')
    await choose(changed)
    await user.click(await screen.findByRole('button', { name: 'Remove the file' }))
    expect(
      await screen.findByText('Both versions decide every live submission in the same way.'),
    ).toBeDefined()
  })
})
