import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { DeliveryWithSets } from '../../src/domain/wire/deliveries.ts'
import { Component as Delivery } from '../../src/features/delivery/delivery/page.tsx'
import { delivery } from './support/delivery.ts'
import { analyst, aWhile, show } from './support/services.tsx'

const set = (instId: string, provider: string, rows: number, bytes: number) => ({
  instId,
  provider,
  submissionId: `3f2504e0-4f89-41d3-9a0c-0305e82c${instId}`,
  rows,
  bytes,
  files: [{ file: `${instId}.tsv`, rows, bytes, sha256: 'ab12' }],
})
const shownDelivery: DeliveryWithSets = {
  ...delivery({ submissions: 2, providers: 2, provider: null }),
  sets: [
    set('0001', 'University of Ashby', 1_200, 3_000_000),
    set('0002', 'Brackley Institute of Arts', 300, 900_000),
  ],
}

const open = (given: Partial<DeliveryWithSets>, answers: Record<string, unknown> = {}) =>
  show(
    <Routes>
      <Route path="/delivery/:deliveryId" element={<Delivery />} />
    </Routes>,
    {
      at: `/delivery/${shownDelivery.id}`,
      user: analyst,
      answers: { 'GET /deliveries/{id}': { ...shownDelivery, ...given }, ...answers },
    },
  )

it('shows the files of each submission with their hashes', async () => {
  await open({})
  const files = await screen.findByRole('table', { name: 'University of Ashby (0001)' })
  expect(within(files).getByRole('row', { name: /0001.tsv/ }).textContent).toContain('ab12')
})

it('shows of a whole collection which submission the part of each provider is from', async () => {
  await open({ format: 'SECTOR', sets: shownDelivery.sets.map(one => ({ ...one, files: [] })) })
  const parts = await screen.findByRole('table', { name: 'Providers included' })
  const row = within(parts).getByRole('row', { name: /Brackley/ })
  expect(row.textContent).toContain('3f2504e0-4f89-41d3-9a0c-0305e82c0002')
  expect(row.textContent).toContain('300')
  expect(screen.getByText('Parquet, one set for the whole collection')).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'University of Ashby (0001)' })).toBeNull()
})

describe('cancelling', () => {
  const unmade = { madeUtc: null, keptUntilUtc: null, rows: null, size: null, sets: [] }
  const cancelled: Partial<DeliveryWithSets> = {
    ...unmade,
    state: 'CANCELLED',
    cancelledBy: 'Ruth Calloway',
    cancelledUtc: '2024-10-01T08:00:30Z',
    downloadRefusal: 'The delivery was cancelled.',
  }

  it('is asked about first, and shows who did it and when, and where to have it delivered again', async () => {
    let now: Partial<DeliveryWithSets> = { ...unmade, state: 'WORKING', mayCancel: true }
    const configurationId = '3f2504e0-4f89-41d3-9a0c-0305e82c9901'
    let calls = 0
    const { user } = await open(
      {},
      {
        'GET /deliveries/{id}': () => ({ ...shownDelivery, ...now }),
        'POST /deliveries/{id}/cancel': () => {
          calls++
          now = { ...cancelled, configurationId }
        },
      },
    )
    await user.click(await screen.findByRole('button', { name: 'Cancel delivery' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Cancel the delivery The sector?' }, aWhile)
    await user.click(within(dialog).getByRole('button', { name: 'Back' }))
    expect(calls).toBe(0)
    await user.click(screen.getByRole('button', { name: 'Cancel delivery' }))
    const again = await screen.findByRole('alertdialog')
    await user.click(within(again).getByRole('button', { name: 'Cancel delivery' }))
    expect(await screen.findByText(/by Ruth Calloway/)).toBeTruthy()
    expect(calls).toBe(1)
    expect(screen.queryByRole('button', { name: 'Cancel delivery' })).toBeNull()
    const link = screen.getByRole('link', { name: 'Go to configuration' })
    expect(link.getAttribute('href')).toBe(`/management/delivery-config/${configurationId}`)
  })

  it('is not offered to those who may not, nor once it is made', async () => {
    await open({ ...unmade, state: 'WORKING' })
    expect(await screen.findByRole('button', { name: 'Refresh' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel delivery' })).toBeNull()
  })

  it('leaves a customer with what came of it, and no way to a page that is not theirs', async () => {
    await open(cancelled)
    expect(await screen.findByText('Nothing was delivered.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Go to configuration' })).toBeNull()
  })
})
