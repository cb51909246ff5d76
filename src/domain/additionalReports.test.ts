import { expect, it } from 'vitest'
import { reportNeed } from './additionalReports.ts'

const nothing = { contents: [], asking: 0, awaited: 0, mayAct: true }
const missing = {
  ...nothing,
  contents: [
    { name: 'Not in the file', total: 28 },
    { name: 'Found', total: 3 },
  ],
}

// Mock 12: what asks for an act comes first.
it.each([
  ['transfers to agree to', 'PGRIN', { ...nothing, asking: 2 }, { need: 'act', count: 2 }],
  [
    'transfers that another person agrees to',
    'PGRIN',
    { ...nothing, asking: 2, mayAct: false },
    { need: 'look', count: 2 },
  ],
  [
    'transfers that others have not agreed to',
    'PGROUT',
    { ...nothing, awaited: 1 },
    { need: 'look', count: 1 },
  ],
  ['missing engagements', 'CONPOP', missing, { need: 'act', count: 28 }],
  [
    'missing engagements of another provider',
    'CONPOP',
    { ...missing, mayAct: false },
    { need: 'look', count: 28 },
  ],
  ['counts alone', 'FREQCOUNT', missing, { need: 'nothing', count: 0 }],
] as const)('a report with %s asks for what its reader can do', (_, code, findings, asked) => {
  expect(reportNeed(code, findings)).toEqual(asked)
})
