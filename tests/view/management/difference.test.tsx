import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { DifferencePart } from '../../../src/features/common/Difference.tsx'
import { show } from '../support/services.tsx'

const part = (name: 'failure' | 'name' | 'tolerance', before: string, after: string) => ({
  part: name,
  regulatorCode: name === 'tolerance' ? '5016' : null,
  before,
  after,
})
const difference = {
  added: [{ code: 'QR.NEW', name: 'New rule' }],
  removed: [{ code: 'QR.OLD', name: 'Age' }],
  changed: [
    { code: 'QR.A', name: 'Nights', parts: [part('failure', 'N > 7', 'N > 8'), part('tolerance', '', '5%')] },
    { code: 'QR.B', name: 'Birthday', parts: [part('name', 'Birth day', 'Birthday')] },
  ],
}
const open = () =>
  show(
    <DifferencePart
      name="rules"
      title="Validation Rules"
      difference={difference}
      versions={['1', '2']}
      regulatorName={() => 'OHE'}
      pathOf={(code, isRemoved) => `/${isRemoved ? 'before' : 'after'}/${code}`}
    />,
    { at: '/' },
  )

it('counts each kind of change, and leads to each rule', async () => {
  await open()
  const kinds = screen.getByRole('navigation', { name: 'Validation Rules: type of change' })
  expect(
    within(kinds)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['All4', 'New1', 'Removed1', 'Texts1', 'Conditions1', 'Tolerances1'])
  const hrefs = screen.getAllByRole('link').map(link => link.getAttribute('href'))
  expect(hrefs).toEqual(
    expect.arrayContaining(['/after/QR.NEW', '/before/QR.OLD', '/after/QR.A', '/after/QR.B']),
  )
  expect(screen.getByRole('rowheader', { name: 'Tolerance, OHE' })).toBeDefined()
})

it('shows one kind of change with before and after', async () => {
  await open()
  await userEvent.click(screen.getByRole('link', { name: /^Conditions/ }))
  expect(await screen.findByText('N > 8')).toBeDefined()
  expect(screen.queryByText('Birth day')).toBeNull()
  expect(screen.queryByRole('region', { name: /: New$/ })).toBeNull()
})

it('says that nothing differs', async () => {
  await show(
    <DifferencePart
      name="rules"
      title="Validation Rules"
      difference={{ added: [], removed: [], changed: [] }}
      versions={['1', '2']}
    />,
    { at: '/' },
  )
  expect(screen.getByText('No differences.')).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})
