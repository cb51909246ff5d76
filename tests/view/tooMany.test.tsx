import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { problem } from '../../src/domain/problem.ts'
import { ActionFailure, LoadFailure } from '../../src/features/common/Loaded.tsx'

const sentence = 'You have made too many requests in a short time. Wait 12 seconds, then try again.'
const tooMany = problem('too-many-requests', sentence)
const broken = problem('internal', 'The error has been recorded.')

/** The words that stand in the open, not behind "Details". */
const inTheOpen = (text: string): boolean =>
  screen.queryAllByText(text).some(element => element.closest('details, [hidden], [aria-hidden]') === null)

it('says how long to wait where something could not be loaded for too many requests', () => {
  render(<LoadFailure title="Error getting collections" problem={tooMany} onRetry={() => {}} />)
  expect(screen.getByRole('alert').textContent).toContain('Error getting collections')
  expect(inTheOpen(sentence)).toBe(true)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

it('says it where an action was refused for that', () => {
  render(<ActionFailure title="The submission could not be submitted." problem={tooMany} />)
  expect(inTheOpen(sentence)).toBe(true)
})

it('keeps the words of other problems behind the details', () => {
  render(<LoadFailure title="Error getting collections" problem={broken} />)
  expect(inTheOpen('The error has been recorded.')).toBe(false)
})
