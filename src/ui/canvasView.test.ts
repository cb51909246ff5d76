import { describe, expect, it } from 'vitest'
import {
  approached,
  contained,
  detailAt,
  fitted,
  isInSight,
  nextTowards,
  opening,
  revealing,
  visible,
} from './canvasView.ts'

const window = { width: 1000, height: 500 }

describe('the part of a drawing that is in sight', () => {
  it('is the whole of a small drawing, never enlarged', () => {
    expect(fitted({ width: 200, height: 100 }, window)).toEqual({ scale: 1, x: 100, y: 50 })
    expect(opening({ width: 200, height: 100 }, window)).toEqual({ scale: 1, x: 100, y: 50 })
  })

  it('begins at the upper left of a drawing that could not be read as a whole', () => {
    const content = { width: 4000, height: 700 }
    expect(fitted(content, window).scale).toBeCloseTo(0.242)
    const view = opening(content, window)
    expect(view.scale).toBeCloseTo(0.9)
    expect(visible(view, window).x * view.scale).toBeCloseTo(-16)
  })

  it('begins around a point of such a drawing, with no more than the margin beside it', () => {
    const content = { width: 4000, height: 3000 }
    expect(opening(content, window, { x: 2000, y: 1500 })).toEqual({ scale: 0.9, x: 2000, y: 1500 })
    const corner = visible(opening(content, window, { x: 4000, y: 2990 }), window)
    expect((corner.x + corner.width - 4000) * 0.9).toBeCloseTo(16)
    expect((corner.y + corner.height - 3000) * 0.9).toBeCloseTo(16)
  })

  it('keeps its middle over the drawing, at a scale within bounds', () => {
    const content = { width: 100, height: 100 }
    expect(contained({ scale: 1, x: -9000, y: 9000 }, content)).toEqual({ scale: 1, x: 0, y: 100 })
    expect(contained({ scale: 1e9, x: 50, y: 50 }, content).scale).toBe(3)
    expect(contained({ scale: 1e-9, x: 50, y: 50 }, content).scale).toBe(0.1)
  })

  it('moves as little as needed to show an area', () => {
    const view = { scale: 1, x: 500, y: 250 }
    expect(revealing(view, { x: 400, y: 200, width: 50, height: 20 }, window)).toEqual(view)
    expect(revealing(view, { x: 1100, y: 200, width: 50, height: 20 }, window)).toEqual({ ...view, x: 674 })
    expect(revealing(view, { x: 0, y: 0, width: 3000, height: 10 }, window)).toEqual({
      scale: 1,
      x: 1500,
      y: 226,
    })
  })

  it('has in sight what lies in it as a whole', () => {
    // Of the drawing, 500 to 1,000 and 0 to 250.
    const view = { scale: 2, x: 750, y: 125 }
    expect(isInSight(view, { x: 500, y: 0, width: 500, height: 250 }, window)).toBe(true)
    for (const outside of [
      { x: 499, y: 100, width: 10, height: 10 },
      { x: 995, y: 100, width: 10, height: 10 },
      { x: 600, y: -1, width: 10, height: 10 },
      { x: 600, y: 245, width: 10, height: 10 },
    ])
      expect(isInSight(view, outside, window)).toBe(false)
  })

  it('comes near enough to read what it goes to, and stays where it can be read', () => {
    const far = { scale: 0.2, x: 0, y: 0 }
    const small = { x: 900, y: 90, width: 200, height: 20 }
    expect(approached(far, small, window)).toEqual({ scale: 0.9, x: 1000, y: 100 })
    expect(approached(far, { x: 0, y: 0, width: 968, height: 1872 }, window)).toEqual({
      scale: 0.25,
      x: 484,
      y: 936,
    })
    expect(approached({ ...far, scale: 0.7 }, small, window)).toEqual({ ...far, scale: 0.7 })
  })

  it('says how much can be read', () => {
    expect([0.2, 0.5, 0.8].map(detailAt)).toEqual(['far', 'middle', 'near'])
  })
})

describe('the next thing in a direction', () => {
  const points = [
    { id: 'right', x: 100, y: 10 },
    { id: 'below', x: 5, y: 60 },
    { id: 'farRight', x: 300, y: 0 },
    { id: 'aside', x: 40, y: 200 },
  ]

  it('lies ahead and not much aside', () => {
    const next = (key: 'ArrowRight' | 'ArrowDown' | 'ArrowLeft') =>
      nextTowards({ x: 0, y: 0 }, points, key)?.id
    expect([next('ArrowRight'), next('ArrowDown'), next('ArrowLeft')]).toEqual(['right', 'below', undefined])
  })
})
