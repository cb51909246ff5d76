import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { backupAge } from '../server/backup/scheduled.ts'
import { readConfig } from '../server/config.ts'
import { createMetrics } from '../server/http/metrics.ts'
import { workerEnvironment, workerFlags } from '../server/jobs/index.ts'
import { isPortalRoute } from '../src/domain/routes.ts'
import { temporaryFolder } from './server/support/temporaryFolder.ts'

const folder = join(import.meta.dirname, '../deploy')
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8')

/** The documents of a YAML file; a fault in it, or a key that stands twice, is one of the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape of these files is what is looked at.
const documentsOf = (file: string): any[] =>
  parseAllDocuments(textOf(file), { merge: true, uniqueKeys: true }).map(document => {
    expect([file, ...document.errors, ...document.warnings]).toEqual([file])
    return document.toJS()
  })

/** Variables that the server knows, and those of the libraries that it is made of. */
const configSource = readFileSync(join(import.meta.dirname, '../server/config.ts'), 'utf8')
const knownVariables = new Set([
  ...[...configSource.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name),
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'MALLOC_ARENA_MAX',
  'NODE_OPTIONS',
])

/** With what a worker is started where its memory is measured, and beside a server of `ROLE=all`. */
const ofWorkers = { ...workerEnvironment, NODE_OPTIONS: workerFlags.join(' ') }

const userOf = (address: string): string => new URL(address.replace(/\$\{[^}]*\}/g, 'x')).username

describe('the compose file', () => {
  const [compose] = documentsOf('compose/compose.yaml')

  it('starts processes of ours only with settings that they take', () => {
    for (const name of ['api-1', 'api-2', 'worker', 'migrate']) {
      const { environment } = compose.services[name]
      expect(Object.keys(environment).filter(key => !knownVariables.has(key))).toEqual([])
      const values = Object.entries<string>(environment).map(([key, value]) => [
        key,
        value.replace(/\$\{[^}]*\}/g, 'https://example.org'),
      ])
      const given = {
        ...Object.fromEntries(values),
        NODE_ENV: 'production',
        DATABASE_URL: 'postgres://a:b@c/d',
        ...('MIGRATION_DATABASE_URL' in environment ? { MIGRATION_DATABASE_URL: 'postgres://e:f@c/d' } : {}),
      }
      const role = name === 'migrate' ? 'all' : name.replace(/-\d$/, '')
      expect(readConfig(given)).toMatchObject({ role, demo: false })
    }
  })

  it('runs them without rights and on a read-only root, and waits for what they need', () => {
    for (const name of ['api-1', 'api-2', 'worker']) {
      // The image asks a worker there how it is.
      expect(compose.services[name].environment).toMatchObject({ METRICS_PORT: '9464' })
      expect(compose.services[name]).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        depends_on: { database: { condition: 'service_healthy' }, store: { condition: 'service_healthy' } },
      })
    }
    for (const name of ['database', 'store']) expect(compose.services[name].healthcheck.test).toBeDefined()
  })

  it('serves as a role that is not the owner, whom only what migrates before it knows, and keeps checkpoints of the audit apart', () => {
    for (const name of ['api-1', 'api-2', 'worker']) {
      const { environment, depends_on } = compose.services[name]
      expect(userOf(environment.DATABASE_URL)).toBe('bedel_app')
      expect(environment).not.toHaveProperty('MIGRATION_DATABASE_URL')
      expect(depends_on.migrate.condition).toBe('service_completed_successfully')
    }
    for (const name of ['api-1', 'api-2']) {
      const { environment, volumes } = compose.services[name]
      expect(volumes).toContain(`checkpoints:${environment.AUDIT_CHECKPOINTS_DIR}`)
    }
    const { migrate } = compose.services
    expect(userOf(migrate.environment.MIGRATION_DATABASE_URL)).toBe('bedel_owner')
    expect(migrate).toMatchObject({ command: ['node', 'scripts/admin.ts', 'migrate'], restart: 'on-failure' })
    expect(Object.keys(migrate.depends_on)).toEqual(['database'])
    const script = textOf('compose/database.sh')
    expect(script).toMatch(/^create role bedel_owner .*nosuperuser nobypassrls/m)
    expect(script).toMatch(/^create database bedel owner bedel_owner;$/m)
  })

  it('believes its proxy and nobody outside its own network, and serves all three addresses by it', () => {
    const { subnet } = compose.networks.default.ipam.config[0]
    for (const name of ['api-1', 'api-2']) expect(compose.services[name].environment.TRUST_PROXY).toBe(subnet)
    const sites = [...textOf('compose/Caddyfile').matchAll(/^\{\$(\w+)\} \{\n\treverse_proxy (.*?)( \{)?$/gm)]
    expect(sites.map(([, site, to]) => [site, to])).toEqual([
      ['PUBLIC_URL', 'api-1:3000 api-2:3000'],
      ['S3_PUBLIC_URL', 'store:9000'],
      ['ISSUER_HOST', 'issuer:8080'],
    ])
    const { proxy, ...others } = compose.services
    expect(Object.keys(proxy.environment)).toEqual(sites.map(([, site]) => site))
    // Whatever has a port of the machine is reached past the proxy.
    const open = Object.entries<{ ports?: string[] }>(others).filter(([, { ports }]) => ports)
    expect(open.map(([name]) => name)).toEqual([])
  })

  it('makes the bucket that its processes use before they start', () => {
    const { bucket, worker, store } = compose.services
    const { S3_BUCKET, AWS_ACCESS_KEY_ID } = worker.environment
    expect(bucket.command[0]).toContain(` mb --ignore-existing store/${S3_BUCKET}`)
    expect(bucket.command[0]).toContain(` ${AWS_ACCESS_KEY_ID} `)
    expect(bucket).toMatchObject({ image: store.image, restart: 'no' })
    for (const name of ['api-1', 'api-2', 'worker'])
      expect(compose.services[name].depends_on.bucket.condition).toBe('service_completed_successfully')
  })

  it('starts workers as they are measured, and asks the database by TCP, which answers when it is set up', () => {
    const { worker, database } = compose.services
    expect(worker.environment).toMatchObject(ofWorkers)
    expect(database.healthcheck.test.slice(0, 4)).toEqual(['CMD', 'pg_isready', '-h', '127.0.0.1'])
  })

  it('gives each worker room on a disk, for what lies in memory counts against its limit', () => {
    const { worker, 'api-1': api } = compose.services
    expect(worker.tmpfs).toEqual(['/tmp'])
    expect(worker.volumes).toContain('/data')
    expect(api.tmpfs).toEqual(['/tmp'])
  })

  it('has connections for its processes, and for some workers more', () => {
    const [, given] = /^max_connections=(\d+)$/.exec(compose.services.database.command.at(-1)) ?? []
    const [, api, worker] =
      /go past a pooler: (\d+) and (\d+)\./.exec(
        readFileSync(join(folder, '../docs/operate/sizing.md'), 'utf8'),
      ) ?? []
    const keptForSuperusers = 3
    expect(Number(given)).toBeGreaterThanOrEqual(2 * Number(api) + 8 * Number(worker) + keptForSuperusers)
    expect(compose.services.worker.deploy.replicas).toBeLessThanOrEqual(8)
  })

  it('has the issuer lead back to addresses that the portal has, and to no other', () => {
    const [client] = JSON.parse(textOf('compose/realm.json')).clients
    const addresses = [...client.redirectUris, client.attributes['post.logout.redirect.uris']]
    const paths = addresses.map(address => address.replace(/^\$\{PUBLIC_URL\}/, ''))
    expect(paths).toEqual(['/callback/signin', '/callback/signout'])
    expect(paths.filter(path => !isPortalRoute(path))).toEqual([])
  })

  it('lets nobody but administrators of the issuer say whose organisations somebody acts for', () => {
    const { clients, components } = JSON.parse(textOf('compose/realm.json'))
    const claim = clients[0].protocolMappers[0].config['user.attribute']
    const [{ config }] = components['org.keycloak.userprofile.UserProfileProvider']
    const { attributes, unmanagedAttributePolicy } = JSON.parse(config['kc.user.profile.config'][0])
    const declared = attributes.find(({ name }: { name: string }) => name === claim)
    expect(declared).toMatchObject({ multivalued: true, permissions: { view: ['admin'], edit: ['admin'] } })
    // Keycloak takes no profile without the first two.
    expect(attributes.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['username', 'email']),
    )
    expect(unmanagedAttributePolicy).toBeUndefined()
  })

  it('names every variable that has to be filled in, and every file that it mounts is there', () => {
    const required = new Set(
      [...textOf('compose/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name),
    )
    const given = new Set([...textOf('compose/.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name))
    expect([...required].sort()).toEqual([...given].sort())
    const mounted = Object.values<{ volumes?: string[] }>(compose.services)
      .flatMap(({ volumes = [] }) => volumes)
      .flatMap(volume => (volume.startsWith('./') ? [volume.split(':')[0] ?? ''] : []))
    expect(mounted.filter(path => !existsSync(join(folder, 'compose', path)))).toEqual([])
    expect(JSON.parse(textOf('compose/realm.json')).clients[0].clientId).toBe(
      compose.services['api-1'].environment.OIDC_CLIENT_ID,
    )
  })
})

describe('the example for Kubernetes', () => {
  const documents = documentsOf('kubernetes/bedel.yaml')
  const of = (kind: string) => documents.filter(document => document.kind === kind)

  it('has a version, a kind and a name in every document, and selects what it labels', () => {
    for (const document of documents)
      expect(document).toMatchObject({
        apiVersion: expect.any(String),
        kind: expect.any(String),
        metadata: { name: expect.any(String) },
      })
    for (const { spec } of of('Deployment'))
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels)
    const api = of('Deployment').find(({ metadata }) => metadata.name === 'bedel-api')
    for (const kind of ['Service', 'PodDisruptionBudget']) {
      const selector = of(kind)[0].spec.selector
      expect(api.spec.template.metadata.labels).toMatchObject(selector.matchLabels ?? selector)
    }
    expect(of('HorizontalPodAutoscaler')[0].spec.scaleTargetRef.name).toBe('bedel-worker')
  })

  it('runs without rights, and gives a process that ends the time that it takes', () => {
    for (const { spec } of of('Deployment')) {
      const { securityContext, containers, terminationGracePeriodSeconds } = spec.template.spec
      expect(securityContext.runAsNonRoot).toBe(true)
      const [container] = containers
      expect(container.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
      })
      const environment: { name: string; value: string }[] = container.env
      expect(environment.filter(({ name }) => !knownVariables.has(name))).toEqual([])
      const drain = Number(environment.find(({ name }) => name === 'DRAIN_SECONDS')?.value ?? 0)
      // The requests in hand get thirty seconds.
      expect(terminationGracePeriodSeconds).toBeGreaterThan(drain + 30)
    }
  })

  it('asks for life and readiness at addresses of their own, and scales by a figure that there is', () => {
    for (const { spec } of of('Deployment')) {
      const [{ livenessProbe, readinessProbe, ports, env }] = spec.template.spec.containers
      const port = env.find(({ value }: { value: string }) => value === 'worker') ? 'metrics' : 'http'
      expect(livenessProbe.httpGet).toEqual({ path: '/health/live', port })
      // Visitors are kept by an API process whose store is away: its pages say so.
      const readiness = port === 'http' ? '/health/serving' : '/health/ready'
      expect(readinessProbe.httpGet).toEqual({ path: readiness, port })
      expect(ports.map(({ name }: { name: string }) => name)).toContain(port)
    }
    const { name } = of('HorizontalPodAutoscaler')[0].spec.metrics[0].external.metric
    expect(createMetrics().registry.getSingleMetric(name)).toBeDefined()
  })
})

describe('the example for Kubernetes, towards the outside', () => {
  const documents = documentsOf('kubernetes/bedel.yaml')
  const deployments = documents.filter(({ kind }) => kind === 'Deployment')
  const settingsOf = (deployment: (typeof documents)[number]): Record<string, string> =>
    Object.fromEntries(
      deployment.spec.template.spec.containers[0].env.map(
        ({ name, value, valueFrom }: { name: string; value?: string; valueFrom?: object }) => [
          name,
          value ?? valueFrom,
        ],
      ),
    )

  it('has its figures scraped at a port of their own, which its service does not lead to', () => {
    const { ports } = documents.find(({ kind }) => kind === 'Service').spec
    expect(ports.map(({ targetPort }: { targetPort: string }) => targetPort)).toEqual(['http'])
    for (const deployment of deployments) {
      const { METRICS_PORT, METRICS_HOST } = settingsOf(deployment)
      const { annotations } = deployment.spec.template.metadata
      const [{ ports: open }] = deployment.spec.template.spec.containers
      expect([METRICS_HOST, annotations['prometheus.io/port']]).toEqual(['0.0.0.0', METRICS_PORT])
      expect(open).toContainEqual({ name: 'metrics', containerPort: Number(METRICS_PORT) })
      expect(open).not.toContainEqual({ name: 'http', containerPort: Number(METRICS_PORT) })
    }
  })

  it('believes a proxy, knows the owner of the tables only where it migrates before it serves, and keeps checkpoints apart', () => {
    const [api, worker] = deployments.map(settingsOf)
    expect(api).toMatchObject({ ROLE: 'api', TRUST_PROXY: expect.any(String) })
    expect(worker).toMatchObject(ofWorkers)
    for (const settings of [api, worker]) expect(settings).not.toHaveProperty('MIGRATION_DATABASE_URL')
    const [migrate] = deployments[0].spec.template.spec.initContainers
    expect(migrate.command).toEqual(['node', 'scripts/admin.ts', 'migrate'])
    expect(migrate.env).toContainEqual({
      name: 'MIGRATION_DATABASE_URL',
      valueFrom: { secretKeyRef: { name: 'bedel-owner', key: 'MIGRATION_DATABASE_URL' } },
    })
    const [{ volumeMounts }] = deployments[0].spec.template.spec.containers
    expect(volumeMounts).toContainEqual({ name: 'checkpoints', mountPath: api?.AUDIT_CHECKPOINTS_DIR })
  })
})

describe('the units for systemd', () => {
  const units = readdirSync(join(folder, 'systemd')).filter(name => name.endsWith('.service'))
  const serving = units.filter(unit => !['bedel-migrate.service', 'bedel-backup.service'].includes(unit))
  const variables = (text: string): [string, string][] =>
    [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map(one => one.split(/=(.*)/, 2) as [string, string]),
    )

  const unprivileged = ['User=bedel', 'UMask=0077', 'ProtectSystem=strict', 'NoNewPrivileges=yes']

  it.each(serving)('%s starts the server with settings that it takes, as an unprivileged user', unit => {
    const text = textOf(`systemd/${unit}`)
    const given = variables(text)
    expect(given.map(([name]) => name).filter(name => !knownVariables.has(name))).toEqual([])
    const value = Object.fromEntries(given)
    expect(value.METRICS_PORT).toMatch(/^1\d*(%i)?/)
    if (value.ROLE === 'worker') expect(value).toMatchObject(ofWorkers)
    else {
      expect(value.TRUST_PROXY).toBe('loopback')
      // The root is read-only: what it writes besides its own folder has to be named, and may not be there.
      expect(text).toContain(`\nReadWritePaths=-${value.AUDIT_CHECKPOINTS_DIR}\n`)
    }
    // The embedded database has an owner of its own; on engines only what migrates knows it.
    expect(text).not.toContain('owner.env')
    if (value.ROLE === 'api')
      for (const setting of ['After', 'Wants'])
        expect(text).toMatch(new RegExp(`^${setting}=.* bedel-migrate\\.service$`, 'm'))
    const drain = Number(given.find(([name]) => name === 'DRAIN_SECONDS')?.[1] ?? 0)
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(drain + 30)
    expect(text).toMatch(/^ExecStart=\/opt\/bedel\/node_modules\/\.bin\/node server\/main\.ts$/m)
    for (const setting of unprivileged) expect(text).toContain(`\n${setting}\n`)
    // Five starts in ten seconds are the usual limit; a database may be away for longer.
    expect(text).toMatch(/^\[Unit\]\n(?:[^[].*\n)*StartLimitIntervalSec=0\n/m)
    expect(text).toMatch(/^Restart=always\nRestartSec=5$/m)
  })

  it('bring the database up to date as its owner before an API process starts, and end', () => {
    const text = textOf('systemd/bedel-migrate.service')
    for (const setting of [
      ...unprivileged,
      'Type=oneshot',
      'ExecStart=/opt/bedel/node_modules/.bin/node scripts/admin.ts migrate',
      'EnvironmentFile=/etc/bedel/owner.env',
    ])
      expect(text).toContain(`\n${setting}\n`)
    expect(variables(text).filter(([name]) => !knownVariables.has(name))).toEqual([])
  })

  it('dump the database each night by a timer, as an unprivileged user', () => {
    const text = textOf('systemd/bedel-backup.service')
    for (const setting of [...unprivileged, 'Type=oneshot', 'EnvironmentFile=/etc/bedel/backup.env'])
      expect(text).toContain(`\n${setting}\n`)
    const timer = textOf('systemd/bedel-backup.timer')
    expect(timer).toMatch(/^OnCalendar=\S+ \d\d:\d\d:\d\d$/m)
    expect(timer).toContain('\nPersistent=true\n')
  })

  const whyNot =
    spawnSync('systemd-analyze', ['--version']).status === 0 ? '' : ' (systemd-analyze is not installed)'
  it.skipIf(whyNot)(`are what systemd takes${whyNot}`, () => {
    const { stderr } = spawnSync(
      'systemd-analyze',
      [
        'verify',
        '--recursive-errors=no',
        ...units.map(unit => join(folder, 'systemd', unit.replace('@', '@1'))),
      ],
      { encoding: 'utf8' },
    )
    // That the program and the user are not on this machine is no fault of the unit.
    const faults = stderr
      .split('\n')
      .filter(line => line.includes(folder) && !/not executable|Failed to prepare filename/.test(line))
    expect(faults).toEqual([])
  })
})

describe('the nightly dump', () => {
  /** The script of the unit, and of the job for Kubernetes, in a folder of the test. */
  const scripts: [string, (to: string) => string][] = [
    [
      'systemd',
      to => {
        const [, script = ''] =
          /^ExecStart=\/bin\/sh -euc '(.*)'$/m.exec(textOf('systemd/bedel-backup.service')) ?? []
        return script.replaceAll('%%', '%').replace('/var/lib/bedel/backup', to)
      },
    ],
    [
      'Kubernetes',
      to => {
        const [{ spec }] = documentsOf('kubernetes/backup.yaml')
        const [{ command, volumeMounts }] = spec.jobTemplate.spec.template.spec.containers
        expect(command.slice(0, 2)).toEqual(['/bin/sh', '-euc'])
        return command[2].replace(volumeMounts[0].mountPath, to)
      },
    ],
  ]

  it.each(scripts)(
    'of %s is whole or hidden, and removes those of more than 14 days',
    async (_, scriptIn) => {
      const to = await temporaryFolder()
      const programs = await temporaryFolder()
      const stub = `#!/bin/sh
for option; do case $option in --file=*) echo dump > "\${option#--file=}";; esac; address=$option; done
[ "$address" = postgres://bedel_backup@db/bedel ] && [ -z "\${FAILS:-}" ]
`
      writeFileSync(join(programs, 'pg_dump'), stub, { mode: 0o755 })
      for (const [name, days] of [
        ['bedel-old.dump', 16],
        ['bedel-new.dump', 13],
        ['other', 16],
      ] as const) {
        writeFileSync(join(to, name), '')
        const at = new Date(Date.now() - days * 86_400_000)
        utimesSync(join(to, name), at, at)
      }
      const run = (environment: Record<string, string> = {}) =>
        spawnSync('/bin/sh', ['-euc', scriptIn(to)], {
          env: {
            PATH: `${programs}:${process.env.PATH}`,
            BACKUP_DATABASE_URL: 'postgres://bedel_backup@db/bedel',
            ...environment,
          },
          encoding: 'utf8',
        })
      expect(run({ FAILS: 'yes' }).status).not.toBe(0)
      const whole = () =>
        readdirSync(to)
          .filter(name => !name.startsWith('.'))
          .toSorted()
      expect(whole()).toEqual(['bedel-new.dump', 'bedel-old.dump', 'other'])
      expect(run()).toMatchObject({ status: 0, stderr: '' })
      const [first = '', ...rest] = whole()
      expect(first).toMatch(/^bedel-\d{4}-\d\d-\d\dT\d{4}Z\.dump$/)
      expect(rest).toEqual(['bedel-new.dump', 'other'])
      expect(await backupAge(to, new Date())).toBeLessThan(3600)
    },
  )

  it('of Kubernetes runs without rights, one at a time', () => {
    const [job] = documentsOf('kubernetes/backup.yaml')
    expect(job).toMatchObject({
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      spec: { concurrencyPolicy: 'Forbid' },
    })
    const { securityContext, containers, volumes } = job.spec.jobTemplate.spec.template.spec
    expect(securityContext).toMatchObject({ runAsNonRoot: true })
    expect(containers[0].securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(containers[0].volumeMounts.map(({ name }: { name: string }) => name)).toEqual(
      volumes.map(({ name }: { name: string }) => name),
    )
  })
})

describe('the image', () => {
  it('is built of files that there are, and runs as an unprivileged user', () => {
    const text = textOf('Containerfile')
    const root = join(folder, '..')
    const madeByTheBuild = ['node_modules', 'dist', 'dist-docs', 'coverage']
    const copied = [...text.matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, path = '']) => path)
    expect(copied.filter(path => !madeByTheBuild.includes(path) && !existsSync(join(root, path)))).toEqual([])
    expect(copied).toEqual(
      expect.arrayContaining([
        'server',
        'src',
        'packages',
        'schemas',
        'rulesets',
        'dist',
        'scripts',
        'coverage',
      ]),
    )
    expect(text).toMatch(/^USER 10001$/m)
    // Whom it asks is run against a worker by `tests/server/workerHealth.test.ts`.
    expect(text).toMatch(/^HEALTHCHECK /m)
    expect(text).toMatch(/^ENV .* METRICS_HOST=0\.0\.0\.0 METRICS_PORT=9464 /m)
    expect(text).toMatch(/^RUN useradd .* \/data \/keys \/checkpoints$/m)
    // Docker knows no other file; podman would take `.containerignore` before it.
    expect(existsSync(join(root, '.containerignore'))).toBe(false)
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['data', 'node_modules', '.git', '**/.env']))
  })
})
