import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import type { DeliveryWithSets } from '../../src/domain/wire/deliveries.ts'
import { Component as Delivery } from '../../src/features/delivery/delivery/page.tsx'
import { delivery } from './support/delivery.ts'
import { analyst, show } from './support/services.tsx'

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

const open = (given: Partial<DeliveryWithSets>) =>
  show(
    <Routes>
      <Route path="/delivery/:deliveryId" element={<Delivery />} />
    </Routes>,
    {
      at: `/delivery/${shownDelivery.id}`,
      user: analyst,
      answers: { 'GET /deliveries/{id}': { ...shownDelivery, ...given } },
    },
  )

it('shows the files of each submission with their hashes', async () => {
  await open({})
  const files = await screen.findByRole('table', { name: 'University of Ashby (0001)' })
  expect(within(files).getByRole('row', { name: /0001.tsv/ }).textContent).toContain('ab12')
})

it('shows of a whole collection which submission the part of each provider is from', async () => {
  await open({ format: 'SECTOR', sets: shownDelivery.sets.map(one => ({ ...one, files: [] })) })
  const parts = await screen.findByRole('table', { name: 'Providers in the set' })
  const row = within(parts).getByRole('row', { name: /Brackley/ })
  expect(row.textContent).toContain('3f2504e0-4f89-41d3-9a0c-0305e82c0002')
  expect(row.textContent).toContain('300')
  expect(screen.getByText('Parquet, one set of the whole collection')).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'University of Ashby (0001)' })).toBeNull()
})
