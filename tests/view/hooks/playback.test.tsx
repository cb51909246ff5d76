import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { usePlayback } from '../../../src/hooks/playback.ts'
import { show } from '../support/services.tsx'

/* The address says where a playback has come to rest (decisions §2). */

const history = { gaps: [0, 1000, 1000, 1000], stops: [] }

function Player({ at, onMove }: { at: number | undefined; onMove: (at: number | undefined) => void }) {
  const { at: shown, send } = usePlayback(history, at, onMove)
  return (
    <button type="button" onClick={() => send({ type: 'PREVIOUS' })}>
      {shown}
    </button>
  )
}

it('tells of each place once, in the step in which it comes to rest there', async () => {
  const told: (number | undefined)[] = []
  await show(<Player at={undefined} onMove={at => told.push(at)} />)
  act(() => {
    screen.getByRole('button', { name: '4' }).click()
    expect(told).toEqual([3])
    screen.getByRole('button', { name: '4' }).click()
    expect(told).toEqual([3, 2])
  })
  expect(screen.getByRole('button', { name: '2' })).toBeDefined()
  expect(told).toEqual([3, 2])
})

it('tells at once where the address names no event of the history', async () => {
  const told: (number | undefined)[] = []
  await show(<Player at={9} onMove={at => told.push(at)} />)
  expect(screen.getByRole('button', { name: '4' })).toBeDefined()
  expect(told).toEqual([undefined])
})
