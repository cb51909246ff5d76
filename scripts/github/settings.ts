import { parseDocument } from 'yaml'
import { z } from 'zod'

const text = z.string().min(1)
const isUnique = (values: readonly unknown[]): boolean => new Set(values).size === values.length
const distinct = <T extends z.ZodType>(items: T) =>
  z.array(items).min(1).refine(isUnique, 'must all be different')

const validations = z.strictObject({ required: z.boolean() })
const id = z.string().regex(/^[\w-]+$/)
const described = { label: text, description: text.optional() }
const written = { ...described, placeholder: text.optional(), value: text.optional() }

const formElement = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: text }) }),
  z.strictObject({
    type: z.literal('textarea'),
    id,
    attributes: z.strictObject({ ...written, render: text.optional() }),
    validations: validations.optional(),
  }),
  z.strictObject({
    type: z.literal('input'),
    id,
    attributes: z.strictObject(written),
    validations: validations.optional(),
  }),
  z.strictObject({
    type: z.literal('dropdown'),
    id,
    attributes: z.strictObject({
      ...described,
      options: distinct(text),
      multiple: z.boolean().optional(),
      default: z.int().nonnegative().optional(),
    }),
    validations: validations.optional(),
  }),
  z.strictObject({
    type: z.literal('checkboxes'),
    id,
    attributes: z.strictObject({
      ...described,
      options: z.array(z.strictObject({ label: text, required: z.boolean().optional() })).min(1),
    }),
  }),
])

/** https://docs.github.com/en/communities – "Syntax for issue forms". Ids are optional there; links need them. */
export const issueForm = z.strictObject({
  name: text,
  description: text,
  title: text.optional(),
  labels: distinct(text).optional(),
  assignees: distinct(text).optional(),
  body: z
    .array(formElement)
    .min(1)
    .refine(body => body.some(({ type }) => type !== 'markdown'), 'must have a field to fill in')
    .refine(
      body => isUnique(body.flatMap(element => ('id' in element ? [element.id] : []))),
      'must have different ids',
    )
    .refine(
      body => isUnique(body.flatMap(({ attributes }) => ('label' in attributes ? [attributes.label] : []))),
      'must have different labels',
    ),
})

/** https://docs.github.com/en/communities – "Configuring the template chooser". */
export const templateChooser = z.strictObject({
  blank_issues_enabled: z.boolean().optional(),
  contact_links: z
    .array(z.strictObject({ name: text, url: z.url({ protocol: /^https$/ }), about: text }))
    .optional(),
})

const days = z.int().nonnegative().optional()

/** https://docs.github.com/en/code-security – "Dependabot options reference": those that a small project uses. */
export const dependabot = z.strictObject({
  version: z.literal(2),
  updates: z
    .array(
      z.strictObject({
        'package-ecosystem': z.enum(['docker', 'docker-compose', 'github-actions', 'npm']),
        directory: z.string().startsWith('/'),
        schedule: z.strictObject({
          interval: z.enum(['daily', 'weekly', 'monthly', 'quarterly', 'semiannually', 'yearly']),
          day: z
            .enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
            .optional(),
          time: z
            .string()
            .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
            .optional(),
          timezone: text.optional(),
        }),
        cooldown: z
          .strictObject({
            'default-days': days,
            'semver-major-days': days,
            'semver-minor-days': days,
            'semver-patch-days': days,
            include: distinct(text).optional(),
            exclude: distinct(text).optional(),
          })
          .optional(),
        groups: z
          .record(
            text,
            z.strictObject({
              'applies-to': z.enum(['version-updates', 'security-updates']).optional(),
              'dependency-type': z.enum(['development', 'production']).optional(),
              patterns: distinct(text).optional(),
              'exclude-patterns': distinct(text).optional(),
              'update-types': distinct(z.enum(['major', 'minor', 'patch'])).optional(),
            }),
          )
          .optional(),
        ignore: z
          .array(
            z.strictObject({
              'dependency-name': text,
              versions: distinct(text).optional(),
              'update-types': distinct(text).optional(),
            }),
          )
          .optional(),
        labels: z.array(text).optional(),
        'open-pull-requests-limit': z.int().nonnegative().optional(),
        'versioning-strategy': z
          .enum(['auto', 'increase', 'increase-if-necessary', 'lockfile-only', 'widen'])
          .optional(),
      }),
    )
    .min(1),
})

/**
 * What is wrong with a settings file of GitHub, each with its path in the file; empty for a good one.
 *
 * @param file its name in the results
 */
export const settingsFaults = (schema: z.ZodType, file: string, content: string): string[] => {
  const document = parseDocument(content)
  if (document.errors.length > 0) return document.errors.map(({ message }) => `${file}: ${message}`)
  const { error } = schema.safeParse(document.toJS())
  return (error?.issues ?? []).map(({ path, message }) => `${file}: ${path.join('.')}: ${message}`)
}
