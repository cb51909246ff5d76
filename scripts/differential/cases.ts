import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { featureCases } from '../../packages/record/src/check/featureCases.ts'
import { constraintCases } from '../../packages/record/src/schema/constraintCases.ts'
import { schemaOf } from '../../packages/record/src/schema/schemaSamples.ts'
import { findPeers } from '../xsts/peers.ts'
import type { SuiteTest } from '../xsts/suite.ts'

/** A case of ours that another processor judges otherwise. */
export interface CaseDifference {
  readonly peer: string
  /** The kind of the case and its number or document. */
  readonly of: string
  readonly ours: 'valid' | 'invalid'
}

export interface CaseComparison {
  readonly cases: number
  readonly peers: readonly string[]
  /** Differences by the clause of the standard that explains them. */
  readonly explained: Readonly<Record<string, number>>
  readonly unexplained: readonly CaseDifference[]
}

/** Why another processor judges a case otherwise: with one exception, ours follows XML Schema 1.0. */
const reasons: readonly { readonly peer: string; readonly of: RegExp; readonly reason: string }[] = [
  {
    peer: 'libxml2',
    of: /^content that restricts that of the base/,
    reason: 'libxml2 does not compare the content of a restriction with its base (Part 1, 3.9.6)',
  },
  {
    peer: 'libxml2',
    of: /^facets against the base and each other/,
    reason: 'libxml2 compares facets of lists and ranges with the base otherwise (Part 2, 4.3.1 to 4.3.10)',
  },
  {
    peer: 'libxml2',
    of: /fixed in the base|declared with the fixed value/,
    reason: 'libxml2 lets a use of an attribute change the fixed value (Part 1, au-props-correct and 3.4.6)',
  },
  {
    peer: 'libxml2',
    of: /^names of elements and references to them/,
    reason: 'libxml2 does not look for the element of an IDREF (Part 1, 3.15.4, cvc-id.1)',
  },
  {
    peer: 'libxml2',
    of: /^names with prefixes: <r><f/,
    reason: 'libxml2 compares a fixed QName as text (Part 1, cvc-elt 5.2.2.2.2)',
  },
  {
    peer: 'libxml2',
    of: /^a fixed value of mixed content/,
    reason: 'libxml2 allows elements beside the fixed text of mixed content (Part 1, cvc-elt 5.2.2.1)',
  },
  {
    peer: 'libxml2',
    of: /^a key of an element that may be nil/,
    reason:
      'libxml2 takes an element that may be nil as the field of a key (Part 1, cvc-identity-constraint 4.2.3)',
  },
  {
    peer: 'Xerces',
    of: /^content that restricts that of the base to the head of a substitution group: neighbour/,
    reason:
      'by the letter the head of a substitution group is a choice, which cannot restrict a sequence; ours lets it (Part 1, 3.9.6, RecurseAsIfGroup)',
  },
  {
    peer: 'Xerces',
    of: /^a choice of nothing/,
    reason:
      'Xerces lets an element without content match a choice of nothing (Part 1, 3.8.4, cvc-model-group 2)',
  },
]

interface Case {
  readonly of: string
  readonly xsd: string
  /** Undefined where the schema itself is judged. */
  readonly xml?: string
  readonly ours: 'valid' | 'invalid'
}

const cases = (): readonly Case[] => [
  ...Object.entries(constraintCases).flatMap(([kind, pairs]) =>
    pairs.flatMap(([refused, compiled, reason]): Case[] => [
      { of: `${kind}: ${reason}`, xsd: schemaOf(refused), ours: 'invalid' },
      { of: `${kind}: neighbour of "${reason}"`, xsd: schemaOf(compiled), ours: 'valid' },
    ]),
  ),
  ...featureCases.flatMap(({ of, xsd, codes }) =>
    Object.entries(codes).map(
      ([xml, found]): Case => ({
        of: `${of}: ${xml}`,
        xsd,
        xml,
        ours: found.length > 0 ? 'invalid' : 'valid',
      }),
    ),
  ),
]

/** Has every other processor of this machine judge the cases of XML Schema 1.0 by kind. What the tests expect of ours is ours. */
export const compareCases = async (): Promise<CaseComparison> => {
  const folder = await mkdtemp(join(tmpdir(), 'differential-cases-'))
  try {
    const all = cases()
    const tests = await Promise.all(
      all.map(async ({ xsd, xml, ours }, n): Promise<SuiteTest> => {
        const schema = join(folder, `${n}.xsd`)
        const instance = xml === undefined ? '' : join(folder, `${n}.xml`)
        await writeFile(schema, xsd)
        if (xml !== undefined) await writeFile(instance, xml)
        return {
          id: String(n),
          set: '',
          kind: xml === undefined ? 'schema' : 'instance',
          schemas: [schema],
          instance,
          expected: ours,
        }
      }),
    )
    const peers = findPeers()
    const explained: Record<string, number> = {}
    const unexplained: CaseDifference[] = []
    for (const peer of peers) {
      const verdicts = await peer.judge(tests)
      for (const [n, { of, ours }] of all.entries()) {
        if (verdicts[n] === ours) continue
        const known = reasons.find(known => peer.name.startsWith(known.peer) && known.of.test(of))
        if (known) explained[known.reason] = (explained[known.reason] ?? 0) + 1
        else unexplained.push({ peer: peer.name, of, ours })
      }
    }
    return { cases: all.length, peers: peers.map(({ name }) => name), explained, unexplained }
  } finally {
    await rm(folder, { recursive: true })
  }
}
