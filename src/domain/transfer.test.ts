import { expect, it } from 'vitest'
import { statuses } from './status.ts'
import { changesWhoReturns } from './transfer.ts'

/* Who returns a record (decisions §12): every provider that takes part, but one whose latest submission is a nil return. */

it('changes with a nil return that becomes the latest submission, or is it no more', () => {
  const nil = { status: 'NIL_RETURN', isLatest: true } as const
  const withdrawn = { status: 'UNKNOWN', isLatest: false } as const
  const steppedAside = { status: 'NIL_RETURN', isLatest: false } as const
  const amended = { status: 'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT', isLatest: true } as const
  for (const other of [withdrawn, steppedAside, amended]) {
    expect(changesWhoReturns(other, nil)).toBe(true)
    expect(changesWhoReturns(nil, other)).toBe(true)
  }
  expect(changesWhoReturns(nil, nil)).toBe(false)
})

it('is changed by no other step', () => {
  const others = statuses.filter(({ name }) => name !== 'NIL_RETURN')
  for (const { name } of others)
    expect(changesWhoReturns({ status: 'UNKNOWN', isLatest: false }, { status: name, isLatest: true })).toBe(
      false,
    )
})
