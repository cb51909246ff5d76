import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { factsFromWire } from '../../../src/domain/wire/facts.ts'
import type { SignedForm } from '../../../src/domain/wire/signedForms.ts'
import { RecordSignOff } from '../../../src/features/submissions/sign-off/RecordSignOff.tsx'
import { SignedFormCard } from '../../../src/features/submissions/sign-off/SignedFormCard.tsx'
import { SignHere } from '../../../src/features/submissions/sign-off/SignHere.tsx'
import { useSignedForm } from '../../../src/features/submissions/sign-off/useSignedForm.ts'
import { submissionFromWire } from '../../../src/machines/submission/index.ts'
import { people } from '../../../src/model/people.ts'
import { type Answer, show } from '../support/services.tsx'
import { signOffPerson, submission, submissionId } from './fixtures.ts'

const returned: SignedForm = {
  fileName: 'signed.pdf',
  fileSize: 23,
  returnedAt: '2024-12-05T10:00:00Z',
  by: 'Rhian Ashby',
  signature: null,
  refusal: null,
}
const given = submission('PROVIDER_SIGNOFF')
const facts = factsFromWire(given.facts)

function Page({ replace }: { replace: (after: unknown) => void }) {
  const form = useSignedForm(submissionId, 'PROVIDER_SIGNOFF', facts)
  return (
    form && (
      <SignedFormCard
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
      >
        {there => (
          <RecordSignOff
            page={{ status: 'PROVIDER_SIGNOFF', facts, replace }}
            submission={submissionFromWire(given)}
            hasForm={there !== null}
          />
        )}
      </SignedFormCard>
    )
  )
}

const open = async (user: UserPrincipal, answers: Record<string, unknown>) => {
  const replace = vi.fn()
  return { ...(await show(<Page replace={replace} />, { user, answers })), replace }
}

describe('the signed form', () => {
  it('is asked of the provider, who has to choose it first', async () => {
    const { user } = await open(signOffPerson, {
      'GET /submissions/{uuid}/signed-form': { signedForm: null, signsInPortal: false },
    })
    const form = await screen.findByRole('form', { name: 'Signed form' })
    await user.click(within(form).getByRole('button', { name: 'Return signed form' }))
    expect(await screen.findByText('Choose the signed form first.')).toBeTruthy()
    // To record it is the agency's.
    expect(screen.queryByText('Record the sign-off')).toBeNull()
  })

  it('stands with its name, size, date and who has returned it; another one may follow', async () => {
    await open(signOffPerson, {
      'GET /submissions/{uuid}/signed-form': { signedForm: returned, signsInPortal: false },
    })
    expect(
      await screen.findByText(/^signed\.pdf \(23 bytes\), returned 05\/12\/2024 10:00 by Rhian Ashby$/),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Return a different form' })).toBeTruthy()
  })

  it('is read by the agency, which records the sign-off from it', async () => {
    const record = vi.fn<Answer>(() => submission('SIGNED_OFF'))
    const { user, replace } = await open(people.staff, {
      'GET /submissions/{uuid}/signed-form': { signedForm: returned, signsInPortal: false },
      'POST /submissions/{id}/signoff': record,
    })
    expect(await screen.findByText(/^signed\.pdf/)).toBeTruthy()
    expect(screen.getByText(/^Check that the form matches this submission/)).toBeTruthy()
    expect(screen.queryByRole('form')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sign-off submission' }))
    await expect.poll(() => replace.mock.calls.length).toBe(1)
    expect(record).toHaveBeenCalledOnce()
  })

  it('is missed where it has not been returned', async () => {
    await open(people.staff, {
      'GET /submissions/{uuid}/signed-form': { signedForm: null, signsInPortal: false },
    })
    expect(await screen.findByText(/^No signed form has been returned in the portal/)).toBeTruthy()
  })
})
