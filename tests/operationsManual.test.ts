import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { organisationTypeCode, organisationTypes } from '../src/domain/organisation.ts'
import { rolesByOrganisationType } from '../src/domain/permissions.ts'

// What docs/operations.md says of `deploy` and of the code is so.

const root = join(import.meta.dirname, '..')
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
const manual = textOf('docs/operations.md')

describe('the claim that says for whom somebody works', () => {
  it('has the types and roles that the server knows', () => {
    const rows = [...manual.matchAll(/^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$/gm)].map(
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
