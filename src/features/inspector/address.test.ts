import { describe, expect, it } from 'vitest'
import { changedAddress, decodeAddress, decodeZoom, encodeZoom } from './address.ts'

describe('the address of the inspector', () => {
  it('names chart, state, folding and part in sight, and comes back the same', () => {
    const change = {
      chart: 'upload',
      view: 'text',
      state: 'picking:CANCEL:0',
      fold: 'picking sending',
      zoom: encodeZoom({ scale: 0.75, x: 1200, y: -3 }),
      submission: 's-1',
      at: '4',
    }
    const address = changedAddress(new URLSearchParams(), change)
    expect(decodeAddress(new URLSearchParams(address.toString()))).toEqual({
      chart: 'upload',
      view: 'text',
      state: 'picking:CANCEL:0',
      fold: ['picking', 'sending'],
      zoom: { scale: 0.75, x: 1200, y: -3 },
      submission: 's-1',
      at: '4',
    })
  })

  it('leaves out what is as usual and keeps what it does not know', () => {
    const former = new URLSearchParams('view=text&state=a&steps=SUBMIT')
    expect(changedAddress(former, { view: 'diagram', state: undefined, fold: '' }).toString()).toBe(
      'steps=SUBMIT',
    )
  })

  it.each(['', '1', '1 2', '1 2 x', '0 1 2', '-1 1 2', '1 2 3 4', 'Infinity 1 2'])(
    'takes the beginning for the wrong zoom "%s"',
    text => {
      expect(decodeZoom(text)).toBeNull()
    },
  )
})
