/** Made by scripts/inspector/chartLayouts.ts while the portal is built. */
declare module 'virtual:chart-layouts' {
  type ChartLayout = import('../../machines/inspection/layout.ts').ChartLayout

  /**
   * Drawings by chart and folding; each is fetched when it is first asked for. A chart of an earlier release that was
   * another stands under `chart@version`, unfolded.
   */
  export const layouts: Readonly<
    Record<string, Readonly<Record<string, () => Promise<{ default: ChartLayout }>>>>
  >
}

/** Made by scripts/inspector/coverageReport.ts from what `npm run model` and other tests found. */
declare module 'virtual:coverage-report' {
  type CoverageReport = import('../../machines/inspection/coverage.ts').CoverageReport

  /** Null when the portal was built before the tests walked. */
  const report: CoverageReport | null
  export default report
}
