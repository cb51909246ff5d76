import type { Chart } from '../../../machines/inspection/chart.ts'
import { compareVersions, type Release } from '../../../machines/inspection/release.ts'
import { loadCharts } from '../charts.ts'

const modules = import.meta.glob<Release>('../../../machines/inspection/releases/*.json', {
  import: 'default',
})

/** Versions that are kept, the newest first. */
export const versions: readonly string[] = Object.keys(modules)
  .map(
    path =>
      path
        .split('/')
        .at(-1)
        ?.replace(/\.json$/, '') ?? '',
  )
  .toSorted(compareVersions)

/** Stands for the charts of this build. */
export const thisBuild = 'build'

const fetched = new Map<string, Promise<readonly Chart[]>>()

/** The charts of a version: the same promise each time. Rejects when there is no such version or it does not arrive. */
export const chartsOf = (version: string): Promise<readonly Chart[]> => {
  const known = fetched.get(version)
  if (known) return known
  const path = Object.keys(modules).find(name => name.endsWith(`/${version}.json`))
  const load = path === undefined ? undefined : modules[path]
  const found =
    version === thisBuild
      ? loadCharts()
      : load
        ? load().then(release => release.charts)
        : Promise.reject(new Error(`There is no version "${version}".`))
  fetched.set(version, found)
  found.catch(() => fetched.delete(version))
  return found
}
