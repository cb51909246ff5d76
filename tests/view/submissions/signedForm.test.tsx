import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { IssuedValue, ShownForm } from '../../../src/domain/formCheck.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { factsFromWire } from '../../../src/domain/wire/facts.ts'
import type { SignedForm } from '../../../src/domain/wire/signedForms.ts'
import { FormChecks } from '../../../src/features/submissions/sign-off/FormChecks.tsx'
import { FormPreview } from '../../../src/features/submissions/sign-off/FormPreview.tsx'
import { SignedFormPart } from '../../../src/features/submissions/sign-off/SignedFormPart.tsx'
import { SignHere } from '../../../src/features/submissions/sign-off/SignHere.tsx'
import { SignOffDecision } from '../../../src/features/submissions/sign-off/SignOffDecision.tsx'
import { useSignedForm } from '../../../src/features/submissions/sign-off/useSignedForm.ts'
import { submissionFromWire } from '../../../src/machines/submission/index.ts'
import { standingOf } from '../../../src/machines/submission-lifecycle/index.ts'
import { people } from '../../../src/model/people.ts'
import { type Answer, show } from '../support/services.tsx'
import { signOffPerson, submission, submissionId } from './fixtures.ts'

const returned: SignedForm = {
  id: '5f0c7f0e-4a0e-4a53-9b55-1b1f6f1c2d3e',
  fileName: 'signed.pdf',
  fileSize: 23,
  returnedAt: '2024-12-05T10:00:00Z',
  by: 'Rhian Ashby',
  signature: null,
  refusal: null,
}
const nothingElse = { earlier: [], issued: [] }
const given = submission('PROVIDER_SIGNOFF')
const facts = factsFromWire(given.facts)

const agencyFacts = (isFormReturned: boolean) => ({
  ...submission('PROVIDER_SIGNOFF'),
  facts: { ...given.facts, isFormReturned },
})

function Page() {
  const form = useSignedForm(submissionId, 'PROVIDER_SIGNOFF', facts)
  return (
    form && (
      <SignedFormPart
        {...form}
        signHere={signsInPortal => (
          <SignHere
            submissionId={submissionId}
            status="PROVIDER_SIGNOFF"
            facts={facts}
            signsInPortal={signsInPortal}
            onSigned={form.replace}
          />
        )}
      />
    )
  )
}

const open = async (user: UserPrincipal, answers: Record<string, unknown>) => {
  return show(<Page />, { user, answers })
}

describe('the signed form', () => {
  it('is asked of the provider, who has to choose it first', async () => {
    const { user } = await open(signOffPerson, {
      'GET /submissions/{uuid}/signed-form': { signedForm: null, signsInPortal: false, ...nothingElse },
    })
    const form = await screen.findByRole('form', { name: 'Signed form' })
    await user.click(within(form).getByRole('button', { name: 'Return signed form' }))
    expect(await screen.findByText('Choose the signed form first.')).toBeTruthy()
  })

  it('stands with its name, size, date and who has returned it; another one may follow', async () => {
    await open(signOffPerson, {
      'GET /submissions/{uuid}/signed-form': { signedForm: returned, signsInPortal: false, ...nothingElse },
    })
    expect(
      await screen.findByText(/^signed\.pdf \(23 bytes\), returned 05\/12\/2024 10:00 by Rhian Ashby$/),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Return a different form' })).toBeTruthy()
  })

  it('shows why another form was requested', async () => {
    await open(signOffPerson, {
      'GET /submissions/{uuid}/signed-form': {
        signedForm: { ...returned, refusal: { at: '2024-12-06T09:00:00Z', note: 'No signature.' } },
        signsInPortal: false,
        ...nothingElse,
      },
    })
    expect(await screen.findByText('Another form was requested 06/12/2024 09:00: No signature.')).toBeTruthy()
  })
})

describe('the decision next to the form', () => {
  const decide = async (isFormReturned: boolean, answers: Record<string, unknown> = {}) => {
    const onAnswer = vi.fn()
    const shown = await show(
      <SignOffDecision
        submission={submissionFromWire(agencyFacts(isFormReturned))}
        standing={standingOf(
          'PROVIDER_SIGNOFF',
          factsFromWire(agencyFacts(isFormReturned).facts),
          people.staff,
        )}
        outcome={{ onAnswer, refresh: () => {} }}
        checks={null}
      />,
      { user: people.staff, answers },
    )
    return { ...shown, onAnswer }
  }

  it('offers three outcomes with their consequences, and signs off once both checks are ticked', async () => {
    const record = vi.fn<Answer>(() => submission('SIGNED_OFF'))
    const { user, onAnswer } = await decide(true, {
      'POST /submissions/{id}/signoff': record,
      'GET /submissions/{id}/summary': { insideTolerance: 1, outsideTolerance: 2, credibilityIssues: 0 },
    })
    expect(screen.getByText('Next: You check the signed form and record the sign-off.')).toBeTruthy()
    expect(screen.getAllByRole('radio').map(radio => radio.closest('label')?.textContent)).toEqual([
      'Sign-off submissionThe record is final. The provider is notified.',
      'Ask for another formThe provider signs and returns another form. The approval stays.',
      'DeclineThe provider uploads again and needs new approval.',
    ])
    const button = () => screen.getByRole('button', { name: 'Sign-off submission' })
    expect(button().getAttribute('aria-disabled')).toBe('true')
    await user.click(
      screen.getByRole('checkbox', {
        name: 'Signed by the accountable officer, the head, or a person with suitable authority',
      }),
    )
    await user.click(screen.getByRole('checkbox', { name: /^Dated on or after the approval/ }))
    await user.click(button())
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirmation required!' })
    await user.click(within(dialog).getByRole('button', { name: 'Sign-off submission' }))
    await expect.poll(() => onAnswer.mock.calls.length).toBe(1)
    expect(record).toHaveBeenCalledOnce()
  })

  it('says that no form was returned, refuses to ask for another, and wants a reason for signing off without one', async () => {
    const { user } = await decide(false, {
      'GET /submissions/{id}/summary': { insideTolerance: 1, outsideTolerance: 2, credibilityIssues: 0 },
    })
    expect(screen.getByText('Next: The provider returns the signed form.')).toBeTruthy()
    expect(screen.getByText('No signed form has been returned.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Sign-off submission' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirmation required!' })
    await user.click(within(dialog).getByRole('button', { name: 'Sign-off submission' }))
    expect(within(dialog).getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('the automatic checks of a returned form', () => {
  const issued: IssuedValue[] = [
    { field: 'provider', label: 'Provider', text: 'Dunmore College (0004)' },
    { field: 'hash', label: 'Transaction (file hash)', text: 'a1b2' },
    { field: 'students', label: 'Student count', text: '120' },
  ]
  const checks = async (form: Partial<ShownForm>, signedHash?: string) => {
    const data = { text: '', pages: 1, sha256: 'f00d', pictures: [], ...form }
    await show(
      <FormChecks
        file={{ status: 'ready', data, problem: undefined, retry: () => {} }}
        issued={issued}
        signedHash={signedHash}
      />,
      { user: people.staff },
    )
  }

  it('name each value that is not the issued one', async () => {
    const text = 'Provider Dunmore College (0004) Transaction (file hash) a1b2 Student count 1200'
    await checks({ text, pages: 3 })
    expect(screen.getByText('The form has the hash of the approved file')).toBeTruthy()
    expect(screen.getByText('Student count is not “120”')).toBeTruthy()
    expect(screen.getByText('1 more value is as issued')).toBeTruthy()
    expect(screen.getByText('3 pages. The issued form has 1.')).toBeTruthy()
  })

  it('say that a scan cannot be read, and whether the file is the signed one', async () => {
    await checks({}, 'beef')
    expect(screen.getByText(/^The form has no text that can be read/)).toBeTruthy()
    expect(screen.getByText('The file is not the one that was signed in the portal')).toBeTruthy()
    expect(screen.queryByText(/hash of the approved file/)).toBeNull()
  })
})

it('shows each page of a form once, also pages that look the same', async () => {
  const faults = vi.spyOn(console, 'error')
  const blank = 'data:image/png;base64,iVBORw0KGgo='
  const pictures = [1, 2].map(page => ({ page, url: blank }))
  const data = { text: '', pages: 2, sha256: 'f00d', pictures }
  await show(
    <FormPreview
      forms={[]}
      shown=""
      hrefOf={() => ''}
      file={{ status: 'ready', data, problem: undefined, retry: () => {} }}
    />,
    { user: people.staff },
  )
  expect(screen.getAllByRole('img').map(image => image.getAttribute('alt'))).toEqual([
    'Page 1 of 2 of the signed form',
    'Page 2 of 2 of the signed form',
  ])
  expect(faults).not.toHaveBeenCalled()
})
