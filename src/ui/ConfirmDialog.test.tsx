import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Button } from './Button.tsx'
import { ConfirmDialog } from './Dialog.tsx'

function Harness({
  onConfirm,
  isPending = false,
  error,
}: {
  onConfirm: () => void
  isPending?: boolean
  error?: string
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>Refuse</Button>
      <ConfirmDialog
        title="Confirmation required!"
        isOpen={isOpen}
        confirmLabel="Refuse delivery"
        tone="danger"
        isPending={isPending}
        error={error}
        onConfirm={onConfirm}
        onCancel={() => setOpen(false)}
      >
        <p>It cannot be undone.</p>
      </ConfirmDialog>
    </>
  )
}

describe('ConfirmDialog', () => {
  it('starts on the harmless button and gives the focus back on Escape', async () => {
    const user = userEvent.setup()
    const onConfirm = vi.fn()
    render(<Harness onConfirm={onConfirm} />)
    await user.click(screen.getByRole('button', { name: 'Refuse' }))
    expect(await screen.findByRole('alertdialog', { name: 'Confirmation required!' })).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Refuse' })))
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('keeps the focus inside and confirms by the other button', async () => {
    const user = userEvent.setup()
    const onConfirm = vi.fn()
    render(<Harness onConfirm={onConfirm} />)
    await user.click(screen.getByRole('button', { name: 'Refuse' }))
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Refuse delivery' }))
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Refuse delivery' }))
    expect(onConfirm).toHaveBeenCalledTimes(1)
  })

  it('cannot be closed while it is under way, and tells a failure', async () => {
    const user = userEvent.setup()
    const { rerender } = render(<Harness onConfirm={() => {}} />)
    await user.click(screen.getByRole('button', { name: 'Refuse' }))
    rerender(<Harness onConfirm={() => {}} isPending />)
    await user.keyboard('{Escape}')
    expect(screen.getByRole('alertdialog')).toBeDefined()
    rerender(<Harness onConfirm={() => {}} error="The hall did not answer." />)
    expect(screen.getByRole('alert').textContent).toBe('The hall did not answer.')
  })
})
