import { globSync } from 'node:fs'

/** A user, a team of an organisation, or an e-mail address. */
const owner = /^(?:@[\w-]+(?:\/[\w-]+)?|[^\s@]+@[^\s@]+)$/

/** A pattern of CODEOWNERS as one of Node: without a slash at its start or in it, it applies in every folder. */
const globOf = (pattern: string): string => {
  const isAnchored = pattern.replace(/\/$/, '').includes('/')
  const path = pattern.replace(/^\//, '').replace(/\/$/, '/**')
  return isAnchored ? path : `**/${path}`
}

/**
 * What is wrong with the file CODEOWNERS, each with its line; empty for a good one. GitHub ignores a faulty line
 * silently, so that nobody is asked for a review.
 *
 * @param root the folder that its patterns apply to
 */
export const ownersFaults = (file: string, content: string, root: string): string[] =>
  content.split('\n').flatMap((line, index) => {
    const [pattern, ...owners] = line
      .replace(/#.*/, '')
      .split(/\s+/)
      .filter(word => word !== '')
    if (pattern === undefined) return []
    const position = `${file}:${index + 1}`
    const isUsed = pattern === '*' || globSync(globOf(pattern), { cwd: root }).length > 0
    return [
      ...(isUsed ? [] : [`${position}: no file matches ${pattern}`]),
      ...(owners.length > 0 ? [] : [`${position}: ${pattern} has no owner`]),
      ...owners.filter(name => !owner.test(name)).map(name => `${position}: ${name} is not a user or a team`),
    ]
  })
