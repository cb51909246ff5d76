/** Made by scripts/inspector/chartLayouts.ts while the portal is built. */
declare module 'virtual:chart-layouts' {
  import type { ChartLayout } from '../../machines/inspection/layout.ts'

  /** Drawings by chart and folding; each is fetched when it is first asked for. */
  export const layouts: Readonly<
    Record<string, Readonly<Record<string, () => Promise<{ default: ChartLayout }>>>>
  >
}
