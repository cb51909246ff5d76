/** Colours of a credibility cell (specification 2 §3 "Credibility report"). */
export type CellColour = 'Yellow' | 'Clear' | 'HeaderColour' | 'Salmon'

/** A cell outside what is expected counts as a credibility issue; one that only gives notice does not. */
export const isCredibilityIssue = (colour: CellColour): boolean => colour === 'Salmon'

/** Whether a rule of the report shades the cell at all: to look at, or an issue. */
export const isShaded = (colour: CellColour): boolean => colour === 'Yellow' || isCredibilityIssue(colour)
