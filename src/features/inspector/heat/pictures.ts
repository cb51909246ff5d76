/** What the figures are drawn on: the stages as columns, or the whole chart with every transition. */
export const pictures = ['stages', 'chart'] as const
export type Picture = (typeof pictures)[number]
