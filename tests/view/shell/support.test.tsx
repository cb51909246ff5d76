import { act, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createActor } from 'xstate'
import type { RecordedEntry } from '../../../src/domain/recording.ts'
import { View } from '../../../src/features/inspector/running/View.tsx'
import { SupportBanner } from '../../../src/features/shell/SupportBanner.tsx'
import { SupportOffer } from '../../../src/features/shell/SupportOffer.tsx'
import { attached } from '../../../src/hooks/running/index.ts'
import { sharing } from '../../../src/hooks/running/sharing.ts'
import { playbackMachine } from '../../../src/machines/playback/index.ts'
import { aWhile, show } from '../support/services.tsx'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  act(() => sharing.show(undefined))
})

const at = Date.parse('2024-11-01T12:00:00Z')
const session = (state: string) => ({
  id: '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0001',
  state,
  sharer: 'Rhian Cole',
  watcher: state === 'OFFERED' ? null : 'Ivo Marsh',
  expires: new Date(at + 15 * 60_000).toISOString(),
  now: new Date(at).toISOString(),
})

it('sends what the actors do once support looks on, with a notice until the person ends it', async () => {
  const actor = createActor(playbackMachine, {
    ...attached,
    input: { gaps: [0, 1000], stops: [], at: 1, speed: 1 },
  }).start()
  stops.push(() => actor.stop())
  let state = 'OFFERED'
  const sent: RecordedEntry[] = []
  let ended = 0
  const { user } = await show(
    <>
      <SupportBanner />
      <SupportOffer />
    </>,
    {
      answers: {
        'POST /support-sessions': () => ({ session: session('OFFERED'), code: 'ABCD-EFGH' }),
        'POST /support-sessions/{sessionId}/entries': ({ body }: { body?: unknown }) => {
          sent.push(...(body as { entries: RecordedEntry[] }).entries)
          return { session: session(state), dropped: 0 }
        },
        'POST /support-sessions/{sessionId}/end': () => {
          ended += 1
          return session('ENDED')
        },
      },
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Let support look on' }))
  await screen.findByText(/^Code for support: ABCD-EFGH/)
  expect(sent).toEqual([])
  state = 'WATCHED'
  await screen.findByText(/^Ivo Marsh is looking on until/, {}, aWhile)
  act(() => actor.send({ type: 'PLAY' }))
  await expect
    .poll(() => sent.some(entry => entry.type === '@xstate.event' && entry.event.type === 'PLAY'), aWhile)
    .toBe(true)
  expect(sent.some(entry => entry.type === '@xstate.actor' && entry.name === 'playback')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'End' }))
  await screen.findByText('Support can no longer look on.')
  expect(ended).toBe(1)
})

it('shows support the actors of the other browser, until the session is over', async () => {
  const entry = {
    type: '@xstate.actor',
    sessionId: 'x:1',
    rootId: 'x:1',
    createdAt: String(at),
    id: '1',
    _version: '0.7.1',
    name: 'upload',
    snapshot: { status: 'active', value: 'picking', tags: [] },
  } satisfies RecordedEntry
  const end = Promise.withResolvers<unknown>()
  const { user } = await show(<View />, {
    answers: {
      'POST /support-sessions/join': () => session('WATCHED'),
      'GET /support-sessions/{sessionId}/entries': ({ query }: { query?: Record<string, unknown> }) =>
        query?.after === '0' ? { session: session('WATCHED'), entries: [entry], last: 1 } : end.promise,
    },
  })
  await user.type(screen.getByRole('textbox', { name: /^Code of another person/ }), 'ABCD-EFGH')
  await user.click(screen.getByRole('button', { name: 'Look on' }))
  await screen.findByText(/^Browser of Rhian Cole/)
  await screen.findByRole('link', { name: 'upload' }, aWhile)
  screen.getByRole('button', { name: 'Save the recording' })
  end.resolve({ session: session('EXPIRED'), entries: [], last: 1 })
  await screen.findByText('The session with Rhian Cole is over.')
  await user.click(screen.getByRole('button', { name: 'Back to this browser' }))
  expect(await screen.findByRole('textbox', { name: /^Code of another person/ })).toBeDefined()
})
