/**
 * Takes the descriptions out of the machines that browsers run. Every visit would fetch them, and only the inspector
 * reads them, which has the charts as data (`chartData.ts`). In the source they stay beside what they describe, where the
 * server, tests and exports have them from.
 */
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/** Written out as one text: what is made of something else belongs to the code. */
const textOf = ({ key, value }: ESTree.ObjectProperty): string | undefined => {
  const isDescription = key.type === 'Identifier' && key.name === 'description' && value.type === 'Literal'
  return isDescription && typeof value.value === 'string' && value.value !== '' ? value.value : undefined
}

/** The descriptions in a file, each with its place and that of the comma after it. */
export const descriptionsIn = (
  file: string,
  code: string,
): readonly { text: string; start: number; end: number }[] => {
  const found: { text: string; start: number; end: number }[] = []
  const visitor = new Visitor({
    Property: node => {
      if (node.type !== 'Property') return
      const property = node as ESTree.ObjectProperty
      const text = textOf(property)
      if (text === undefined) return
      const comma = /^\s*,/.exec(code.slice(property.end))?.[0] ?? ''
      found.push({ text, start: property.start, end: property.end + comma.length })
    },
  })
  visitor.visit(parseSync(file, code).program)
  return found
}

/** The code with blanks in place of each description, so that everything else stays where it was. */
export const withoutDescriptions = (file: string, code: string): string =>
  descriptionsIn(file, code).reduce(
    (rest, { start, end }) =>
      rest.slice(0, start) + rest.slice(start, end).replace(/\S/g, ' ') + rest.slice(end),
    code,
  )

/** The Vite plugin. What the inspector works with has descriptions of other kinds. */
export function machinesWithoutDescriptions(): Plugin {
  return {
    name: 'machines-without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\/src\/machines\/[^?]*\.ts$/, exclude: /\/src\/machines\/inspection\// } },
      handler: (code, id) => ({ code: withoutDescriptions(id, code), map: null }),
    },
  }
}
