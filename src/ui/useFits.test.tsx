import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFits } from './useFits.ts'

afterEach(cleanup)

/** A place of so many px with a table of so many, which may need other room where it scrolls. */
const layout = { room: 1300, open: 1340, scrolling: 1290 }
const observers = new Set<() => void>()
let changes = 0

beforeEach(() => {
  Object.assign(layout, { room: 1300, open: 1340, scrolling: 1290 })
  observers.clear()
  changes = 0
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #tell: () => void
      constructor(tell: () => void) {
        this.#tell = tell
      }
      observe() {
        observers.add(this.#tell)
      }
      disconnect() {
        observers.delete(this.#tell)
      }
    },
  )
})

const tellAll = () => {
  for (const tell of [...observers]) tell()
}

/** Lays out as a browser does: observers are told until nothing changes any more, but not for ever. */
const settle = () => {
  for (let round = 0; round < 10; round += 1) act(tellAll)
}

function Table() {
  const place = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const fits = useFits(place, table)
  changes += 1
  return (
    <div
      ref={element => {
        place.current = element
        if (element)
          Object.defineProperty(element, 'clientWidth', { get: () => layout.room, configurable: true })
      }}
    >
      <table
        aria-label={fits ? 'open' : 'scrolling'}
        ref={element => {
          table.current = element
          const width = () => (fits ? layout.open : layout.scrolling)
          if (element) Object.defineProperty(element, 'offsetWidth', { get: width, configurable: true })
        }}
      />
    </div>
  )
}

const expectTable = (name: string) => expect(screen.queryByRole('table', { name })).not.toBeNull()

it('scrolls a table that is too wide, and stays with it though it needs less room then', () => {
  render(<Table />)
  settle()
  expectTable('scrolling')
  expect(changes).toBe(2)
})

it('opens it again when its place gets wider, or its content narrower', () => {
  render(<Table />)
  settle()
  layout.room = 1400
  settle()
  expectTable('open')
  layout.room = 1300
  settle()
  expectTable('scrolling')
  Object.assign(layout, { open: 900, scrolling: 880 })
  settle()
  expectTable('open')
})
