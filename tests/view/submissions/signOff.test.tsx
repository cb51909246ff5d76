import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { StatusName } from '../../../src/domain/status.ts'
import { factsFromWire } from '../../../src/domain/wire/facts.ts'
import { SignOffView } from '../../../src/features/submissions/sign-off/view.tsx'
import { submissionFromWire } from '../../../src/machines/submission/index.ts'
import { explain, type Facts, standingOf } from '../../../src/machines/submission-lifecycle/index.ts'
import { studentRecord } from '../support/services.tsx'
import { history, idsByWhatIsShown, pageAt, signOffPerson, submission } from './fixtures.ts'

const showSignOff = (status: StatusName, change: Partial<Facts> = {}, terms = false) => {
  const base = submission(status)
  const given = submission(status, {
    stateHistory: history('APPROVED', 'PROVIDER_SIGNOFF', status),
    facts: { ...base.facts, ...(change.isFormReturned && { isFormReturned: true }) },
  })
  const ask = (termsAccepted: boolean) =>
    explain(
      status,
      { ...factsFromWire(given.facts), ...change },
      { type: 'REQUEST_SIGN_OFF', actor: signOffPerson, termsAccepted },
    )
  const onDownloadForm = vi.fn()
  const onRequest = vi.fn()
  const { container, unmount } = render(
    <SignOffView
      record={studentRecord}
      submission={submissionFromWire(given)}
      page={pageAt(status)}
      explanation={ask(terms)}
      refusal={ask(true).refusal?.reason}
      hasAcceptedTerms={terms}
      onTerms={() => {}}
      onSend={onRequest}
      isSending={false}
      problem={undefined}
      onDownloadForm={onDownloadForm}
      isDownloading={false}
      downloadProblem={undefined}
      downloadRefusal={undefined}
      approvalHref="/approval"
      home={{ href: '/', label: 'Back to dashboard' }}
      signedForm={null}
      decision={null}
      standing={standingOf(status, factsFromWire(given.facts), signOffPerson)}
      onPrint={() => {}}
    />,
  )
  return { container, unmount, onDownloadForm, onRequest }
}

describe('Sign Off', () => {
  it('says at every status what is at work (specification 2 §4.1)', () => {
    const said = {
      notYet: 'Sign-off is not possible yet',
      toRequest: 'Requesting sign-off creates the form',
      requested: 'The head of your organisation signs it',
      signedOff: 'This submission is signed off.',
    }
    const shownAt = (status: StatusName): string => {
      const { container, unmount } = showSignOff(status)
      const text = container.textContent ?? ''
      unmount()
      return (Object.keys(said) as (keyof typeof said)[]).filter(work => text.includes(said[work])).join(', ')
    }
    const { notYet, ...possible } = idsByWhatIsShown(shownAt)
    expect(possible).toEqual({ toRequest: [28], requested: [29], signedOff: [30, 31, 32, 33] })
    expect(notYet).toHaveLength(41 - 6)
  })

  it('requests sign-off once the terms are accepted', async () => {
    const { onRequest } = showSignOff('APPROVED', {}, true)
    await userEvent.click(screen.getByRole('button', { name: 'Request sign-off' }))
    expect(onRequest).toHaveBeenCalledOnce()
  })

  it('says that the collection has to be open', () => {
    showSignOff('APPROVED', { collectionState: 'Closed' }, true)
    expect(
      screen.getAllByText('You can only request sign off for a submission when the collection is open.')
        .length,
    ).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: 'Request sign-off' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
  })

  it('offers the form while it awaits the sign-off, with the date of the request', async () => {
    const { onDownloadForm } = showSignOff('PROVIDER_SIGNOFF')
    await userEvent.click(screen.getByRole('button', { name: 'Download sign-off form' }))
    expect(onDownloadForm).toHaveBeenCalledOnce()
    expect(screen.getByText(/^Date 14 October 2024/)).toBeTruthy()
  })

  it.each<[StatusName, boolean, string[]]>([
    ['APPROVED', false, ['Now', 'Not started', 'Not started']],
    ['PROVIDER_SIGNOFF', false, ['Done', 'Now', 'Not started']],
    ['PROVIDER_SIGNOFF', true, ['Done', 'Done', 'Now']],
    ['SIGNED_OFF', true, ['Done', 'Done', 'Done']],
  ])('shows three steps with one current at %s, form returned: %s', (status, isFormReturned, states) => {
    showSignOff(status, { isFormReturned })
    const list = screen.getByRole('list', { name: 'Sign Off' })
    expect([...list.children].map(item => item.querySelector('p')?.textContent)).toEqual([
      `Request sign-off ${states[0]}`,
      `Sign and return the form ${states[1]}`,
      `Bedel records the sign-off ${states[2]}`,
    ])
    expect(list.querySelectorAll('[aria-current=step]')).toHaveLength(states.includes('Now') ? 1 : 0)
  })

  it.each<StatusName>(['SIGNED_OFF', 'HISTORY_DATA', 'HISTORY_DATA_PASSED'])(
    'leads home after %s',
    status => {
      showSignOff(status)
      expect(screen.getByRole('link', { name: 'Back to dashboard' }).getAttribute('href')).toBe('/')
    },
  )
})
