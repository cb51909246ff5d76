import { createContext } from 'react'

/** Height of the rows of tables: normal, or compact for many rows at once. */
export type Density = 'normal' | 'compact'

/** What the reader chose for all tables, and the way to choose another. Without it tables offer no choice. */
export interface DensityChoice {
  density: Density
  choose: (density: Density) => void
}

export const DensityContext = createContext<DensityChoice | undefined>(undefined)
