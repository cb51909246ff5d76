/** Scheme and authority, then the path. */
const address = /^((?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/]*)?)(.*)$/is

/**
 * The address that a `schemaLocation` means in a document: relative ones begin at the document's own folder (RFC 3986, 5.2).
 * An address without a folder, as of the main schema, is its own place, so `../types.xsd` stays what it is there.
 */
export const resolveLocation = (location: string, base: string): string => {
  const [, origin = '', path = ''] = address.exec(location.trim()) ?? []
  if (origin !== '') return origin + withoutDots(path)
  const [, baseOrigin = '', basePath = ''] = address.exec(base) ?? []
  if (path.startsWith('/')) return baseOrigin + withoutDots(path)
  return baseOrigin + withoutDots(basePath.slice(0, basePath.lastIndexOf('/') + 1) + path)
}

/** Takes out `.` and what `..` leads back from; a `..` that leads above the beginning stays. */
const withoutDots = (path: string): string => {
  const isRooted = path.startsWith('/')
  const kept: string[] = []
  for (const step of path.split('/').slice(isRooted ? 1 : 0)) {
    if (step === '.') continue
    if (step !== '..') kept.push(step)
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else if (!isRooted) kept.push(step)
  }
  return `${isRooted ? '/' : ''}${kept.join('/')}`
}
