import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Canvas, type CanvasProps } from './Canvas.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  Object.defineProperty(Element.prototype, 'clientWidth', { get: () => 1000, configurable: true })
})

const item = (id: string, x: number, y: number, isFirst = false) => (
  // biome-ignore lint/a11y/useSemanticElements: SVG has no button of its own
  <g
    key={id}
    role="button"
    tabIndex={isFirst ? 0 : -1}
    aria-label={id}
    data-item
    data-x={x}
    data-y={y}
    data-width={100}
    data-height={40}
  />
)

const draw = (props: Partial<CanvasProps> = {}) => {
  const onViewChange = vi.fn()
  const all: CanvasProps = {
    label: 'Drawing',
    description: 'Keys',
    content: { width: 400, height: 300 },
    view: null,
    onViewChange,
    overview: null,
    children: [item('left', 0, 0, true), item('right', 300, 0), item('below', 0, 200)],
    ...props,
  }
  const { rerender } = render(<Canvas {...all} />)
  const stage = () => screen.getByRole('button', { name: 'left' }).parentElement?.getAttribute('transform')
  return {
    onViewChange,
    stage,
    again: (next: Partial<CanvasProps>) => rerender(<Canvas {...all} {...next} />),
  }
}

describe('a window on a drawing', () => {
  it('begins with the whole of a small drawing in the middle, and tells its keys', () => {
    const { stage } = draw()
    expect(stage()).toBe('translate(300 234) scale(1)')
    expect(screen.getByRole('application', { name: 'Drawing' })).toHaveProperty('tabIndex', 0)
    screen.getByText('Keys')
  })

  it('moves and scales by keys, and tells where it came to rest', () => {
    vi.useFakeTimers()
    const { onViewChange, stage } = draw()
    const window = screen.getByRole('application')
    fireEvent.keyDown(window, { key: 'ArrowRight' })
    expect(stage()).toBe('translate(236 234) scale(1)')
    fireEvent.keyDown(window, { key: '+' })
    expect(stage()).toContain('scale(1.25)')
    expect(onViewChange).not.toHaveBeenCalled()
    vi.runAllTimers()
    expect(onViewChange).toHaveBeenCalledExactlyOnceWith({ scale: 1.25, x: 264, y: 150 })
    fireEvent.keyDown(window, { key: '0' })
    expect(stage()).toBe('translate(300 234) scale(1)')
  })

  it('comes near enough to read what is asked for, though its own size changes on the way', () => {
    // Somebody who sees movement: the details that open beside the drawing narrow it before the first frame.
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    const resized: (() => void)[] = []
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(notify: () => void) {
          resized.push(notify)
        }
        observe = () => undefined
        disconnect = () => undefined
      },
    )
    const content = { width: 4000, height: 3000 }
    const { stage, again } = draw({ content, view: { scale: 0.5, x: 2000, y: 1500 } })
    again({
      content,
      view: { scale: 0.5, x: 2000, y: 1500 },
      shown: { id: 'far', x: 300, y: 0, width: 100, height: 40 },
    })
    for (const notify of resized) notify()
    expect(stage()).toContain('scale(0.9)')
  })

  it('takes no address for news that it told itself, though it told another meanwhile', () => {
    vi.useFakeTimers()
    const { onViewChange, stage, again } = draw()
    const window = screen.getByRole('application')
    for (const times of [1, 2]) {
      fireEvent.keyDown(window, { key: '+' })
      vi.runAllTimers()
      expect(onViewChange).toHaveBeenCalledTimes(times)
    }
    for (const [view] of onViewChange.mock.calls) {
      again({ view })
      expect(stage()).toContain('scale(1.5625)')
    }
  })

  it('scales around the pointer by the wheel, and keeps the page still', () => {
    const { stage } = draw()
    const isLeft = fireEvent.wheel(screen.getByRole('application'), {
      deltaY: -100,
      clientX: 500,
      clientY: 384,
    })
    expect(isLeft).toBe(false)
    expect(stage()).toContain('scale(1.17')
  })

  it('keeps the point under the pointer while scaling, and neither scales nor moves without end', () => {
    const { stage } = draw()
    const window = screen.getByRole('application')
    fireEvent.wheel(window, { deltaY: -100, clientX: 340, clientY: 300 })
    const [x = 0, y = 0, scale = 0] =
      stage()
        ?.match(/[\d.]+/g)
        ?.map(Number) ?? []
    // The point (40, 66) of the drawing stood under the pointer.
    expect(x + 40 * scale).toBeCloseTo(340)
    expect(y + 66 * scale).toBeCloseTo(300)
    for (let at = 0; at < 20; at++) fireEvent.keyDown(window, { key: '+' })
    expect(stage()).toMatch(/scale\(3\)$/)
    for (let at = 0; at < 40; at++) fireEvent.keyDown(window, { key: 'ArrowLeft' })
    // The left edge of the drawing has come to the middle of the window.
    expect(stage()).toMatch(/^translate\(500 /)
    for (let at = 0; at < 40; at++) fireEvent.keyDown(window, { key: '-' })
    expect(stage()).toMatch(/scale\(0\.1\)$/)
  })

  it('is moved by dragging, which presses nothing', () => {
    const onClick = vi.fn()
    const { stage } = draw()
    const pressed = screen.getByRole('button', { name: 'left' })
    pressed.addEventListener('click', onClick)
    const mouse = (type: string, clientX: number, clientY: number) => {
      const event = new MouseEvent(type, { clientX, clientY, bubbles: true, cancelable: true })
      // A browser says in which window it happened; jsdom leaves it out.
      Object.defineProperty(event, 'view', { value: window })
      return event
    }
    fireEvent(pressed, mouse('mousedown', 400, 300))
    fireEvent(document, mouse('mousemove', 450, 320))
    fireEvent(document, mouse('mouseup', 450, 320))
    fireEvent(pressed, mouse('click', 450, 320))
    expect(stage()).toBe('translate(350 254) scale(1)')
    expect(onClick).not.toHaveBeenCalled()
  })

  it('moves the focus to the next item in a direction, as one stop of the tab key', async () => {
    const user = userEvent.setup()
    draw()
    await user.tab()
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'left' }))
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'right' }))
    await user.keyboard('{ArrowLeft}{ArrowDown}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'below' }))
    const stops = ['left', 'right', 'below'].map(name =>
      screen.getByRole('button', { name }).getAttribute('tabindex'),
    )
    expect(stops).toEqual(['-1', '-1', '0'])
  })

  it('shows the part that the address names, and what is chosen', () => {
    const { stage, again } = draw({ content: { width: 4000, height: 3000 } })
    again({ view: { scale: 2, x: 100, y: 50 } })
    expect(stage()).toBe('translate(300 284) scale(2)')
    again({
      view: { scale: 2, x: 100, y: 50 },
      shown: { id: 'far', x: 3000, y: 2000, width: 10, height: 10 },
    })
    expect(stage()).not.toBe('translate(300 284) scale(2)')
  })
  it('opens at the part that the address names even where something else is chosen, and at what is chosen without it', () => {
    const content = { width: 4000, height: 3000 }
    const shown = { id: 'far', x: 3000, y: 2000, width: 10, height: 10 }
    const named = draw({ content, shown, view: { scale: 0.3, x: 100, y: 50 } })
    expect(named.stage()).toContain('scale(0.3)')
    cleanup()
    const { stage } = draw({ content, shown })
    expect(stage()).toContain('scale(0.9)')
    expect(stage()).not.toBe('translate(500 384) scale(0.9)')
  })

  it('goes after what is followed when that is out of sight, at the same scale, and stays where it is in sight', () => {
    const content = { width: 4000, height: 3000 }
    const at = (id: string, x: number, y: number) => ({ id, x, y, width: 100, height: 40 })
    const view = { scale: 2, x: 300, y: 300 }
    const { stage, again } = draw({ content, view, followed: at('first', 3000, 2000) })
    // At first the address says what to see.
    const begins = 'translate(-100 -216) scale(2)'
    expect(stage()).toBe(begins)
    again({ content, view, followed: at('near', 400, 300) })
    expect(stage()).toBe(begins)
    again({ content, view, followed: at('far', 1000, 300) })
    // Its right edge, at 1100, stands 24 px from that of the window: 1000 - 24 = 1100 × 2 - 1224.
    expect(stage()).toBe('translate(-1224 -216) scale(2)')
    // Nobody to follow: as where something was chosen.
    again({ content, view, followed: undefined })
    expect(stage()).toBe('translate(-1224 -216) scale(2)')
  })
})
