import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changeFaults } from './changes/notes.ts'
import { type Level, levels, moveNotes, nextVersion, notesOf, refusalOf } from './changes/release.ts'
import { helpOn } from './support/help.mjs'
import { refuse } from './support/options.ts'

helpOn(`npm run release -- major|minor|patch [--checked]
  Does everything of a release but the push: runs all checks, raises the version, moves the notes of "changes" into the
  changelog and the release notes, keeps the charts, writes the bill of materials, makes the packages, commits and tags.
  --checked  leaves out the checks, which have passed on this commit`)

const root = join(import.meta.dirname, '..')
const [level, ...options] = process.argv.slice(2)
const isLevel = (text: string | undefined): text is Level => levels.some(one => one === text)
if (!isLevel(level) || options.some(option => option !== '--checked'))
  refuse('Usage: npm run release -- major|minor|patch [--checked]')

const run = (command: string, ...args: string[]): void => {
  execFileSync(command, args, { cwd: root, stdio: 'inherit' })
}
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const { version: former } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
}
const next = nextVersion(former, level as Level)
if (git('status', '--porcelain') !== '')
  refuse('There are changes that are not committed. Commit or remove them.')
if (git('tag', '--list', `v${next}`) !== '') refuse(`v${next} is tagged already.`)
const refusal = refusalOf(notesOf(root), level as Level) ?? changeFaults(root)[0]
if (refusal !== undefined) refuse(refusal)

if (!options.includes('--checked')) run('npm', 'test', '--', '--all')
run('npm', 'version', next, '--no-git-tag-version')
moveNotes(root, { former, next }, new Date().toISOString().slice(0, 10))
for (const step of ['model:release', 'sbom', 'pack:client', 'pack:record', 'pack:validate'])
  run('npm', 'run', '--silent', step)
run('git', 'add', '--all')
run('git', 'commit', '--quiet', '--message', `Release ${next}`, '--message', 'Changes: none')
run('git', 'tag', '--annotate', `v${next}`, '--message', `Bedel ${next}`)
console.log(`Bedel ${next} is committed and tagged. To publish it: git push --follow-tags`)
