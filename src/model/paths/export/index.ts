import { toPathCsv } from './csv.ts'
import type { PathFormat } from './format.ts'
import { toGherkin } from './gherkin.ts'
import { toGraphWalker } from './graphWalker.ts'
import { refusalOfPlaywright } from './inBrowser.ts'
import { toPathJson } from './json.ts'
import { toPlaywright } from './playwright.ts'

export type { PathFormat } from './format.ts'

/** The files in which the paths of a chart are given to testers. */
export const pathFormats: readonly PathFormat[] = [
  { id: 'gherkin', extension: 'feature', type: 'text/plain;charset=utf-8', write: toGherkin },
  { id: 'csv', extension: 'csv', type: 'text/csv;charset=utf-8', write: toPathCsv },
  {
    id: 'playwright',
    extension: 'e2e.ts',
    type: 'text/plain;charset=utf-8',
    refusal: refusalOfPlaywright,
    write: toPlaywright,
  },
  { id: 'json', extension: 'json', type: 'application/json', write: toPathJson },
  { id: 'graphwalker', extension: 'graphwalker.json', type: 'application/json', write: toGraphWalker },
]
