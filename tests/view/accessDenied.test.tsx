import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AccessDenied } from '../../src/features/common/AccessDenied.tsx'
import { Component as IssueList } from '../../src/features/issues/list/page.tsx'
import { collection, submission, submissionId } from './submissions/fixtures.ts'
import { Pages } from './support/pages.tsx'
import { submitter } from './support/people.ts'
import { analyst, show } from './support/services.tsx'

const regulator = {
  ...analyst,
  name: 'Marcus Bell',
  organisationId: '5016',
  organisationType: 'statutory_customer',
  roles: ['analyst'],
} as const

const part = async (name: string) => within(await screen.findByRole('region', { name }, { timeout: 5_000 }))

describe('a page that the viewer may not see', () => {
  it('names the roles that may, the roles of the viewer, and a way to ask', async () => {
    await show(<IssueList />, { user: { ...submitter, roles: ['ovt-submitter'] }, at: '/issues' })
    // Issues: provider submitter, sign-off and guest, all of the agency, analysts of regulators (specification 1 §6).
    const who = await part('Access to this page')
    expect(who.getByText('Providers: Submitter, Sign-off, Guest (read only)')).toBeTruthy()
    expect(who.getByText('Bedel: all users')).toBeTruthy()
    expect(who.getByText('Statutory Customers: Analyst')).toBeTruthy()
    expect(who.getByText(/, Online validation submitter, /)).toBeTruthy()
    const ask = await part('Request access')
    const mail = ask.getByRole('link', { name: 'Ask for access by email' }).getAttribute('href')
    expect(mail).toMatch(/^mailto:\?subject=Access%20to%20a%20page%20of%20Bedel&body=.*%2Fissues$/)
    expect(ask.getByRole('button', { name: 'Copy the address of this page' })).toBeTruthy()
  })

  it('shows only the roles of the viewer if no single permission opens it', async () => {
    await show(<AccessDenied level={1} />, { user: submitter })
    const yours = await part('Your roles')
    expect(yours.getByText(/, Submitter, /)).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Access to this page' })).toBeNull()
  })

  it('leads to the dashboard, and to nothing that the viewer may not enter', async () => {
    await show(<IssueList />, { user: { ...submitter, roles: ['ovt-submitter'] }, at: '/issues' })
    const ways = await part('Pages you can open')
    expect(ways.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual(['/'])
  })

  it('leads a regulator from Approval to Quality Assurance, where regulators decide', async () => {
    const address = `/monitoring/23056/${collection().id}/0001/${submissionId}`
    await show(<Pages />, {
      user: regulator,
      at: `${address}/approval`,
      answers: { 'GET /submissions/{id}': submission('SC_APPROVAL') },
    })
    // Approval: provider submitter, sign-off and guest, and all of the agency (specification 2 §6).
    const who = await part('Access to this page')
    expect(who.getByText('Providers: Submitter, Sign-off, Guest (read only)')).toBeTruthy()
    expect(who.getByText('Bedel: all users')).toBeTruthy()
    expect(who.queryByText(/^Statutory Customers/)).toBeNull()
    const ways = await part('Pages you can open')
    expect(ways.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
      `${address}/reports`,
      '/monitoring',
      '/',
    ])
  })
})
