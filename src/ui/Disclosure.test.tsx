import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Disclosure } from './Disclosure.tsx'

it('opens and closes by its button, which tells what it opens', async () => {
  const user = userEvent.setup()
  render(<Disclosure title="Details">E-1203</Disclosure>)
  const button = screen.getByRole('button', { name: 'Details' })
  const panel = document.getElementById(button.getAttribute('aria-controls') ?? '')
  expect(panel?.textContent).toBe('E-1203')
  expect(panel?.hidden).toBe(true)
  await user.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(panel?.hidden).toBe(false)
  await user.keyboard('{Enter}')
  expect(panel?.hidden).toBe(true)
})
