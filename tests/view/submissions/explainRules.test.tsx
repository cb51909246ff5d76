import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ExplainDialog } from '../../../src/features/submissions/quality/ExplainDialog.tsx'
import { choiceIdOf, useRuleChoice } from '../../../src/features/submissions/quality/useRuleChoice.ts'
import { submitter } from '../support/people.ts'
import { type Answer, show } from '../support/services.tsx'
import { submissionId } from './fixtures.ts'

const [first, second] = ['001', '002'].map(number =>
  choiceIdOf({ code: `QR.STUDENT.AwardingBodyRole.AWARDINGBODYID.${number}.V01`, regulatorCode: '5016' }),
) as [string, string]

function Opened() {
  const choice = useRuleChoice({ instId: '0001', facts: undefined, allowsIssues: true })
  return choice?.isOpen && <ExplainDialog choice={choice} submissionId={submissionId} />
}

const text = 'A partner college returns late.'

const open = async (rules: readonly string[]) => {
  const asked = vi.fn<Answer>(() => ({
    lastExplanation: { collection: 'Student 2022/23', text, at: '2023-10-14T09:30:00Z' },
  }))
  const named = rules.map(rule => `rc.f.rule=${encodeURIComponent(rule)}`).join('&')
  const shown = await show(<Opened />, {
    at: `/?${named}&rc.open=explain`,
    user: submitter,
    answers: {
      'GET /issues/colleagues': { colleagues: [] },
      'GET /submissions/{uuid}/last-explanation': asked,
    },
  })
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Explanation' })
  await screen.findByRole('textbox', { name: 'Explanation' })
  return { ...shown, asked, field }
}

const offer = { name: "Use last year's explanation" }

it("offers last year's explanation of one rule, and begins with it where it is wanted", async () => {
  const { user, asked, field } = await open([first])
  await user.click(await screen.findByRole('button', offer))
  expect(field().value).toBe(text)
  const [validationCode, regulatorCode] = first.split(' ')
  expect(asked.mock.calls[0]?.[0]).toMatchObject({
    path: { uuid: submissionId },
    query: { validationCode, regulatorCode },
  })
})

it('offers none for several, of which each had its own', async () => {
  const { asked, field } = await open([first, second])
  expect(field().value).toBe('')
  expect(asked).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', offer)).toBeNull()
})
