import { expect, it } from 'vitest'
import { inEnglish } from '../model/everyMessage.ts'
import { people } from '../model/people.ts'
import { limits } from './limits.ts'
import { type SignedFormFacts, signedFormFault, signedFormRefusal } from './signedForm.ts'
import { statuses } from './status.ts'

const facts: SignedFormFacts = { instId: '0001', isLatest: true, collectionState: 'Open' }
const why = (...args: Parameters<typeof signedFormRefusal>) => {
  const refusal = signedFormRefusal(...args)
  return refusal && [refusal.kind, inEnglish(refusal.reason)]
}

it('is returned by the sign-off role of the provider alone', () => {
  expect(why(people.signOff, 'PROVIDER_SIGNOFF', facts)).toBeUndefined()
  for (const actor of [people.submitter, people.admin, people.staff, people.regulator])
    expect(why(actor, 'PROVIDER_SIGNOFF', facts)?.[0]).toBe('forbidden')
  expect(why(people.signOff, 'PROVIDER_SIGNOFF', { ...facts, instId: '0002' })?.[0]).toBe('forbidden')
})

it('is returned after sign-off was requested, until the agency has recorded it, while the collection is open', () => {
  const taken = statuses.filter(({ name }) => why(people.signOff, name, facts) === undefined)
  expect(taken.map(({ name }) => name)).toEqual(['PROVIDER_SIGNOFF'])
  expect(why(people.signOff, 'PROVIDER_SIGNOFF', { ...facts, isLatest: false })).toEqual([
    'conflict',
    'A later submission has replaced this one.',
  ])
  for (const collectionState of ['Closed', 'Archived', 'Draft', 'Validation'] as const)
    expect(why(people.signOff, 'PROVIDER_SIGNOFF', { ...facts, collectionState })?.[0]).toBe('conflict')
})

it('is a PDF of a size that a scan has', () => {
  const fault = (fileName: string, fileSize: number) => {
    const found = signedFormFault({ fileName, fileSize })
    return found && inEnglish(found)
  }
  expect(fault('Signed.PDF', limits.signedFormBytes)).toBeUndefined()
  expect(fault('signed.docx', 10)).toBe('Choose a PDF file.')
  expect(fault('signed.pdf', 0)).toMatch(/is empty/)
  expect(fault('signed.pdf', limits.signedFormBytes + 1)).toMatch(/is larger than 10\.0 MB/)
})
