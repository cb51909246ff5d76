import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { Component } from '../../src/features/delivery/deliveries/page.tsx'
import { delivery } from './support/delivery.ts'
import { analyst, aWhile, show } from './support/services.tsx'

/* Deliveries (decisions §6): the provider of each, and filters by collection and provider, which stand in the address. */

const underWay = '3f2504e0-4f89-41d3-9a0c-0305e82c3303'
const queries: unknown[] = []
const cancelled: unknown[] = []
beforeEach(() => {
  queries.length = 0
  cancelled.length = 0
})
const open = async (at = '/delivery') => {
  const shown = await show(<Component />, {
    at,
    user: analyst,
    answers: {
      'GET /deliveries': ({ query }: { query?: unknown }) => {
        queries.push(query)
        return {
          deliveries: [
            delivery({ name: 'One' }),
            delivery({
              id: '3f2504e0-4f89-41d3-9a0c-0305e82c3302',
              name: 'Several',
              providers: 3,
              provider: null,
              downloadRefusal: 'You do not have a valid role for this.',
            }),
            delivery({
              id: underWay,
              name: 'In progress',
              madeUtc: null,
              ...(cancelled.length === 0
                ? { state: 'WAITING', mayCancel: true }
                : { state: 'CANCELLED', cancelledBy: 'Ruth Calloway', cancelledUtc: '2024-10-01T08:00:30Z' }),
            }),
          ],
          collections: [
            { reference: '23056', name: 'Student 2023/24' },
            { reference: '22056', name: 'Student 2022/23' },
          ],
          providers: [
            { instId: '0002', name: 'Brackley Institute of Arts' },
            { instId: '0001', name: 'University of Ashby' },
          ],
          pagingMetadata: { total: 3 },
        }
      },
      'POST /deliveries/{id}/cancel': ({ path }: { path?: unknown }) => {
        cancelled.push(path)
      },
    },
  })
  await screen.findByRole('table', { name: 'Deliveries' })
  return shown
}
const cell = (row: RegExp) => screen.findByRole('row', { name: row })
const last = () => queries.at(-1)

it('names the provider, or says how many there are', async () => {
  await open()
  expect((await cell(/One/)).textContent).toContain('University of Ashby')
  expect((await cell(/Several/)).textContent).toContain('3 providers')
})

it('offers a download only where it can be done, and says once who else can', async () => {
  await open()
  expect(screen.getAllByRole('button', { name: /^Download / }).map(button => button.ariaLabel)).toEqual([
    'Download One',
    'Download In progress',
  ])
  expect(screen.getByText(/Only users with a data delivery or special category role/)).toBeTruthy()
})

it('says when it was made only of one that was', async () => {
  await open()
  expect((await cell(/One/)).textContent).toContain('01/10/2024 09:01')
  expect((await cell(/In progress/)).textContent).not.toContain('01/10/2024')
})

it('asks for the collection and the provider that are chosen', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: /Any collection/ }))
  await user.click(await screen.findByRole('option', { name: 'Student 2022/23' }, aWhile))
  await expect.poll(last).toMatchObject({ collectionReference: '22056' })
  await user.type(screen.getByRole('combobox', { name: 'Provider' }), 'brack')
  await user.click(await screen.findByRole('option', { name: 'Brackley Institute of Arts (0002)' }, aWhile))
  await expect.poll(last).toMatchObject({ collectionReference: '22056', instId: '0002' })
})

it('takes both from the address', async () => {
  const { user } = await open('/delivery?dl.f.collection=22056&dl.f.provider=0002')
  expect(last()).toMatchObject({ collectionReference: '22056', instId: '0002' })
  await user.click(await screen.findByRole('button', { name: 'Clear all' }))
  await expect.poll(last).not.toHaveProperty('instId')
  expect(last()).toMatchObject({ collectionReference: '22056' })
})

it('cancels one that is under way, asked about first, and says who did it', async () => {
  const { user } = await open()
  expect(screen.queryByRole('button', { name: 'Cancel One' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Cancel In progress' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel the delivery In progress?' }, aWhile)
  expect(cancelled).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Cancel delivery' }))
  expect(await screen.findByText(/by Ruth Calloway/)).toBeTruthy()
  expect((await cell(/In progress/)).textContent).toContain('Cancelled')
  expect(cancelled).toEqual([{ id: underWay }])
})
