import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { githubFaults } from './lint.ts'

const folder = mkdtempSync(join(tmpdir(), 'bedel-github-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What is wrong with a folder that has this file of `.github` alone. */
const faultsOf = async (file: string, content: string): Promise<string[]> => {
  const root = mkdtempSync(join(folder, 'root-'))
  const path = join(root, '.github', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return githubFaults(root)
}

const workflow = `on: push
jobs:
  test:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v6
      - run: npm test
        if: \${{ github.ref == 'refs/heads/main' }}
`
const form = `name: Bug
description: Something is wrong.
body:
  - type: input
    id: version
    attributes:
      label: Version
`
const updates = `version: 2
updates:
  - package-ecosystem: npm
    directory: /
    schedule:
      interval: weekly
`
const chooser = `contact_links:
  - name: Policy
    url: https://github.com/bedel/bedel/security/policy
    about: How to report a weakness.
`

interface Case {
  what: string
  from: string | RegExp
  to: string
  fault: string
}

/** Each fault is one change to a good file. */
const refuses = (file: string, good: string, cases: readonly Case[]): void => {
  it('is accepted if it is good', async () => expect(await faultsOf(file, good)).toEqual([]))

  it.each(cases)('is refused with $what', async ({ from, to, fault }) => {
    const faulty = good.replace(from, to)
    expect(faulty).not.toBe(good)
    expect(await faultsOf(file, faulty)).toContainEqual(expect.stringContaining(fault))
  })
}

describe('a workflow', () =>
  refuses('workflows/ci.yml', workflow, [
    { what: 'an unknown key', from: 'runs-on', to: 'run-on', fault: "Unexpected value 'run-on'" },
    { what: 'a faulty expression', from: '==', to: '=', fault: "Unexpected symbol: '='" },
    {
      what: 'an unknown context',
      from: 'github.ref',
      to: 'git.ref',
      fault: "Unrecognized named-value: 'git'",
    },
    { what: 'an unknown event', from: 'push', to: 'pushed', fault: "Unexpected value 'pushed'" },
    { what: 'faulty YAML', from: 'on: push', to: 'on: [push', fault: 'ci.yml' },
    { what: 'a job that waits for itself', from: 'runs-on', to: 'needs: test\n    runs-on', fault: 'job' },
    {
      what: 'an action without a version',
      from: '@v6',
      to: '',
      fault: '"actions/checkout" must be an action',
    },
    { what: 'a missing program', from: 'npm test', to: '.ci/run', fault: '.ci/run does not exist' },
  ]))

describe('an issue form', () =>
  refuses('ISSUE_TEMPLATE/bug.yml', form, [
    { what: 'an unknown type', from: 'type: input', to: 'type: text', fault: 'body.0.type' },
    { what: 'an unknown key', from: 'label:', to: 'title:', fault: 'body.0.attributes' },
    { what: 'no description', from: /description.*\n/, to: '', fault: 'description' },
    { what: 'a faulty id', from: 'id: version', to: 'id: the version', fault: 'body.0.id' },
    {
      what: 'two fields of one id',
      from: /$/,
      to: '  - type: input\n    id: version\n    attributes: { label: Other }\n',
      fault: 'must have different ids',
    },
    {
      what: 'text only',
      from: /type: input[\s\S]*/,
      to: 'type: markdown\n    attributes: { value: Text }\n',
      fault: 'must have a field to fill in',
    },
    { what: 'faulty YAML', from: 'name: Bug', to: 'name: Bug: one', fault: 'Nested mappings' },
  ]))

describe('the chooser of issue forms', () =>
  refuses('ISSUE_TEMPLATE/config.yml', chooser, [
    { what: 'a relative address', from: 'https://github.com', to: '', fault: 'contact_links.0.url' },
    { what: 'no text', from: /.*about.*\n/, to: '', fault: 'contact_links.0.about' },
  ]))

describe('the settings of dependency updates', () =>
  refuses('dependabot.yml', updates, [
    { what: 'another version', from: '2', to: '1', fault: 'version' },
    { what: 'an unknown ecosystem', from: 'npm', to: 'node', fault: 'package-ecosystem' },
    { what: 'an unknown interval', from: 'weekly', to: 'often', fault: 'schedule.interval' },
    { what: 'an unknown key', from: 'directory', to: 'folder', fault: 'updates.0' },
  ]))

describe('the file CODEOWNERS', () =>
  refuses('CODEOWNERS', '# All\n* @bedel/maintainers\n/.github/ @bedel/maintainers a@example.org\n', [
    {
      what: 'a pattern without files',
      from: '/.github/',
      to: '/nothing/',
      fault: ':3: no file matches /nothing/',
    },
    { what: 'a pattern without owner', from: '* @bedel/maintainers', to: '*', fault: ':2: * has no owner' },
    { what: 'a name without @', from: '* @', to: '* ', fault: ':2: bedel/maintainers is not a user' },
  ]))

describe('another file', () => {
  it('is refused: GitHub ignores it', async () => {
    expect(await faultsOf('workflow/ci.yml', workflow)).toEqual([
      '.github/workflow/ci.yml: no check for this file',
    ])
  })
})
