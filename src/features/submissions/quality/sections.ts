/** Parts of Quality Assurance, in order; `summary` is for regulators, who have no Approval step, `previous` for agency staff. */
export const qualitySections = ['summary', 'quality', 'credibility', 'additional', 'previous'] as const
export type QualitySection = (typeof qualitySections)[number]
