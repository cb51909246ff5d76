import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { loadChart } from '../../../src/features/inspector/charts.ts'
import { View } from '../../../src/features/inspector/coverage/View.tsx'
import { pairOf } from '../../../src/model/coverage.ts'
import { foldedCoverage } from '../../../src/model/foldedCoverage.ts'
import { show } from '../support/services.tsx'

const [accept, withdraw] = ['idle:ASK:0', 'confirming:DISMISS:0'] as const
const [walked, impossible] = [pairOf(accept, withdraw), pairOf(withdraw, accept)]
const coverage = foldedCoverage({
  transitions: [accept, withdraw],
  pairs: [walked, impossible],
  levels: { browser: { transitions: { [accept]: 3, [withdraw]: 1 }, pairs: { [walked]: 1 } } },
  ruledOut: { browser: { [impossible]: 'The page is gone by then.' } },
})
const page = async (answer: unknown) =>
  show(<View chart={await loadChart('actionDialog')} />, {
    answers: { 'GET /inspection/coverage/{chartId}': answer },
  })

it('tells what a level has walked of what it can walk, and why not the rest', async () => {
  await page({ coverage })
  expect(await screen.findByText('2 of 2')).toBeDefined()
  expect(screen.getByText('1 of 1')).toBeDefined()
  expect(screen.getByText('Counted from the paths taken by the tests. 1 more cannot happen.')).toBeDefined()
  const ruledOut = screen.getByRole('table', { name: 'Cannot happen' })
  expect(within(ruledOut).getByText('The page is gone by then.')).toBeDefined()
  expect(screen.getByText('Every transition that can happen was used.')).toBeDefined()
})

it('says so where the tests have walked nothing on this machine', async () => {
  await page({ coverage: null })
  expect(await screen.findByText('No test coverage on this machine yet')).toBeDefined()
})
