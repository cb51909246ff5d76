import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Component as IssueList } from '../../src/features/issues/list/page.tsx'
import { id, row } from './support/issues.ts'
import { submitter } from './support/people.ts'
import { analyst, show } from './support/services.tsx'

describe('the list of issues', () => {
  it('asks for the open ones first, and leads to each', async () => {
    const handler = vi.fn(() => ({
      issues: [row('AWAITING_PROVIDER')],
      pagingMetadata: { totalResultsCount: 1, limit: 10, offset: 0 },
    }))
    await show(<IssueList />, { user: submitter, at: '/issues', answers: { 'GET /issues': handler } })
    const link = await screen.findByRole('link', { name: 'QR.C23056.Engagement.NUMHUS.901' })
    expect(link.getAttribute('href')).toBe(`/issues/${id}`)
    expect(handler).toHaveBeenCalledWith(
      expect.objectContaining({ query: expect.objectContaining({ status: 'open' }) }),
    )
    expect(within(screen.getByRole('table')).getByText('Awaiting provider')).toBeTruthy()
    // They are all of the provider's own.
    expect(screen.queryByRole('columnheader', { name: 'Provider' })).toBeNull()
  })

  it('is narrowed to a provider by the address, for the agency and regulators', async () => {
    const handler = vi.fn(() => ({
      issues: [row('OPEN')],
      pagingMetadata: { totalResultsCount: 1, limit: 10, offset: 0 },
    }))
    const { user, address } = await show(<IssueList />, {
      at: '/issues?is.f.provider=0001',
      answers: {
        'GET /issues': handler,
        'GET /providers': {
          providers: [
            { institutionId: '0001', name: 'Ashby', publishedName: 'University of Ashby' },
            { institutionId: '0003', name: 'Cardigan', publishedName: 'Cardigan Bay University' },
          ].map(provider => ({ ...provider, instId: provider.institutionId })),
        },
      },
    })
    const narrowed = (instId: string) =>
      expect.objectContaining({ query: expect.objectContaining({ instId }) })
    const link = await screen.findByRole('link', { name: '0001 - University of Ashby' })
    expect(link.getAttribute('href')).toBe('/monitoring/providers/0001')
    expect(handler).toHaveBeenLastCalledWith(narrowed('0001'))
    const box = screen.getByRole('combobox', { name: 'Provider' })
    await user.click(box)
    await user.keyboard('Cardigan')
    await user.click(await screen.findByRole('option', { name: '0003 - Cardigan Bay University' }))
    await vi.waitFor(() => expect(handler).toHaveBeenLastCalledWith(narrowed('0003')))
    expect(address()).toContain('is.f.provider=0003')
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    await vi.waitFor(() =>
      expect(handler).toHaveBeenLastCalledWith(
        expect.objectContaining({ query: expect.not.objectContaining({ instId: expect.anything() }) }),
      ),
    )
    expect(address()).not.toContain('provider')
  })

  it('gives several the same explanation, of those that the chart lets the provider explain', async () => {
    const rows = [
      { ...row('OPEN'), id: 'one', code: 'QR.ONE' },
      { ...row('AWAITING_PROVIDER'), id: 'two', code: 'QR.TWO' },
      { ...row('KNOWN_ISSUE'), id: 'three', code: 'QR.THREE' },
    ]
    const sent = vi.fn(() => ({ explained: 2 }))
    const { user } = await show(<IssueList />, {
      user: submitter,
      at: '/issues',
      answers: {
        'GET /issues': { issues: rows, pagingMetadata: { totalResultsCount: 3, limit: 10, offset: 0 } },
        'POST /issues/explanations': sent,
      },
    })
    const box = async (code: string) => screen.findByRole('checkbox', { name: `Select ${code}, OHE` })
    expect((await box('QR.THREE')).getAttribute('aria-readonly')).toBe('true')
    // Only what can be explained.
    expect(screen.getByRole('checkbox', { name: 'Select all 2 rows shown' })).toBeTruthy()
    await user.click(await box('QR.ONE'))
    await user.click(await box('QR.TWO'))
    await user.type(await screen.findByRole('textbox', { name: /^Explanation/ }), 'A new campus.')
    await user.click(screen.getByRole('button', { name: 'Explain 2 issues' }))
    await vi.waitFor(() =>
      expect(sent).toHaveBeenCalledWith(
        expect.objectContaining({ body: { issues: ['one', 'two'], text: 'A new campus.' } }),
      ),
    )
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Explain/ })).toBeNull())
  })

  it('assigns several to one colleague', async () => {
    const rows = [
      { ...row('OPEN'), id: 'one', code: 'QR.ONE' },
      { ...row('AWAITING_PROVIDER'), id: 'two', code: 'QR.TWO' },
    ]
    const sent = vi.fn(() => ({ assigned: 2 }))
    const { user } = await show(<IssueList />, {
      user: submitter,
      at: '/issues',
      answers: {
        'GET /issues': { issues: rows, pagingMetadata: { totalResultsCount: 2, limit: 10, offset: 0 } },
        'GET /issues/colleagues': { colleagues: [{ userId: 'ashby-signoff', name: 'Rhian Ashby' }] },
        'POST /issues/assignments': sent,
      },
    })
    expect(screen.queryByRole('columnheader', { name: 'Choose' })).toBeNull()
    await user.click(await screen.findByRole('checkbox', { name: 'Select all 2 rows shown' }))
    await user.click(await screen.findByRole('button', { name: /Assign to$/ }))
    await user.click(await screen.findByRole('option', { name: 'Rhian Ashby' }))
    await user.click(screen.getByRole('button', { name: 'Assign 2 issues' }))
    await vi.waitFor(() =>
      expect(sent).toHaveBeenCalledWith(
        expect.objectContaining({ body: { issues: ['one', 'two'], userId: 'ashby-signoff' } }),
      ),
    )
  })

  it('offers no choice to who explains nothing', async () => {
    await show(<IssueList />, {
      user: analyst,
      at: '/issues',
      answers: {
        'GET /issues': {
          issues: [row('OPEN')],
          pagingMetadata: { totalResultsCount: 1, limit: 10, offset: 0 },
        },
      },
    })
    await screen.findByRole('link', { name: 'QR.C23056.Engagement.NUMHUS.901' })
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('is refused to who sees no issues, without asking', async () => {
    await show(<IssueList />, { user: { ...submitter, roles: ['ovt-submitter'] }, at: '/issues' })
    expect(await screen.findByText('Access Denied')).toBeTruthy()
  })
})
