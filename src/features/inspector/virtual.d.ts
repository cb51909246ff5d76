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

/** Made by scripts/inspector/coverageReport.ts from what `npm run model` and other tests found. */
declare module 'virtual:coverage-report' {
  type CoverageReport = import('../../machines/inspection/coverage.ts').CoverageReport

  /** Null when the portal was built before the tests walked. */
  const report: CoverageReport | null
  export default report
}

/** Made by scripts/inspector/chartPaths.ts while the portal is built. */
declare module 'virtual:chart-paths' {
  type TestPath = import('../../machines/inspection/paths/testPath.ts').TestPath
  type Criterion = import('../../machines/inspection/paths/testPath.ts').Criterion

  /** Paths by chart and criterion; each is fetched when it is first asked for. */
  export const paths: Readonly<
    Record<string, Readonly<Record<Criterion, () => Promise<{ default: TestPath[] }>>>>
  >
}
