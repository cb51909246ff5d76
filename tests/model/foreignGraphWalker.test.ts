import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keptPathsOfSystem } from '../../scripts/model/keptPaths.ts'
import { chartOf } from '../../src/machines/inspection/chart.ts'
import { specs } from '../../src/model/charts/index.ts'
import { loadEnglish } from '../../src/model/english.ts'
import { toGraphWalker } from '../../src/model/paths/export/graphWalker.ts'
import { whyWithout } from '../support/program.ts'
import { issuesOf, type Model, readModels, walkQuickRandom } from './support/graphWalker.ts'

await loadEnglish()

const exported = (id: string) => {
  const spec = specs.find(({ machine }) => machine.id === id)!
  const paths = keptPathsOfSystem(spec, 'transitions')
  return { paths, text: toGraphWalker(chartOf(spec.machine), paths) }
}

/** Numbers in [0, 1) that are the same in each run. */
const seeded = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

describe.each(specs.map(({ machine }) => [machine.id]))('the paths of %s for GraphWalker', id => {
  const { paths, text } = exported(id)
  const [model] = readModels(text) as [Model]

  it('have the documented format, and nothing for the model checker to report', () => {
    expect(issuesOf(model)).toEqual([])
  })

  it('are walked whole by quick_random: every edge, and each way back to the start is a path', () => {
    const walk = walkQuickRandom(model, seeded(7))
    expect(new Set(walk)).toEqual(new Set(model.edges))
    const known = new Map(paths.map(path => [path.id, path.steps.map(({ transitions }) => transitions)]))
    const found = new Set<string>()
    let transitions: unknown[] = []
    for (const { requirements, targetVertexId, properties } of walk) {
      if (properties?.transitions) transitions.push(properties.transitions)
      if (targetVertexId !== model.startElementId) continue
      const path = requirements![0]!
      expect(transitions).toEqual(known.get(path))
      found.add(path)
      transitions = []
    }
    expect(found).toEqual(new Set(known.keys()))
  })
})

it('a model with a way that does not lead back is refused', () => {
  const [model] = readModels(exported('issue').text) as [Model]
  const isReturn = ({ targetVertexId }: { targetVertexId: string }) => targetVertexId === model.startElementId
  const cut = { ...model, edges: model.edges.filter(edge => !isReturn(edge)) }
  expect(issuesOf(cut)).not.toEqual([])
  expect(() => walkQuickRandom(cut, seeded(7))).toThrow('No way leads')
})

// Its command line is a jar of Maven Central, which npm cannot install: the environment names it.
const jar = process.env.GRAPHWALKER_JAR ?? ''
const whyNot =
  whyWithout('java') || (jar ? '' : ' (GRAPHWALKER_JAR does not name the jar of graphwalker-cli)')

describe.skipIf(whyNot)(`GraphWalker itself${whyNot}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'bedel-graphwalker-'))

  it.each(['transfer', 'issue'])('walks every step of %s', id => {
    const { text } = exported(id)
    const file = join(folder, `${id}.json`)
    writeFileSync(file, text)
    const { status, stdout, stderr } = spawnSync('java', ['-jar', jar, 'offline', '--gw', file], {
      encoding: 'utf8',
    })
    expect({ status, stderr }).toMatchObject({ status: 0 })
    const walked = new Set([...stdout.matchAll(/"currentElementName":\s*"([^"]+)"/g)].map(([, name]) => name))
    const [{ vertices, edges }] = readModels(text) as [Model]
    expect(walked).toEqual(new Set([...vertices, ...edges].map(({ name }) => name)))
  })
})
