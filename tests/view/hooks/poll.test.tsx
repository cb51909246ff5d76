import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { allFailuresExist } from '../../../src/domain/wire/files.ts'
import { useResource } from '../../../src/hooks/index.ts'
import { show } from '../support/services.tsx'

/* What is asked for at intervals (specification 2 §9): what is refused is not asked for again by itself. */

const path = `GET ${allFailuresExist.path}`

function Asking() {
  const {
    data,
    problem: refusal,
    retry,
  } = useResource(
    allFailuresExist,
    { query: { submissionUuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7' } },
    { poll: { everyMs: 5, until: ({ exists }) => exists } },
  )
  return (
    <button type="button" onClick={retry}>
      {refusal?.kind ?? (data ? String(data.exists) : 'asking')}
    </button>
  )
}

it('ends where the server refuses, and asks again when somebody wants that', async () => {
  const answer = vi.fn((): unknown => {
    throw new ProblemError(problem('forbidden', 'Not yours.'))
  })
  const { user } = await show(<Asking />, { answers: { [path]: answer } })
  const button = await screen.findByRole('button', { name: 'forbidden' })
  const asked = answer.mock.calls.length
  answer.mockReturnValue({ exists: true, size: null, madeAt: null, workbook: null })
  await user.click(button)
  expect(await screen.findByRole('button', { name: 'true' })).toBe(button)
  // Every question after the refusal is the one that was wanted.
  expect(answer).toHaveBeenCalledTimes(asked + 1)
})

it('goes on by itself where the server has had too much, or fails', async () => {
  const answer = vi
    .fn((): unknown => ({ exists: true, size: null, madeAt: null, workbook: null }))
    .mockImplementationOnce(() => {
      throw new ProblemError(problem('too-many-requests', 'Wait a moment.'))
    })
    .mockImplementationOnce(() => {
      throw new ProblemError(problem('unavailable', 'Away.'))
    })
  await show(<Asking />, { answers: { [path]: answer } })
  await waitFor(() => expect(screen.getByRole('button').textContent).toBe('true'))
})
