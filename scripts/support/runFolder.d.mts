export const makeRunFolder: (place: string) => string
export const removeAbandoned: (place: string) => void
