import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { listColleagues } from '../../../src/domain/wire/issues.ts'
import { ActionFailure, WhenLoaded } from '../../../src/features/common/Loaded.tsx'
import { Unanswered } from '../../../src/features/shell/Unanswered.tsx'
import { ExplainDialog } from '../../../src/features/submissions/quality/ExplainDialog.tsx'
import { choiceIdOf, useRuleChoice } from '../../../src/features/submissions/quality/useRuleChoice.ts'
import { useResource } from '../../../src/hooks/index.ts'
import { submissionId } from '../submissions/fixtures.ts'
import { submitter } from '../support/people.ts'
import { type Answer, show } from '../support/services.tsx'

const colleagues = 'GET /issues/colleagues'

/** A server that fails until it is told to answer. */
const failing = (kind: 'internal' | 'not-found' | 'forbidden' = 'internal') => {
  let isUp = false
  const answer: Answer = () => {
    if (isUp) return { colleagues: [] }
    throw new ProblemError(problem(kind, 'Nothing works.'))
  }
  return { answer, repair: () => (isUp = true) }
}

/** A part of a screen that says of a failed answer what it says of an empty one. */
function Silent() {
  const { data } = useResource(listColleagues, {})
  return <p>{data ? 'There are no colleagues.' : 'Nobody is named.'}</p>
}

/** Parts that say by themselves that there is no answer. */
function Outspoken() {
  const resource = useResource(listColleagues, {})
  return (
    <WhenLoaded resource={resource} loading="Loading" failed="The colleagues failed to load.">
      {() => <p>There are no colleagues.</p>}
    </WhenLoaded>
  )
}
function InBanner() {
  const { problem: why, retry } = useResource(listColleagues, {})
  return why && <ActionFailure title="The colleagues failed to load." problem={why} onRetry={retry} />
}

const title = 'Some of this page could not be loaded'

describe('the frame', () => {
  it('says that a part of the screen failed which does not say so itself, and loads it again', async () => {
    const { answer, repair } = failing()
    const { user } = await show(
      <Unanswered>
        <Silent />
      </Unanswered>,
      { answers: { [colleagues]: answer } },
    )
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(title)
    repair()
    await user.click(within(alert).getByRole('button', { name: 'Load again' }))
    await screen.findByText('There are no colleagues.')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['in its place', <Outspoken key="place" />],
    ['in a banner', <InBanner key="banner" />],
  ])('does not say again what a part says %s', async (_, part) => {
    await show(<Unanswered>{part}</Unanswered>, { answers: { [colleagues]: failing().answer } })
    expect((await screen.findByRole('alert')).textContent).toContain('The colleagues failed to load.')
    expect(screen.queryByText(title)).toBeNull()
  })

  it.each(['not-found', 'forbidden'] as const)('takes the refusal "%s" for an answer', async kind => {
    await show(
      <Unanswered>
        <Silent />
      </Unanswered>,
      { answers: { [colleagues]: failing(kind).answer } },
    )
    await screen.findByText('Nobody is named.')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('a dialog', () => {
  function Opened() {
    const choice = useRuleChoice({ instId: '0001', facts: undefined, allowsIssues: true })
    return choice?.isOpen && <ExplainDialog choice={choice} submissionId={submissionId} />
  }

  it('says itself what fails while it is open, and loads it again', async () => {
    const rule = choiceIdOf({
      code: 'QR.STUDENT.AwardingBodyRole.AWARDINGBODYID.001.V01',
      regulatorCode: '5016',
    })
    const { answer, repair } = failing()
    const { user } = await show(
      <Unanswered>
        <Opened />
      </Unanswered>,
      {
        at: `/?rc.f.rule=${encodeURIComponent(rule)}&rc.open=explain`,
        user: submitter,
        answers: {
          [colleagues]: answer,
          'GET /submissions/{uuid}/last-explanation': { lastExplanation: null },
        },
      },
    )
    const dialog = await screen.findByRole('alertdialog')
    const alert = await within(dialog).findByRole('alert')
    expect(alert.textContent).toContain('Part of this dialog could not be loaded')
    repair()
    await user.click(within(alert).getByRole('button', { name: 'Load again' }))
    await expect.poll(() => within(dialog).queryByRole('alert')).toBeNull()
  })
})
