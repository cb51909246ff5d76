import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Step, Stepper } from './Stepper.tsx'

const steps: Step[] = [
  { id: 'a', label: 'Gate', state: 'complete', href: '/a' },
  { id: 'b', label: 'Scales', state: 'error', href: '/b', note: '2 crates missing' },
  { id: 'c', label: 'Price', state: 'current', href: '/c' },
  { id: 'd', label: 'Stall', state: 'waiting' },
  { id: 'e', label: 'Close', state: 'locked' },
]

describe('Stepper', () => {
  it('says the place, name and state of every step in words', () => {
    render(<Stepper label="Way" steps={steps} shown="b" />)
    const items = within(screen.getByRole('navigation', { name: 'Way' })).getAllByRole('listitem')
    const said = items.map(item =>
      [...item.children]
        .filter(part => part.ariaHidden !== 'true')
        .map(part => part.textContent)
        .join(''),
    )
    expect(said).toEqual([
      'Step 1 of 5: GateCompleted',
      'Step 2 of 5: Scales2 crates missing',
      'Step 3 of 5: PriceCurrent step',
      'Step 4 of 5: StallNot started',
      'Step 5 of 5: CloseCannot start yet',
    ])
  })

  it('marks the step shown, which is no link, and links the others that have an address', () => {
    render(<Stepper label="Way" steps={steps} shown="b" />)
    const marked = screen
      .getAllByRole('listitem')
      .filter(item => item.getAttribute('aria-current') === 'step')
    expect(marked.map(item => item.textContent)).toEqual([expect.stringContaining('Scales')])
    expect(screen.getAllByRole('link').map(link => link.textContent)).toEqual(['Gate', 'Price'])
  })

  it('tells the step to be done where the page shows none of the steps', () => {
    const { container, rerender } = render(<Stepper label="Way" steps={steps.slice(0, 1)} shown="z" />)
    const summary = () => container.querySelector('p')?.textContent
    expect(summary()).toBeUndefined()
    rerender(<Stepper label="Way" steps={steps} shown="z" />)
    expect(summary()).toBe('Step 2 of 5: Scales2 crates missing')
  })

  it('draws its links by the given function', () => {
    render(
      <Stepper
        label="Way"
        steps={steps}
        shown="b"
        renderLink={(step, children) => <a href={`/hall${step.href}`}>{children}</a>}
      />,
    )
    expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual(['/hall/a', '/hall/c'])
  })
})
