/** Made by scripts/inspector/chartData.ts while the portal is built. */
declare module 'virtual:charts' {
  type Chart = import('../../machines/inspection/chart.ts').Chart
  type MachineId = import('../../machines/charts.ts').MachineId

  /** The charts of this build, the lifecycle first; each is fetched when it is first asked for. */
  export const charts: Readonly<Record<MachineId, () => Promise<{ default: Chart }>>>
}

/** Made by scripts/inspector/chartLayouts.ts while the portal is built. */
declare module 'virtual:chart-layouts' {
  type ChartLayout = import('../../machines/inspection/layout.ts').ChartLayout

  /**
   * Names of the charts that are drawn, and whether they can be folded. A chart of an earlier release that was another
   * stands under `chart@version`, unfolded.
   */
  export const drawn: Readonly<Record<string, boolean>>

  /** The drawing of a chart with a folding. Rejects when it does not arrive. */
  export const fetchDrawing: (name: string, foldingKey: string) => Promise<ChartLayout>
}

/** Made by scripts/inspector/chartReleases.ts while the portal is built. */
declare module 'virtual:chart-releases' {
  type Chart = import('../../machines/inspection/chart.ts').Chart

  /** Versions that are kept, the newest first. */
  export const versions: readonly string[]

  /** How many states, transitions and guards differ, by chart: between a version, or this build, and each other one. */
  export const differences: Readonly<
    Record<string, () => Promise<{ default: Readonly<Record<string, Readonly<Record<string, number>>>> }>>
  >

  /** The charts of each version; each is fetched when it is first asked for. */
  export const charts: Readonly<Record<string, Readonly<Record<string, () => Promise<{ default: Chart }>>>>>
}

/** Made by scripts/inspector/chartPaths.ts while the portal is built. */
declare module 'virtual:chart-paths' {
  type TestPath = import('../../model/paths/testPath.ts').TestPath
  type Criterion = import('../../model/paths/testPath.ts').Criterion

  /** Paths by chart and criterion; each is fetched when it is first asked for. */
  export const paths: Readonly<
    Record<string, Readonly<Record<Criterion, () => Promise<{ default: TestPath[] }>>>>
  >
}
