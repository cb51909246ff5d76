import { type OfferedFile, tellsOfSpecialCategory } from '../../src/domain/deliveryConfiguration.ts'
import type { Ruleset } from '../analysis/index.ts'

/** The files that can be delivered of a record, with their columns, as its ruleset has them (reference §7.3). */
export const offeredFiles = ({ delivery }: Pick<Ruleset, 'delivery'>): OfferedFile[] =>
  delivery.map(({ name, columns }) => ({
    name,
    columns: columns.map(column => ({
      name: column.name,
      isKey: column.isKey,
      isSpecialCategory: tellsOfSpecialCategory(column.classes),
      isDropped: column.isDropped,
    })),
  }))
