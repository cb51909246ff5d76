/** The text as a pattern of `like` and `ilike` that finds it anywhere; its own wildcards stand for themselves. */
export const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
