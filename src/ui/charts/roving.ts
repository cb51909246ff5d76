import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Moves the focus among the marks of a chart by the arrow keys, Home and End, so that the whole chart is one stop of
 * the tab key. Marks carry data-mark; the first has tabIndex 0, the others -1.
 */
export function moveAmongMarks(event: KeyboardEvent<Element>): void {
  const marks = [...event.currentTarget.querySelectorAll<SVGElement>('[data-mark]')]
  const at = event.target instanceof SVGElement ? marks.indexOf(event.target) : -1
  const step = steps[event.key]
  const to =
    event.key === 'Home'
      ? 0
      : event.key === 'End'
        ? marks.length - 1
        : step && at >= 0
          ? at + step
          : undefined
  const next = to === undefined ? undefined : marks[to]
  if (!next) return
  event.preventDefault()
  for (const mark of marks) mark.setAttribute('tabindex', mark === next ? '0' : '-1')
  next.focus()
}
