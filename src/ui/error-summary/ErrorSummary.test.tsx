import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Select } from '../select/index.ts'
import { TextField } from '../text-field/index.ts'
import { ErrorSummary, type FieldFault } from './index.ts'

function Form({ faults }: { faults: FieldFault[] }) {
  return (
    <>
      <ErrorSummary faults={faults} />
      <TextField id="driver" label="Driver" value="" onChange={() => {}} error={faults[0]?.message} />
      <Select
        id="hall"
        label="Hall"
        value={null}
        onChange={() => {}}
        options={[{ id: 'n', label: 'North' }]}
        error={faults[1]?.message}
      />
    </>
  )
}

it('takes the focus when faults appear and leads to their fields, which say the same', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<Form faults={[]} />)
  expect(screen.queryByRole('alert')).toBeNull()
  rerender(
    <Form
      faults={[
        { fieldId: 'driver', message: 'Enter the driver' },
        { fieldId: 'hall', message: 'Choose a hall' },
      ]}
    />,
  )
  expect(document.activeElement).toBe(screen.getByRole('alert', { name: 'There is a problem' }))
  await user.click(screen.getByRole('link', { name: 'Enter the driver' }))
  const driver = screen.getByRole('textbox', { name: 'Driver', description: 'Enter the driver' })
  expect(document.activeElement).toBe(driver)
  await user.click(screen.getByRole('link', { name: 'Choose a hall' }))
  expect(document.activeElement?.id).toBe('hall')
  expect(document.activeElement?.getAttribute('aria-haspopup')).toBe('listbox')
})
