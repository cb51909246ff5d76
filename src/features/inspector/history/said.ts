/** One thing that an event or message said: its name, with a dot for what lies within another, and its value in words. */
export interface Said {
  name: string
  value: string
}

const words = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What was said, flat and in order; what says nothing (null, empty) is left out. */
export const saidIn = (content: Readonly<Record<string, unknown>>, within = ''): Said[] =>
  Object.entries(content).flatMap(([key, value]): Said[] => {
    const name = within === '' ? key : `${within}.${key}`
    if (value === null || value === undefined) return []
    if (Array.isArray(value)) return value.length === 0 ? [] : [{ name, value: value.map(words).join(', ') }]
    if (typeof value === 'object') return saidIn(value as Record<string, unknown>, name)
    return [{ name, value: words(value) }]
  })
