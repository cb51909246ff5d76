/** Colours of a credibility cell (specification 2 §3 "Credibility report"). */
export type CellColour = 'Yellow' | 'Clear' | 'HeaderColour' | 'Salmon'

/** A cell outside what is expected is to be explained or corrected; one that only gives notice is not (reference §5.2). */
export const isToExplain = (colour: CellColour): boolean => colour === 'Salmon'

/** Whether a rule of the report shades the cell at all: to look at, or to explain. */
export const isShaded = (colour: CellColour): boolean => colour === 'Yellow' || isToExplain(colour)

/** A figure of a report, what it is held against, and between which values it is not shaded. */
export interface Figures {
  value: number
  previous: number | null
  band: { from: number; to: number } | null
}

/** The name of a file of one report, without its ending; it tells what the report is compared with, if anything. */
export const reportFileName = (reportCode: string, submissionId: string, previousId?: string): string =>
  previousId === undefined
    ? `${reportCode}.${submissionId}`
    : `${reportCode}Comparison.${submissionId}.${previousId}`

/** A picture of deviations ends here: beyond, only that it is beyond counts. */
export const farthestDeviation = 3

/**
 * How far a figure lies from the one before, in reaches of its band: 0 where it is the same, 1 at the edge beyond which it is
 * shaded, at most 3 either way; undefined where it is held against nothing, or both are none.
 */
export const deviationOf = ({ value, previous, band }: Figures): number | undefined => {
  if (previous === null || band === null || (value === 0 && previous === 0)) return undefined
  const reach = band.to - previous
  if (reach === 0) return undefined
  const deviation = (value - previous) / reach
  return Math.round(Math.max(-farthestDeviation, Math.min(farthestDeviation, deviation)) * 100) / 100
}
