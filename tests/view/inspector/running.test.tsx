import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createActor, setup } from 'xstate'
import { recordingText, recordingVersion } from '../../../src/domain/recording.ts'
import { loadCharts } from '../../../src/features/inspector/charts.ts'
import { View } from '../../../src/features/inspector/running/View.tsx'
import { attached } from '../../../src/hooks/running/index.ts'
import { playbackMachine } from '../../../src/machines/playback/index.ts'
import { aWhile, show } from '../support/services.tsx'

await loadCharts()

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})
const start = () => {
  const actor = createActor(playbackMachine, {
    ...attached,
    input: { gaps: [0, 1000], stops: [], at: 1, speed: 1 },
  }).start()
  stops.push(() => actor.stop())
  return actor
}
const page = () => show(<View />)
const tree = () => screen.getByRole('list', { name: 'Actors' })

it('shows running actors with their states, and events as they happen', async () => {
  const actor = start()
  await page()
  const line = await screen.findByRole('link', { name: 'playback' })
  expect(line.parentElement?.textContent).toContain('resting')
  act(() => actor.send({ type: 'PLAY' }))
  await expect.poll(() => line.parentElement?.textContent, aWhile).toContain('playing')
  const events = screen.getByRole('group', { name: 'Events' })
  within(events).getByRole('row', { name: /^PLAY .* page playback x:\d+$/ })
})

it('pauses, counts new entries, and goes on', async () => {
  const actor = start()
  const { user } = await page()
  await screen.findByRole('link', { name: 'playback' })
  await user.click(screen.getByRole('button', { name: 'Pause' }))
  act(() => actor.send({ type: 'PLAY' }))
  await expect.poll(() => screen.getByRole('status').textContent, aWhile).toMatch(/^Paused\. [1-9]/)
  expect(within(tree()).queryByText('playing')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await within(tree()).findByText('playing')
})

it('filters events by type', async () => {
  const actor = start()
  const { user } = await page()
  await screen.findByRole('link', { name: 'playback' })
  act(() => {
    actor.send({ type: 'NEXT' })
    actor.send({ type: 'PREVIOUS' })
  })
  const rows = () =>
    within(screen.getByRole('group', { name: 'Events' }))
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent)
  await expect.poll(rows, aWhile).toEqual(expect.arrayContaining(['NEXT', 'PREVIOUS']))
  await user.click(screen.getByRole('button', { name: /All events/ }))
  await user.click(await screen.findByRole('option', { name: 'NEXT' }))
  await expect.poll(rows, aWhile).toEqual(['NEXT'])
})

it('saves a recording without what events carry, and replays it', async () => {
  const secret = setup({ types: { events: {} as { type: 'GO'; token: string } } }).createMachine({
    id: 'secret',
    initial: 'shut',
    options: { maxIterations: 1000 },
    states: { shut: { on: { GO: 'open' } }, open: {} },
  })
  const actor = createActor(secret, attached).start()
  stops.push(() => actor.stop())
  const { user, services } = await page()
  await screen.findByRole('link', { name: 'secret' })
  act(() => actor.send({ type: 'GO', token: 'eyJhbGciOi' }))
  await within(tree()).findByText('open')
  await user.click(screen.getByRole('button', { name: 'Save the recording' }))
  await expect.poll(() => vi.mocked(services.saveText).mock.calls.length, aWhile).toBe(1)
  const [name, text] = vi.mocked(services.saveText).mock.calls[0] ?? []
  expect(name).toMatch(/^recording-.*\.json$/)
  expect(text).not.toContain('eyJhbGciOi')

  const file = new File([text ?? ''], 'saved.json', { type: 'application/json' })
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  await screen.findByRole('heading', { name: 'saved.json' })
  expect(within(tree()).getByText('open')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'First entry' }))
  await expect.poll(() => within(tree()).queryByText('open'), aWhile).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Close the recording' }))
  await screen.findByRole('button', { name: 'Pause' })
})

it('says what is wrong with a file that is no recording', async () => {
  const { user } = await page()
  const choose = (text: string) =>
    user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]')!,
      new File([text], 'other.json', { type: 'application/json' }),
    )
  await choose('no JSON')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('other.json cannot be opened.')
  expect(alert.textContent).toContain('The file is not JSON.')
  await choose(recordingText([]))
  await screen.findByText(/The file has no recorded events/)
  await choose(JSON.stringify([{ type: '@xstate.event', _version: `${recordingVersion}9` }]))
  await screen.findByText(/another version of the format/)
})
