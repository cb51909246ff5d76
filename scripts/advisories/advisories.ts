import semver from 'semver'
import { z } from 'zod'

const event = z.object({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
})

/** An advisory in the OSV format (https://ossf.github.io/osv-schema), as far as it is read here. */
export const advisory = z.object({
  id: z.string(),
  summary: z.string().optional(),
  withdrawn: z.string().optional(),
  affected: z
    .array(
      z.object({
        package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
        versions: z.array(z.string()).optional(),
        ranges: z.array(z.object({ type: z.string(), events: z.array(event) })).optional(),
      }),
    )
    .default([]),
})
export type Advisory = z.infer<typeof advisory>

/** A package of the lock file that an advisory names. */
export interface Affected {
  id: string
  summary: string
  name: string
  version: string
  /** The version in which it is fixed, or null if there is none yet. */
  fixed: string | null
}

type Event = z.infer<typeof event>

/** The version that fixes this one, null if none does, or undefined if this one is not affected. */
const fixIn = (version: string, events: readonly Event[]): string | null | undefined => {
  const ordered = events
    .map(one => ({ ...one, at: one.introduced ?? one.fixed ?? one.last_affected ?? '0' }))
    .map(one => ({ ...one, at: one.at === '0' ? '0.0.0-0' : one.at }))
    .filter(({ at }) => semver.valid(at))
    .sort((one, other) => semver.compare(one.at, other.at))
  let isAffected = false
  for (const { at, introduced, fixed, last_affected } of ordered) {
    if (introduced !== undefined && semver.gte(version, at)) isAffected = true
    else if (fixed !== undefined && isAffected && semver.lt(version, at)) return fixed
    else if (fixed !== undefined && semver.gte(version, at)) isAffected = false
    else if (last_affected !== undefined && semver.gt(version, at)) isAffected = false
  }
  return isAffected ? null : undefined
}

/** Packages of the lock file that advisories name, in the order of their names. Withdrawn advisories name none. */
export const affectedBy = (
  advisories: readonly Advisory[],
  packages: readonly { name: string; version: string }[],
): Affected[] =>
  advisories
    .filter(({ withdrawn }) => withdrawn === undefined)
    .flatMap(({ id, summary = '', affected }) =>
      affected.flatMap(({ package: of, versions = [], ranges = [] }) => {
        if (of?.ecosystem !== 'npm') return []
        return packages
          .filter(({ name }) => name === of.name)
          .flatMap(({ name, version }) => {
            const fixes = ranges
              .filter(({ type }) => type === 'SEMVER')
              .map(({ events }) => fixIn(version, events))
              .filter(fix => fix !== undefined)
            if (fixes.length === 0 && !versions.includes(version)) return []
            return [{ id, summary, name, version, fixed: fixes[0] ?? null }]
          })
      }),
    )
    .sort((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id))
