import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readReport } from '../../server/inspection/coverage.ts'
import { writeLevel, writeWalkedChart } from './files.ts'

it('reports what a level has walked of each chart, whichever test has left it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coverage-'))
  try {
    const charts = ['submissionLifecycle', 'issue'].map(id => ({ id, levels: {} }))
    await writeFile(join(folder, 'model.json'), JSON.stringify({ charts }))
    const lifecycle = { transitions: { SUBMIT: 2 }, pairs: {} }
    const issue = { transitions: { RAISE: 1 }, pairs: {} }
    await writeWalkedChart('api', 'submissionLifecycle', lifecycle, folder)
    await writeWalkedChart('api', 'issue', issue, folder)
    await writeLevel('browser', { submissionLifecycle: lifecycle }, folder)
    const report = await readReport(folder)
    expect(report?.charts.map(({ levels }) => levels)).toEqual([
      { api: lifecycle, browser: lifecycle },
      { api: issue },
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})
