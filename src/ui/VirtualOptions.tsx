import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './VirtualOptions.module.css'

export interface VirtualOptionsProps<Item> {
  label: string
  items: readonly Item[]
  /** Position of the chosen one; -1 for none. */
  chosen: number
  onChoose: (position: number) => void
  /** Two lines at most. */
  render: (item: Item) => ReactNode
}

const itemRem = 3.5
const drawnItems = 48
const drawnBefore = 12

const pixelsOfItem = (): number =>
  itemRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize || '16')

/** Steps of the keys that move the choice, by how many items; far steps end at the first or last one. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** A list of any length, of which one item is chosen; only those near what is in sight are drawn. */
export function VirtualOptions<Item>({ label, items, chosen, onChoose, render }: VirtualOptionsProps<Item>) {
  const id = useId()
  const region = useRef<HTMLDivElement>(null)
  const [first, setFirst] = useState(0)
  const from = Math.max(0, Math.min(first - drawnBefore, items.length - drawnItems))
  const to = Math.min(items.length, from + drawnItems)
  useLayoutEffect(() => {
    const { current } = region
    if (!current || chosen < 0) return
    const size = pixelsOfItem()
    const above = chosen * size - current.scrollTop
    if (above < 0) current.scrollTop = chosen * size
    else if (above + size > current.clientHeight)
      current.scrollTop = (chosen + 1) * size - current.clientHeight
  }, [chosen])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onChoose(Math.max(0, Math.min(items.length - 1, chosen + step)))
  }
  const optionId = (position: number) => `${id}-${position}`
  const isDrawn = chosen >= from && chosen < to
  return (
    <div
      ref={region}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      className={styles.list}
      {...(isDrawn && { 'aria-activedescendant': optionId(chosen) })}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => {
        const at = Math.floor(currentTarget.scrollTop / pixelsOfItem())
        if (Math.abs(at - first) >= drawnBefore / 2) setFirst(at)
      }}
    >
      <Spacer items={from} />
      {items.slice(from, to).map((item, at) => {
        const position = from + at
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
          <div
            key={position}
            id={optionId(position)}
            role="option"
            tabIndex={-1}
            aria-selected={position === chosen}
            aria-posinset={position + 1}
            aria-setsize={items.length}
            className={styles.option}
            onClick={() => onChoose(position)}
          >
            {render(item)}
          </div>
        )
      })}
      <Spacer items={items.length - to} />
    </div>
  )
}

/** The height of items that are not drawn. */
function Spacer({ items }: { items: number }) {
  if (items <= 0) return null
  return (
    <svg
      className={styles.spacer}
      width="1"
      height={`${items * itemRem}rem`}
      aria-hidden="true"
      focusable="false"
    />
  )
}
