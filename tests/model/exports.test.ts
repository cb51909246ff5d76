import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { keptPathsOfSystem } from '../../scripts/model/keptPaths.ts'
import { product } from '../../src/domain/product.ts'
import { chartOf } from '../../src/machines/inspection/chart.ts'
import { submissionLifecycle } from '../../src/machines/submission-lifecycle/index.ts'
import { approvalChainSpec } from '../../src/model/charts/approvalChain.ts'
import { specs } from '../../src/model/charts/index.ts'
import { lifecycleSpec } from '../../src/model/charts/lifecycle.ts'
import { stepperSpec } from '../../src/model/charts/stepper.ts'
import { uploadSpec } from '../../src/model/charts/upload.ts'
import { loadEnglish } from '../../src/model/english.ts'
import { toGherkin } from '../../src/model/paths/export/gherkin.ts'
import { chartsInBrowser } from '../../src/model/paths/export/inBrowser.ts'
import { pathFormats } from '../../src/model/paths/export/index.ts'
import { orphansAmong } from '../../src/model/paths/sections.ts'
import type { TestPath } from '../../src/model/paths/testPath.ts'

/** The golden files are renewed by `npx vitest run --project model tests/model/exports.test.ts -u`: read the difference. */
const golden = (name: string): string => join(import.meta.dirname, 'golden', name)

const lifecycle = chartOf(submissionLifecycle)
const root = join(import.meta.dirname, '../..')

/** How many words of a feature stand in quotes, and which of them on no screen. */
const quotedIn = (feature: string): { count: number; missing: string[] } => {
  const screens = [
    ...globSync('src/messages/en/*.json', { cwd: root }).flatMap(file =>
      Object.values<string>(JSON.parse(readFileSync(join(root, file), 'utf8'))).map(text =>
        text.replaceAll('{product}', product.name),
      ),
    ),
  ].join('\n')
  const quoted = feature
    .split('\n')
    .filter(line => !line.includes('Scenario:'))
    .flatMap(line => [...line.matchAll(/"([^"]+)"/g)].map(([, quote = '']) => quote))
  return { count: quoted.length, missing: [...new Set(quoted)].filter(quote => !screens.includes(quote)) }
}

await loadEnglish()

const featureOf = (spec: (typeof specs)[number]): string =>
  toGherkin(chartOf(spec.machine), keptPathsOfSystem(spec, 'transitions'))

describe.each([
  ['upload', () => featureOf(uploadSpec)],
  ['stepper', () => featureOf(stepperSpec)],
  ['approval-chain', () => featureOf(approvalChainSpec)],
])('the paths of %s for testers', (name, written) => {
  const feature = written()

  it('read as Gherkin that a tester would write', async () => {
    await expect(feature).toMatchFileSnapshot(golden(`${name}.transitions.feature`))
  })

  it('have no words in quotes that are not on a screen, and nothing of the machine', () => {
    expect(quotedIn(feature).missing).toEqual([])
    expect(feature).not.toMatch(/[{}]|xstate|picking|sending\.|[A-Z]_[A-Z]/)
  })
})

describe('the paths of the lifecycle for testers', () => {
  let paths: TestPath[] = []
  beforeAll(() => {
    paths = keptPathsOfSystem(lifecycleSpec, 'transitions')
  })
  const written = (id: string, some: readonly TestPath[] = paths): string =>
    pathFormats.find(format => format.id === id)!.write(lifecycle, some)

  it('read as Gherkin that a tester would write', async () => {
    await expect(written('gherkin')).toMatchFileSnapshot(golden('submission-lifecycle.transitions.feature'))
  })

  it.each(['csv', 'json', 'playwright'])('are written as %s', async format => {
    const few = paths.filter(({ steps }) => steps.length < 12).slice(0, 6)
    await expect(written(format, few)).toMatchFileSnapshot(
      golden(`submission-lifecycle.few.${format}.golden`),
    )
  })

  it('have no words in quotes that are not on a screen', () => {
    const { count, missing } = quotedIn(written('gherkin'))
    expect(count).toBeGreaterThan(500)
    expect(missing).toEqual([])
    expect(written('gherkin')).toContain(product.name)
  })
})

describe.each(specs.map(spec => [spec.machine.id, spec] as const))('the paths of %s', (id, spec) => {
  it('stand whole in every format, and each names its section', async () => {
    const chart = chartOf(spec.machine)
    const paths = keptPathsOfSystem(spec, 'pairs')
    const offered = pathFormats.filter(format => !format.refusal?.(chart))
    expect(offered.some(format => format.id === 'playwright')).toBe(chartsInBrowser.includes(id))
    for (const format of offered) {
      const text = format.write(chart, paths)
      expect(paths.filter(path => !text.includes(path.id))).toEqual([])
      expect(text).not.toMatch(/undefined|\[object/)
    }
    expect(orphansAmong(paths).paths).toEqual([])
  })
})
