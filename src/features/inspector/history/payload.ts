/** One field of a payload: its name, with a dot for what lies within another, and its value: whether, or a text. */
export interface PayloadField {
  name: string
  value: string | boolean
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The fields of a payload, flat and in order; empty ones (null, an empty list) are left out. */
export const payloadFields = (content: Readonly<Record<string, unknown>>, within = ''): PayloadField[] =>
  Object.entries(content).flatMap(([key, value]): PayloadField[] => {
    const name = within === '' ? key : `${within}.${key}`
    if (value === null || value === undefined) return []
    if (Array.isArray(value)) return value.length === 0 ? [] : [{ name, value: value.map(textOf).join(', ') }]
    if (typeof value === 'object') return payloadFields(value as Record<string, unknown>, name)
    return [{ name, value: typeof value === 'boolean' ? value : textOf(value) }]
  })
