import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DifferencePart } from '../../../src/features/common/Difference.tsx'
import { show } from '../support/services.tsx'

it('says in the same word that nothing was added and that nothing was changed', async () => {
  const difference = { added: [], removed: [{ code: 'QR.A', name: 'Age' }], changed: [] }
  await show(
    <DifferencePart name="rules" title="Validation Rules" difference={difference} versions={['1', '2']} />,
    { at: '/' },
  )
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'none',
    'Age (QR.A)',
    'none',
  ])
})
