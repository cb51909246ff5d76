/** What the record engine says of an outermost element that the schema does not have. */
interface UnknownRoot {
  readonly element: string
  readonly namespace: string
  /** The namespace of an outermost element with the same local name. */
  readonly needed?: string | undefined
  readonly roots: readonly string[]
}

const unknownRoot = ({ element, namespace, needed }: UnknownRoot): string => {
  if (needed === undefined)
    return `The file begins with <${element}>, which is not the outermost element of this collection's files.`
  if (namespace === '')
    return `<${element}> does not name the format of the file. It must begin with <${element} xmlns="${needed}">. Nothing else was checked.`
  const correction =
    needed === ''
      ? `this collection's files name none. Remove xmlns from <${element}>.`
      : `this collection needs "${needed}". The file may be for another year. Change xmlns in <${element}>.`
  return `<${element}> names the format "${namespace}", but ${correction} Nothing else was checked.`
}

/** Messages of the record engine for submitters: they know a collection and its year, not the schema. */
export const recordMessages = {
  ROOT_UNKNOWN: (parameters: UnknownRoot) => ({
    message: unknownRoot(parameters),
    expected: parameters.roots.join(', '),
  }),
} as const
