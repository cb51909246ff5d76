/**
 * Takes the descriptions out of the machines that browsers run. Every visit would fetch them, and only the inspector
 * reads them, which has the charts as data (`chartData.ts`). In the source they stay beside what they describe, where the
 * server, tests and exports have them from.
 */
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/** Written out as one text: what is made of something else belongs to the code. */
const isDescription = ({ key, value }: ESTree.ObjectProperty): boolean =>
  key.type === 'Identifier' && key.name === 'description' && value.type === 'Literal'

/** The code with blanks in place of each description and its comma, so that everything else stays where it was. */
export const withoutDescriptions = (file: string, code: string): string => {
  let rest = code
  const blank = ({ start, end }: ESTree.ObjectProperty) => {
    const comma = /^\s*,/.exec(rest.slice(end))?.[0] ?? ''
    const after = end + comma.length
    rest = rest.slice(0, start) + rest.slice(start, after).replace(/\S/g, ' ') + rest.slice(after)
  }
  const visitor = new Visitor({
    Property: node => {
      if (node.type === 'Property' && isDescription(node as ESTree.ObjectProperty))
        blank(node as ESTree.ObjectProperty)
    },
  })
  visitor.visit(parseSync(file, code).program)
  return rest
}

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
