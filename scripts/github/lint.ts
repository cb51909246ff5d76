import { globSync, readFileSync, statSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { ownersFaults } from './owners.ts'
import { dependabot, issueForm, settingsFaults, templateChooser } from './settings.ts'
import { workflowFaults } from './workflow.ts'

/** What is wrong with a file: its path from the top folder, its content and that folder. */
type Check = (file: string, content: string, root: string) => string[] | Promise<string[]>

/** The check of each file of `.github`; the first pattern that matches applies. */
const checks: readonly (readonly [pattern: string, check: Check])[] = [
  ['.github/workflows/*.yml', workflowFaults],
  ['.github/ISSUE_TEMPLATE/config.yml', (file, content) => settingsFaults(templateChooser, file, content)],
  ['.github/ISSUE_TEMPLATE/*.yml', (file, content) => settingsFaults(issueForm, file, content)],
  ['.github/dependabot.yml', (file, content) => settingsFaults(dependabot, file, content)],
  ['.github/CODEOWNERS', ownersFaults],
  // `npm run words` reads it.
  ['.github/pull_request_template.md', () => []],
]

/**
 * What is wrong with the files of `.github`, which only run on GitHub; empty if all are good. A file without a check is
 * a fault: GitHub reads some names only, and ignores the others silently.
 *
 * @param root the folder that has `.github`
 */
export const githubFaults = async (root: string): Promise<string[]> => {
  const files = globSync('.github/**/*', { cwd: root })
    .filter(file => statSync(join(root, file)).isFile())
    .sort()
  const faults = await Promise.all(
    files.map(file => {
      const check = checks.find(([pattern]) => matchesGlob(file, pattern))?.[1]
      return check
        ? check(file, readFileSync(join(root, file), 'utf8'), root)
        : [`${file}: no check for this file`]
    }),
  )
  return faults.flat()
}
