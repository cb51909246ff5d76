import { z } from 'zod'

/*
 * The fields of the examples in `deploy`, as their programs name them: a field that is misspelt or stands in the wrong place is
 * not known here, and one that is new has to be looked up and added.
 */

const seconds = z.string().regex(/^\d+s$/)
const text = z.string().min(1)
/** Compose takes numbers and truth values of a mapping for texts only where they are quoted. */
const variables = z.record(z.string(), text)

const service = z.strictObject({
  image: text,
  build: z.strictObject({ context: text, dockerfile: text }).optional(),
  entrypoint: z.array(text).optional(),
  command: z.array(text).optional(),
  environment: variables.optional(),
  volumes: z.array(z.string().regex(/^(?:\/[\w/]+|[\w-]+:\/[\w/]+|\.\/[\w.]+:\/[\w/.-]+:ro)$/)).optional(),
  ports: z.array(z.string().regex(/^\d+:\d+$/)).optional(),
  tmpfs: z.array(z.string().startsWith('/')).optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.literal('ALL')).optional(),
  security_opt: z.array(z.literal('no-new-privileges:true')).optional(),
  restart: z.enum(['no', 'on-failure', 'unless-stopped']),
  stop_grace_period: seconds.optional(),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({
        test: z.tuple([z.literal('CMD')], text),
        interval: seconds,
        timeout: seconds.optional(),
        start_period: seconds.optional(),
        retries: z.int().optional(),
      }),
    ])
    .optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }),
    )
    .optional(),
  deploy: z
    .strictObject({
      replicas: z.int(),
      resources: z.strictObject({ limits: z.strictObject({ memory: z.string().regex(/^\d+[mg]$/) }) }),
    })
    .optional(),
  cpu_shares: z.int().optional(),
})

/** A compose file, as far as ours uses its specification. */
export const composeShape = z.strictObject({
  name: text,
  'x-bedel': z.looseObject({}),
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
  networks: z.strictObject({
    default: z.strictObject({
      ipam: z.strictObject({ config: z.array(z.strictObject({ subnet: z.cidrv4() })) }),
    }),
  }),
})

const labels = z.record(z.string(), z.string())
const named = z.strictObject({ name: text })
const labelled = z.strictObject({ name: text, labels })
const bytes = z.string().regex(/^\d+(?:Mi|Gi)$/)
const cores = z.string().regex(/^\d+m?$/)
/** So many pods, or a share of them. */
const some = z.union([z.int(), z.string().regex(/^\d+%$/)])
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string().startsWith('/'), port: text }),
  periodSeconds: z.int(),
  timeoutSeconds: z.int().optional(),
  failureThreshold: z.int().optional(),
})
const variable = z.union([
  z.strictObject({ name: text, value: text }),
  z.strictObject({
    name: text,
    valueFrom: z.strictObject({ secretKeyRef: z.strictObject({ name: text, key: text }) }),
  }),
])
const container = z.strictObject({
  name: text,
  image: text,
  envFrom: z.array(z.strictObject({ secretRef: named })),
  env: z.array(variable),
  ports: z.array(z.strictObject({ name: text, containerPort: z.int() })),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  resources: z.strictObject({
    requests: z.strictObject({ cpu: cores, memory: bytes }),
    limits: z.strictObject({ memory: bytes }),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.strictObject({ name: text, mountPath: z.string().startsWith('/') })),
})
/** What has to end before the process starts: nobody asks it how it is. */
const beforeStart = container
  .omit({ ports: true, resources: true, startupProbe: true, livenessProbe: true, readinessProbe: true })
  .extend({ command: z.array(text) })
const accessModes = z.array(z.enum(['ReadWriteOnce', 'ReadWriteMany']))
const claim = z.strictObject({
  accessModes,
  resources: z.strictObject({ requests: z.strictObject({ storage: bytes }) }),
})
const volume = z.union([
  z.strictObject({ name: text, emptyDir: z.strictObject({}) }),
  z.strictObject({ name: text, persistentVolumeClaim: z.strictObject({ claimName: text }) }),
  z.strictObject({
    name: text,
    ephemeral: z.strictObject({ volumeClaimTemplate: z.strictObject({ spec: claim }) }),
  }),
])
const deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  metadata: labelled,
  spec: z.strictObject({
    replicas: z.int(),
    strategy: z
      .strictObject({ rollingUpdate: z.strictObject({ maxUnavailable: some, maxSurge: some }) })
      .optional(),
    selector: z.strictObject({ matchLabels: labels }),
    template: z.strictObject({
      metadata: z.strictObject({ labels, annotations: labels }),
      spec: z.strictObject({
        terminationGracePeriodSeconds: z.int(),
        automountServiceAccountToken: z.boolean(),
        securityContext: z.strictObject({
          runAsNonRoot: z.literal(true),
          runAsUser: z.int(),
          fsGroup: z.int(),
          fsGroupChangePolicy: z.enum(['OnRootMismatch', 'Always']),
          seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
        }),
        initContainers: z.tuple([beforeStart]).optional(),
        containers: z.tuple([container]),
        volumes: z.array(volume),
      }),
    }),
  }),
})

/** A document of the example for Kubernetes, as far as ours uses the API of v1.32. */
export const kubernetesShape = z.discriminatedUnion('kind', [
  deployment,
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('PersistentVolumeClaim'),
    metadata: named,
    spec: claim,
  }),
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Service'),
    metadata: named,
    spec: z.strictObject({
      selector: labels,
      ports: z.array(z.strictObject({ name: text, port: z.int(), targetPort: text })),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('policy/v1'),
    kind: z.literal('PodDisruptionBudget'),
    metadata: named,
    spec: z.strictObject({
      minAvailable: z.int(),
      selector: z.strictObject({ matchLabels: labels }),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('autoscaling/v2'),
    kind: z.literal('HorizontalPodAutoscaler'),
    metadata: named,
    spec: z.strictObject({
      scaleTargetRef: z.strictObject({ apiVersion: z.literal('apps/v1'), kind: text, name: text }),
      minReplicas: z.int(),
      maxReplicas: z.int(),
      metrics: z.array(
        z.strictObject({
          type: z.literal('External'),
          external: z.strictObject({
            metric: named,
            target: z.strictObject({
              type: z.literal('AverageValue'),
              averageValue: z.string().regex(/^\d+$/),
            }),
          }),
        }),
      ),
      behavior: z.strictObject({ scaleDown: z.strictObject({ stabilizationWindowSeconds: z.int() }) }),
    }),
  }),
])

/** Rules of Prometheus. */
export const alertsShape = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: text,
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Za-z]\w+$/),
          expr: text,
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: text, description: text.optional() }),
        }),
      ),
    }),
  ),
})

/** What prometheus-adapter offers as external metrics; it fills in the names between angle brackets. */
export const adapterShape = z.strictObject({
  externalRules: z.tuple([
    z.strictObject({
      seriesQuery: text,
      resources: z.strictObject({
        overrides: z.record(z.string(), z.strictObject({ resource: z.literal('namespace') })),
      }),
      metricsQuery: z.string().regex(/^[a-z]+\(<<\.Series>>\{<<\.LabelMatchers>>\}\)$/),
    }),
  ]),
})
