import { aims, type BundleFigures } from '../scripts/bundle.ts'

export { measureBundle } from '../scripts/bundle.ts'

const versus = (size: number, aim: number): string =>
  size > aim ? `misses ${aim} kB by ${(size - aim).toFixed(1)} kB` : ''

export const bundleLines = ({ firstLoad, routes }: BundleFigures): string[] => [
  `First load ${firstLoad} kB as sent (aim ${aims.firstLoad} kB) ${versus(firstLoad, aims.firstLoad)}`,
  ...Object.entries(routes).map(
    ([route, size]) =>
      `  ${route.padEnd(64)} ${size.toFixed(1).padStart(6)} kB (aim ${aims.route} kB) ${versus(size, aims.route)}`,
  ),
]
