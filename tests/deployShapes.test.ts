import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as apps from 'kubernetes-models/apps/v1'
import * as autoscaling from 'kubernetes-models/autoscaling/v2'
import * as batch from 'kubernetes-models/batch/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseAllDocuments, stringify } from 'yaml'
import { z } from 'zod'
import { adapterShape, alertsShape, composeShape, kubernetesShape } from './support/deployShapes.ts'
import { outcomeOf, whyWithout } from './support/program.ts'

const folder = join(import.meta.dirname, '../deploy')
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8')
const documentsOf = (file: string): unknown[] =>
  parseAllDocuments(textOf(file), { merge: true, uniqueKeys: true }).map(document => document.toJS())

/** A document of the shape; what is not of it is told with its place. */
const shaped = <T>(shape: z.ZodType<T>, document: unknown): T => {
  const { error, data } = shape.safeParse(document)
  if (error) throw new Error(z.prettifyError(error))
  return data as T
}

/** Folders of the images that belong to the user of their process: a named volume at any other place is root's, empty or not. */
const ownFolders: Record<string, string[]> = {
  bedel: ['/data', '/keys', '/checkpoints'],
  'docker.io/library/caddy:2': ['/data'],
  'docker.io/library/postgres:18': ['/var/lib/postgresql'],
  'quay.io/minio/minio:RELEASE.2025-04-22T22-12-26Z': ['/data'],
}

const mountsOf = (volumes: string[] = []): [string, string][] =>
  volumes.filter(volume => /^[\w-]+:/.test(volume)).map(volume => volume.split(':') as [string, string])

describe('the compose file', () => {
  const compose = shaped(composeShape, documentsOf('compose/compose.yaml')[0])
  const services = Object.entries(compose.services)

  it('mounts the volumes that it declares, where the user of the image may write', () => {
    const mounts = services.flatMap(([, { volumes }]) => mountsOf(volumes))
    expect([...new Set(mounts.map(([name]) => name))].sort()).toEqual(Object.keys(compose.volumes).sort())
    for (const [name, { image, volumes }] of services)
      for (const [, place] of mountsOf(volumes)) expect(ownFolders[image], name).toContain(place)
    const made = /^RUN useradd .* install -d -o bedel -g bedel -m 0700 (.*)$/m.exec(textOf('Containerfile'))
    expect(made?.[1]?.split(' ')).toEqual(ownFolders.bedel)
  })

  it('waits for services that there are, by what they can become', () => {
    for (const [name, { depends_on = {} }] of services)
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        const service = compose.services[needed]
        expect(service, name).toBeDefined()
        if (condition === 'service_healthy') expect(service?.healthcheck, needed).toBeDefined()
        else expect(['no', 'on-failure'], needed).toContain(service?.restart)
      }
  })

  it('asks each of its own processes how it is, also where the image was built without', () => {
    const [, inImage] =
      /^HEALTHCHECK (.*) \\\n {2}CMD (\[.*\])$/m.exec(textOf('Containerfile'))?.slice(1) ?? []
    // One with a command of its own ends by itself.
    const own = services.filter(([, { image, command }]) => image === 'bedel' && !command)
    expect(own.map(([name]) => name)).toEqual(['api-1', 'api-2', 'worker'])
    for (const [, { healthcheck }] of own)
      expect(healthcheck).toMatchObject({ test: ['CMD', ...JSON.parse(inImage ?? '[]')] })
    expect(textOf('Containerfile')).toContain('podman build --format docker ')
  })

  it('keeps the users of its issuer in a database of its own, with connections for it', () => {
    const { issuer, database } = compose.services
    const { KC_DB_URL, KC_DB_USERNAME, KC_DB_PASSWORD, KC_DB_POOL_MAX_SIZE } = issuer?.environment ?? {}
    expect(KC_DB_URL).toBe(`jdbc:postgresql://database:5432/${KC_DB_USERNAME}`)
    expect(issuer?.depends_on).toEqual({ database: { condition: 'service_healthy' } })
    expect(KC_DB_PASSWORD).toContain('{ISSUER_DATABASE_PASSWORD:')
    const script = textOf('compose/database.sh')
    expect(script).toContain(`\ncreate role ${KC_DB_USERNAME} login `)
    expect(script).toContain(`\ncreate database ${KC_DB_USERNAME} owner ${KC_DB_USERNAME};\n`)
    // Two API processes, eight workers and the superusers' share (docs/operate/sizing.md).
    const given = Number(database?.command?.at(-1)?.split('=')[1])
    expect(given).toBeGreaterThanOrEqual(2 * 28 + 8 * 16 + 3 + Number(KC_DB_POOL_MAX_SIZE))
    // Every password that the script reads is given to its container.
    const read = [...script.matchAll(/"\$(\w+)"/g)].map(([, name = '']) => name)
    expect(read.filter(name => database?.environment?.[name] === undefined)).toEqual([])
  })

  it('has its proxy ask whether a process serves, not whether all that it needs is there', () => {
    expect(textOf('compose/Caddyfile')).toMatch(/^\t\thealth_uri \/health\/serving$/m)
  })

  const whyNot = whyWithout('caddy')
  it.skipIf(whyNot)(`has a proxy that takes its settings${whyNot}`, () => {
    const file = join(folder, 'compose/Caddyfile')
    const addresses = Object.keys(compose.services.proxy?.environment ?? {}).map((name, index) => [
      name,
      `https://site-${index}.example.org`,
    ])
    // Settings that are valid and nothing more: it makes no certificate and keeps nothing.
    const outcome = outcomeOf('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
      ...Object.fromEntries(addresses),
      HOME: '/nonexistent',
    })
    expect(outcome).toEqual({ status: 0, said: '' })
  })
})

/** The descriptions of Kubernetes by the version of their API. */
const descriptions: Readonly<Record<string, object>> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'policy/v1': policy,
}

/** What Kubernetes' own description of a kind says of a document; undefined if it is valid. */
const kubernetesFault = (document: { apiVersion: string; kind: string }): string | undefined => {
  const { [document.kind]: Kind } = (descriptions[document.apiVersion] ?? {}) as Record<
    string,
    new (
      data: unknown,
    ) => { validate(): void }
  >
  if (Kind === undefined) return `There is no ${document.kind} in ${document.apiVersion}.`
  try {
    new Kind(document).validate()
    return undefined
  } catch (error) {
    return String(error)
  }
}

describe('the documents for Kubernetes', () => {
  const documents = ['kubernetes/bedel.yaml', 'kubernetes/backup.yaml'].flatMap(
    file => documentsOf(file) as { apiVersion: string; kind: string }[],
  )

  it.each(documents)('are valid by the description of $kind in $apiVersion', document => {
    expect(kubernetesFault(document)).toBeUndefined()
  })

  it('are not if a field is missing or of another type', () => {
    const [deployment] = structuredClone(documents) as { apiVersion: string; kind: string; spec: object }[]
    Object.assign(deployment!.spec, { replicas: 'two', template: { spec: {} } })
    const fault = kubernetesFault(deployment!)
    expect(fault).toContain('spec/replicas must be integer')
    expect(fault).toContain('template/spec must have required property containers')
  })
})

describe('the example for Kubernetes', () => {
  const documents = documentsOf('kubernetes/bedel.yaml').map(document => shaped(kubernetesShape, document))
  const pods = documents.flatMap(one => (one.kind === 'Deployment' ? [one.spec.template.spec] : []))

  it('mounts each volume that it declares, and claims that there are', () => {
    const claims = documents.flatMap(one => (one.kind === 'PersistentVolumeClaim' ? [one.metadata.name] : []))
    const used = new Set<string>()
    for (const { volumes, containers } of pods) {
      const [{ volumeMounts }] = containers
      expect(volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.map(({ name }) => name).sort())
      for (const volume of volumes)
        if ('persistentVolumeClaim' in volume) used.add(volume.persistentVolumeClaim.claimName)
    }
    expect([...used].sort()).toEqual(claims.sort())
  })

  it('gives each process a disk whose end it sees, and opens its keys to no group again', () => {
    for (const { volumes, securityContext } of pods) {
      expect(volumes.find(({ name }) => name === 'data')).toHaveProperty('ephemeral')
      expect(securityContext.fsGroupChangePolicy).toBe('OnRootMismatch')
    }
  })

  it('asks for the memory that was measured, and has probes at ports that there are', () => {
    const [api, worker] = pods.map(({ containers: [{ resources }] }) => resources.requests.memory)
    // At most 684 and 493 MiB (bench/log.md, 24 and 25 November 2026).
    expect([api, worker]).toEqual(['768Mi', '512Mi'])
    for (const { containers } of pods) {
      const [{ ports, startupProbe, livenessProbe, readinessProbe }] = containers
      for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
        expect(ports.map(({ name }) => name)).toContain(httpGet.port)
    }
  })
})

describe('the adapter of the example for Kubernetes', () => {
  const {
    externalRules: [rule],
  } = shaped(adapterShape, documentsOf('kubernetes/adapter.yaml')[0])

  it('offers the figure that the workers follow, of the namespace of the autoscaler that asks', () => {
    const [autoscaler] = documentsOf('kubernetes/bedel.yaml')
      .map(document => shaped(kubernetesShape, document))
      .flatMap(one => (one.kind === 'HorizontalPodAutoscaler' ? [one.spec] : []))
    const [{ external } = { external: undefined }] = autoscaler?.metrics ?? []
    // The adapter calls a figure as its series are called, and finds the label of the namespace by the rule.
    expect(rule.seriesQuery).toBe(`${external?.metric.name}{namespace!=""}`)
    expect(rule.resources.overrides).toEqual({ namespace: { resource: 'namespace' } })
  })

  const whyNot = whyWithout('promtool')
  it.skipIf(whyNot)(
    `takes the greatest of what the API processes tell, and never the sum${whyNot}`,
    async () => {
      const asked = rule.metricsQuery
        .replace('<<.Series>>', 'stage_queue_length')
        .replace('<<.LabelMatchers>>', 'namespace="bedel"')
      const told = (namespace: string, pod: string, length: number) => ({
        series: `stage_queue_length{job="bedel",namespace="${namespace}",pod="${pod}"}`,
        values: `${length}`,
      })
      const work = await mkdtemp(join(tmpdir(), 'bedel-adapter-'))
      onTestFinished(() => rm(work, { recursive: true, force: true }))
      const file = join(work, 'adapter.test.yaml')
      await writeFile(
        file,
        stringify({
          tests: [
            {
              input_series: [
                told('bedel', 'bedel-api-1', 12),
                told('bedel', 'bedel-api-2', 12),
                told('trial', 'bedel-api-1', 90),
              ],
              promql_expr_test: [
                { expr: asked, eval_time: '0m', exp_samples: [{ labels: '{}', value: 12 }] },
              ],
            },
          ],
        }),
      )
      expect(outcomeOf('promtool', ['test', 'rules', file])).toEqual({ status: 0, said: '' })
    },
  )
})

describe('the alerts', () => {
  it('are of the shape of rules, each of its own name', () => {
    const { groups } = shaped(alertsShape, documentsOf('prometheus/alerts.yaml')[0])
    const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
    expect(new Set(names).size).toBe(names.length)
  })
})
