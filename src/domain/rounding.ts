/*
 * What readers are told who may see no records (HESA's standard rounding): so that no figure tells of one person. Those who may
 * see records get the figures as they are.
 */

/** What the figure of a cell is: records, a sum over them, its mean, or the share of the column's records that they are. */
export type Measure = 'count' | 'sum' | 'mean' | 'percent'

/** Records of a cell, and what is summed over them. */
export interface Measured {
  records: number
  total: number
}

const step = 5

/** A mean over fewer records, or a percentage of fewer, is not told. */
const leastBase = { mean: 7.5, percent: 22.5 } as const

/** A number of people, or a sum over them, to the nearest 5: 0, 1 and 2 become 0. */
export const roundedCount = (value: number): number => Math.round(value / step) * step

/**
 * The figure of a cell; null where there is none, or where it is over so few that it is not told. `columnRecords` are those of the
 * whole column, of which a percentage is told.
 */
export const figureOf = (
  measure: Measure,
  { records, total }: Measured,
  columnRecords: number,
  isRounded: boolean,
): number | null => {
  switch (measure) {
    case 'count':
      return isRounded ? roundedCount(records) : records
    case 'sum':
      return isRounded ? roundedCount(total) : total
    case 'mean':
      return records === 0 || (isRounded && records < leastBase.mean) ? null : total / records
    case 'percent':
      return columnRecords === 0 || (isRounded && columnRecords < leastBase.percent)
        ? null
        : (records * 100) / columnRecords
  }
}
