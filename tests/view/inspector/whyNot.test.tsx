import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { View as WhyView } from '../../../src/features/inspector/why/View.tsx'
import { leafIdOf } from '../../../src/machines/submission-lifecycle/index.ts'
import { collection, fileEvent, submission } from '../submissions/fixtures.ts'
import { monitoringRow } from '../support/monitoring.ts'
import { type Answer, type Answers, show } from '../support/services.tsx'

/** The view "Why not?" about a provider, with the facts of the server. */

const submissionId = '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0001'
const noBlocker = {
  isNotLatest: false,
  notCollectionEndDate: false,
  operationalFailures: false,
  pgrTransferConsentGiven: false,
}
const rows = [
  monitoringRow('0001', undefined),
  monitoringRow(
    '0002',
    'QUALITY_PROCESSING_COMPLETE',
    {},
    {},
    { blockers: { ...noBlocker, operationalFailures: true } },
  ),
  monitoringRow('0003', 'QUALITY_PROCESSING_COMPLETE', {}, {}, { blockers: noBlocker }),
]

const open = (at: string, answers: Answers = {}) =>
  show(<WhyView />, {
    at: `/inspector?view=why${at}`,
    answers: {
      'GET /collections': {
        collections: [
          collection(),
          collection({ id: 'c-22056', reference: '22056', name: 'Student 2022/23' }),
        ],
      },
      'GET /collections/{reference}/submissions': { submissions: rows },
      ...answers,
    },
  })

const answerTo = async (event: string) => within(await screen.findByRole('region', { name: event }))

describe('why not?', () => {
  it('answers for a provider before its first upload, with its facts from the server', async () => {
    const asked = vi.fn<Answer>(() => ({ submissions: rows }))
    await open('&collection=23056&inst=0001', { 'GET /collections/{reference}/submissions': asked })
    const answer = await answerTo('Submit for approval')
    expect(answer.getByText('Not possible now (409)')).toBeTruthy()
    expect(
      answer.getByText('You have yet to upload a file. Please upload one on the upload step.'),
    ).toBeTruthy()
    expect(screen.getByText('Current status: no submission yet.')).toBeTruthy()
    expect(
      screen.getByText("The answer uses this provider's current status and facts from the server."),
    ).toBeTruthy()
    expect(screen.getByText('Current facts of Provider 0001, Student 2023/24')).toBeTruthy()
    expect(asked.mock.calls.map(([{ path, query }]) => [path, query])).toEqual([
      [{ reference: '23056' }, { ovt: 'false' }],
    ])
  })

  it.each([
    ['0002', 'Not possible now (409)'],
    ['0003', 'Allowed'],
  ])('answers with the facts of provider %s, not with typical ones: %s', async (inst, verdict) => {
    await open(`&collection=23056&inst=${inst}`)
    const answer = await answerTo('Submit for approval')
    expect(answer.getByText(verdict)).toBeTruthy()
    expect(screen.queryByText(/typical facts/i)).toBeNull()
  })

  it('follows the provider as its submission moves on', async () => {
    const { tell } = await open('&collection=23056&inst=0003')
    expect((await answerTo('Submit for approval')).getByText('Allowed')).toBeTruthy()
    const { facts } = submission('AGENCY_APPROVAL')
    tell({
      ...fileEvent('AGENCY_APPROVAL'),
      submissionId: 'submission-of-0003',
      instId: '0003',
      facts: { ...facts, submissionId: 'submission-of-0003', instId: '0003' },
    })
    expect(await screen.findByText('Current status: Awaiting Bedel approval.')).toBeTruthy()
    expect((await answerTo('Submit for approval')).getByText('Not possible now (409)')).toBeTruthy()
  })

  it('chooses a provider, and leaves everything of the former one behind', async () => {
    const { user, address } = await open(
      `&collection=23056&inst=0001&state=${leafIdOf('AGENCY_APPROVAL')}&operationalFailures=yes&who=provider.guest&event=APPROVE`,
    )
    const field = await screen.findByRole('combobox', { name: 'Provider' })
    expect((field as HTMLInputElement).value).toBe('0001 - Provider 0001')
    await user.clear(field)
    await user.type(field, 'Provider 0002')
    await user.click(await screen.findByRole('option', { name: '0002 - Provider 0002' }))
    await waitFor(() => expect(address()).toContain('inst=0002'))
    const { searchParams } = new URL(address(), 'http://portal')
    expect(Object.fromEntries(searchParams)).toEqual({
      view: 'why',
      collection: '23056',
      inst: '0002',
      who: 'provider.guest',
      event: 'APPROVE',
    })
    expect(await screen.findByText('Current facts of Provider 0002, Student 2023/24')).toBeTruthy()
  })

  it('says that typical facts are typical, and offers the providers', async () => {
    const { user, address } = await open('&state=qualityAssurance.qualityProcessingComplete')
    expect(
      await screen.findByText('The answer uses typical facts. Choose a provider to use its own.'),
    ).toBeTruthy()
    await user.type(screen.getByRole('combobox', { name: 'Provider' }), '0003')
    await user.click(await screen.findByRole('option', { name: '0003 - Provider 0003' }))
    await waitFor(() => expect(address()).toBe('/inspector?view=why&collection=23056&inst=0003'))
  })

  it('leads from a question about another status back to the current one', async () => {
    const { user } = await open(`&collection=23056&inst=0003&state=${leafIdOf('AGENCY_APPROVAL')}`)
    await user.click(await screen.findByRole('link', { name: 'Use the current status' }))
    expect((await answerTo('Submit for approval')).getByText('Allowed')).toBeTruthy()
  })

  it.each([
    ['&collection=23056&inst=0009', 'Provider 0009 does not take part in this collection. Choose another.'],
    ['&collection=99999&inst=0001', 'This collection does not exist. Choose another.'],
  ])('answers nothing about %s', async (at, told) => {
    await open(at)
    expect(await screen.findByText(told)).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Submit for approval' })).toBeNull()
  })

  it('asks for the files of the online validation tool where the address does', async () => {
    const asked = vi.fn<Answer>(() => ({
      submissions: [monitoringRow('0001', undefined, {}, {}, { mode: 'ovt' })],
    }))
    await open('&collection=23056&inst=0001&mode=ovt', { 'GET /collections/{reference}/submissions': asked })
    expect(await screen.findByText('Current facts of Provider 0001, Student 2023/24')).toBeTruthy()
    expect(asked.mock.calls.map(([{ query }]) => query)).toEqual([{ ovt: 'true' }])
  })

  it('shows whose submission it answers for, and leads to another provider', async () => {
    const { user, address } = await open(`&submission=${submissionId}&at=2`, {
      'GET /submissions/{id}': submission('QUALITY_PROCESSING_COMPLETE', { uuid: submissionId }),
      'GET /submissions/ovt/{id}': () => {
        throw new ProblemError(problem('not-found', 'No.'))
      },
    })
    expect(
      await screen.findByText('The answer uses the current facts of one submission from the server.'),
    ).toBeTruthy()
    const field = screen.getByRole('combobox', { name: 'Provider' })
    await waitFor(() => expect((field as HTMLInputElement).value).toBe('0001 - Provider 0001'))
    await user.clear(field)
    await user.type(field, '0002')
    await user.click(await screen.findByRole('option', { name: '0002 - Provider 0002' }))
    await waitFor(() => expect(address()).toBe('/inspector?view=why&collection=23056&inst=0002'))
  })
})
