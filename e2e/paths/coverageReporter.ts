import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { readWalkedInBrowser, writeWalkedInBrowser } from '../../scripts/model/files.ts'
import type { TestPath } from '../../src/model/paths/testPath.ts'
import { screensOf } from '../../src/model/screens.ts'

/** Keeps what the paths have walked in the browser: coverage/browser.json, read by the inspector and `npm run model`. */
export default class CoverageReporter implements Reporter {
  private readonly walked: TestPath[] = []

  onTestEnd(_: TestCase, { status, attachments }: TestResult): void {
    if (status !== 'passed') return
    for (const { name, body } of attachments)
      if (name === 'walked' && body) this.walked.push(JSON.parse(body.toString()) as TestPath)
  }

  async onEnd(): Promise<void> {
    if (this.walked.length === 0) return
    const known = new Map((await readWalkedInBrowser()).map(path => [path.id, path]))
    for (const path of this.walked) {
      const { id, chart, initial } = path
      const steps = path.steps.map(({ transitions }) => ({ transitions }))
      known.set(id, { id, chart, initial, steps, screens: screensOf(path).flat() })
    }
    await writeWalkedInBrowser([...known.values()])
  }

  printsToStdio(): boolean {
    return false
  }
}
