import { Route, Routes } from 'react-router'
import { Component as Specification } from '../../../src/features/management/specification/page.tsx'
import { analyst, show } from './services.tsx'
import { draftSpecification, impactJob, regulators } from './specification.ts'

const other = (id: number, version: string) => ({ ...draftSpecification, id, version })
const changed = (code: string, ...parts: string[]) => ({
  code,
  name: code,
  parts: parts.map(part => ({ part, regulatorCode: null, before: 'a', after: 'b' })),
})
const nothing = { added: [], removed: [], changed: [] }
const rule = (newlyOutside: number, newlyInside: number) => ({
  newlyOutside,
  newlyInside,
  failuresBefore: 0,
  failuresAfter: 0,
  ruleCode: `QR.${newlyOutside}.${newlyInside}`,
  name: 'Rule',
  regulators: ['5016'],
  providers: 2,
  faults: 0,
  fault: null,
})
const provider = (instId: string, newlyOutside: number, newlyInside: number) => ({
  ...rule(newlyOutside, newlyInside),
  instId,
  provider: instId,
  rules: 1,
  turns: [],
})

const answers = {
  'GET /specifications/{id}': draftSpecification,
  'GET /specifications': {
    specifications: [
      other(10, '24056_1.0.0'),
      draftSpecification,
      other(8, '22056_1.0.0'),
      other(7, '23056_1.0.0'),
    ],
  },
  'GET /specifications/{id}/validations': {
    validations: [],
    pagingMetadata: { total: 211, totalChanged: 3, filteredTotal: 23, totalDerivedFields: 61 },
  },
  'GET /specifications/{id}/difference/{formerId}': ({ path }: { path: { formerId: string } }) => ({
    former: { id: Number(path.formerId), version: '23056_1.0.0' },
    rules: {
      ...nothing,
      added: [{ code: 'QR.N', name: 'New' }],
      changed: [changed('QR.A', 'tolerance', 'description'), changed('QR.B', 'tolerance', 'tolerance')],
    },
    derivedFields: nothing,
  }),
  'GET /specifications/{id}/impacts': { jobs: [impactJob] },
  'GET /specifications/{id}/impacts/{jobId}': {
    job: impactJob,
    rules: [rule(0, 2), rule(1, 1), rule(0, 0)],
    providers: [provider('0001', 1, 3), provider('0002', 0, 1), provider('0003', 0, 0)],
    regulators: [{ code: '5016', rules: 3, providers: 3 }],
  },
  'GET /regulators': { regulators },
}
const page = (
  <Routes>
    <Route path="/management/specifications/specs/:spec" element={<Specification />} />
  </Routes>
)
/** Opens the page of the specification in Draft for an analyst, with these answers in place of the usual ones. */
export const open = (others: object = {}, query = '') =>
  show(page, {
    user: analyst,
    at: `/management/specifications/specs/9${query}`,
    answers: { ...answers, ...others },
  })
