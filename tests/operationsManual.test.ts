import { spawnSync } from 'node:child_process'
import { chmodSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { thisRelease } from '../server/release.ts'
import { organisationTypeCode, organisationTypes } from '../src/domain/organisation.ts'
import { rolesByOrganisationType } from '../src/domain/permissions.ts'
import { temporaryFolder } from './server/support/temporaryFolder.ts'

// The pages in docs/operate describe `deploy` and the code as they are.

const root = join(import.meta.dirname, '..')
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
const documents = globSync('{*.md,bench/*.md,docs/**/*.md}', { cwd: root }).toSorted()
const manual = documents
  .filter(file => file.startsWith('docs/operate/'))
  .map(textOf)
  .join('\n')

describe('the claim that says for whom somebody works', () => {
  it('has the types and roles that the server knows', () => {
    const [, table = ''] = /\n\| Type \| Id \| Roles.*\n((?:\|.*\n)+)/.exec(manual) ?? []
    const rows = [...table.matchAll(/^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$/gm)].map(
      ([, type = '', roles = '']): [string, string[]] => [
        type,
        [...roles.matchAll(/`([\w-]+)`/g)].map(([, role = '']) => role),
      ],
    )
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(
        organisationTypes.map(type => [organisationTypeCode(type), [...rolesByOrganisationType[type]]]),
      ),
    )
  })
})

describe('commands of the documents', () => {
  it('that begin with node run by the version that comes with the packages', () => {
    const without = documents.flatMap(file =>
      textOf(file)
        .split('\n')
        .filter(line =>
          /(^|[^\w/-])node (?:--\S+ )*(?:\.\/)?(?:scripts|bench|server|e2e)\/\S+\.ts/.test(line),
        )
        .filter(line => !/npx node |docker compose|kubectl/.test(line))
        .map(line => `${file}: ${line.trim()}`),
    )
    // The first is run in the image by the line before it, the second is after PATH is set.
    expect(without).toEqual([
      'docs/operate/engines.md: node scripts/admin.ts bootstrap --administrator SUBJECT --regulators /register/regulators.csv',
      'docs/operate/install.md: node scripts/model.ts && node scripts/support/build.mjs',
    ])
    expect(manual).toContain('PATH=$PWD/node_modules/.bin:$PATH\nnode scripts/model.ts')
    expect(manual).toMatch(/docker compose .* run .* api-1 \\\n {2}node scripts\/admin\.ts bootstrap/)
  })
})

describe('the page for the help desk', () => {
  const page = textOf('docs/operate/help-desk.md')

  it('explains every reason that the log gives for a refusal, as the manual does', () => {
    const reasonsOf = (text: string, heading: string): string[] => {
      const [, table = ''] = new RegExp(`\n\\| ${heading}.*\n\\|---.*\n((?:\\|.*\n)+)`).exec(text) ?? []
      return [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, reason = '']) => reason)
    }
    const inManual = reasonsOf(manual, '`reason` of `refused`')
    expect(inManual).toHaveLength(6)
    expect(reasonsOf(page, 'Reason')).toEqual(inManual)
    const source = textOf('server/identity/claimFaults.ts')
    for (const [, reason = ''] of source.matchAll(/reason: '([\w-]+)'/g)) expect(inManual).toContain(reason)
  })
})

describe('the release notes', () => {
  it('have a section for this release, as the changelog has, with what runs alongside and numbered steps', () => {
    const [, section = ''] =
      new RegExp(`^## ${RegExp.escape(thisRelease)}\n((?:(?!^## )[^])*)`, 'm').exec(
        textOf('docs/operate/release-notes.md'),
      ) ?? []
    expect(section).toMatch(/^Runs alongside: \d+\.\d+\.\d+/m)
    expect(section).toMatch(/^1\. /m)
    expect(textOf('CHANGELOG.md')).toMatch(new RegExp(`^## ${RegExp.escape(thisRelease)} – `, 'm'))
  })
})

describe('the connections that the example for Kubernetes needs', () => {
  it('are those of the most processes that there are at once, also during an upgrade', () => {
    const example = textOf('deploy/kubernetes/bedel.yaml')
    const documents = parseAllDocuments(example).map(document => document.toJS())
    const [, ofApi, ofWorker] = /go past a pooler: (\d+) and (\d+)\./.exec(manual) ?? []
    const [api, worker] = documents.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec)
    const { maxReplicas } = documents.find(({ kind }) => kind === 'HorizontalPodAutoscaler').spec
    // Without a word Kubernetes starts a quarter more while it replaces them.
    const surgeOf = ({ strategy }: typeof api): number => strategy.rollingUpdate.maxSurge
    const keptForSuperusers = 3
    const needed =
      (api.replicas + surgeOf(api)) * Number(ofApi) +
      (maxReplicas + surgeOf(worker)) * Number(ofWorker) +
      keptForSuperusers
    const said = (text: string): number[] =>
      [...text.matchAll(/(?:at least|`deploy\/kubernetes`, need) (\d+)/g)].map(([, number]) => Number(number))
    expect([...said(example), ...said(manual)]).toEqual([needed, needed])
  })
})

describe('the set-up with systemd', () => {
  const units = readdirSync(join(root, 'deploy/systemd')).filter(name => name.endsWith('.service'))

  it('builds a release by the commands of the image', () => {
    const image = textOf('deploy/Containerfile')
    for (const command of [
      'npm ci --no-audit --no-fund',
      'node scripts/model.ts',
      'node scripts/support/build.mjs',
      'npm prune --omit=dev --ignore-scripts',
    ]) {
      expect(image).toContain(command)
      expect(manual).toContain(command)
    }
  })

  it('names each file of settings that a unit reads, and puts every unit in its place', () => {
    const read = units.flatMap(unit =>
      [...textOf(`deploy/systemd/${unit}`).matchAll(/^EnvironmentFile=(.*)$/gm)].map(([, file]) => file),
    )
    for (const file of new Set(read)) expect(manual).toContain(`/dev/null ${file}`)
    expect(manual).toContain(
      'cp /opt/bedel/deploy/systemd/*.service /opt/bedel/deploy/systemd/*.timer /etc/systemd/system/',
    )
  })
})

describe('the script that runs a command with the settings of a unit', () => {
  const script = join(root, 'deploy/systemd/command.sh')

  /** Runs it beside a systemd that knows one unit, and prints what it is asked to start. */
  const run = async (unit: string, file: string, ...given: string[]) => {
    const folder = await temporaryFolder()
    const settings = [...textOf(`deploy/systemd/${file}`).matchAll(/^Environment=(.*)$/gm)]
      .map(([, line = '']) => line.replaceAll('%i', unit.replace(/.*@/, '')))
      .join(' ')
    const programs = {
      systemctl: `[ "$*" != "show --property=Environment --value ${unit}" ] || echo "${settings}"`,
      'systemd-run': `printf '%s\\n' "$@"`,
    }
    for (const [name, does] of Object.entries(programs)) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${does}\n`)
      chmodSync(join(folder, name), 0o755)
    }
    const env = { PATH: `${folder}:${process.env.PATH}` }
    return { settings, ...spawnSync(script, given, { encoding: 'utf8', env }) }
  }

  it.each([
    ['bedel', 'bedel.service'],
    ['bedel-api@3000', 'bedel-api@.service'],
  ])('gives it those of %s, in the order in which the unit has them, and its user', async (unit, file) => {
    const { status, stdout, settings } = await run(unit, file, unit, 'scripts/audit-verify.ts', '--to', 'a b')
    expect(status).toBe(0)
    expect(settings).toMatch(/\bAUDIT_CHECKPOINTS_DIR=/)
    const started = stdout.trimEnd().split('\n')
    expect(started.slice(-4)).toEqual([
      '/opt/bedel/node_modules/.bin/node',
      'scripts/audit-verify.ts',
      '--to',
      'a b',
    ])
    const own = [
      ...textOf(`deploy/systemd/${file}`).matchAll(
        /^(?:User|Group|UMask|WorkingDirectory|EnvironmentFile)=.*$/gm,
      ),
    ].map(([line]) => `--property=${line}`)
    const properties = started.filter(word => word.startsWith('--property='))
    expect(properties.toSorted()).toEqual([...own, `--property=Environment=${settings}`].toSorted())
  })

  it('starts nothing for a unit that there is not, nor without a command', async () => {
    const missing = await run('bedel', 'bedel.service', 'bedle', 'scripts/backup.ts')
    expect(missing).toMatchObject({ status: 2, stdout: '', stderr: 'There is no unit bedle.\n' })
    const without = await run('bedel', 'bedel.service', 'bedel')
    expect(without).toMatchObject({ status: expect.any(Number), stdout: '' })
    expect(without.status).not.toBe(0)
    expect(without.stderr).toContain('the script of the command')
  })
})
