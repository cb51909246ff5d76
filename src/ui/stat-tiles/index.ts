export { type StatTile, StatTiles } from './StatTiles.tsx'
