import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'

/**
 * What people read stands in src/messages. Here every other text of src and server is looked at: what reads like
 * language has to be in the catalogue, or in a list below that says why it is not.
 */
const root = join(import.meta.dirname, '..')

/** Files of the compiler of rulesets that tell faults to the authors of rules, who write in English. */
const faultsOfRulesets = [
  'compile.ts',
  'compileDerived.ts',
  'compileRule.ts',
  'compiler.ts',
  'delivery.ts',
  'exampleRecord.ts',
  'exampleSession.ts',
  'examples.ts',
  'folder.ts',
  'formFaults.ts',
  'guidance.ts',
  'jsonSchema.ts',
  'model.ts',
  'nearest.ts',
  'privacy.ts',
  'pseudonymisation.ts',
  'reach.ts',
  'sqlReason.ts',
  'yamlFile.ts',
]

/** Files whose text is for other readers than the users of the portal, or is no text of ours. */
const otherReaders: Readonly<Record<string, string>> = {
  'src/messages/generated/': 'the catalogue itself',
  'src/model/': 'paths and questions for testers, in English',
  'src/sample/': 'records that are made up',
  'src/domain/recordMessages.ts': 'what the check of a file finds is part of its report, like the rules',
  'src/machines/inspection/export/': 'formats of other tools',
  'src/machines/submission-lifecycle/processing.ts': 'descriptions of the chart',
  'src/machines/submission-lifecycle/qualityAssurance.ts': 'descriptions of the chart',
  'src/features/suppliers/guide/examples.ts': 'commands, which are typed as they stand',
  'src/ui/gallery/': 'samples for developers',
  'src/ui/testing/': 'for tests',
  'server/demonstration/': 'people, organisations and files that are made up',
  'server/identity/demonstration.ts': 'people and organisations that are made up',
  ...Object.fromEntries(
    faultsOfRulesets.map(file => [`server/analysis/ruleset/${file}`, 'faults told to authors of rules']),
  ),
  'server/analysis/tableFiles.ts': 'queries',
  'server/http/routes/publishedFeed.ts': 'the markup of feeds; their words are in the catalogue',
  'server/delivery/verify.ts': 'told on the command line to who has received a delivery',
  'server/administration/': 'told to operators, on the command line',
  'server/audit/': 'told to operators, on the command line',
  'server/backup/': 'told to operators, on the command line',
  'server/analysis/testing/': 'for tests',
  'server/database/': 'queries, and what is told to operators on the command line',
  'server/config.ts': 'told to operators, on the command line',
  'server/main.ts': 'told to operators, on the command line',
  'server/operatorFault.ts': 'told to operators, on the command line',
  'server/startServer.ts': 'told to operators, on the command line',
  'server/readiness.ts': 'told to operators',
  'server/workbooks/xlsx.ts': 'the markup of workbooks',
  'server/http/forms/taggedPdf.ts': 'names of the format PDF',
  'server/issues/jira.ts': 'the query language and the names of Jira, and what is told to operators',
  'server/http/docs.ts': 'the description of the API, for developers',
  'server/http/openapi.ts': 'the description of the API, for developers',
  'server/http/openapiExamples.ts': 'the description of the API, for developers',
  'server/http/metrics.ts': 'names of metrics, for operators',
}

/** Texts that are codes or names although they look like words. */
const codes: readonly RegExp[] = [
  /^(Draft|Deleted|Open|Closed|Historic amendment|Archived|Validation)$/, // collection states in facts and charts
  /^(Yellow|Salmon|Clear|HeaderColour)$/, // colours of cells in the contract
  /^(Missing|Found|New)$/, // lists of CONPOP in the contract
  /^(Pending|Success|Failed)$/, // states of a task in the contract
  /^Provider sign-off$/, // an action of the contract
  /^(LineNumber|Error)$/, // columns that the specification names
  /^parquet_version v2, /, // settings of a file
  /^data corrected$/, // a resolution, as trackers name it
  /^(Arrow(Up|Down|Left|Right)|Enter|Escape)$/, // keys of the keyboard
  /^(Europe\/London|EdDSA|Ed25519|Bearer \{\}|Portal|Bedel)$/,
  /^(Student|Engagement|Provider|Collection)(\.[A-Z]+)?$/, // elements of the record
  /^(bottom (start|end)|repeatable read|openid .*)$/, // settings of libraries
  /^[A-Z][A-Za-z]+(\.\{\})+\.(csv|zip|txt|pdf|xlsx|xml)$/, // names of files
  /^<[!/?a-z]|^\n<|^'\w|^(Content|Cache|Connection)-?\w*: /, // markup, fonts, lines of HTTP
  /^\s*(--.*\n\s*)?(with|select|case when|null as|count(?=\()|insert|update|delete|create|drop|alter|begin|set|copy|cast|coalesce|left join|positional join|\{\} a (anti|semi) join|where|order by|chosen as|l\.id|\{\} (\{\} )?(f|as|nulls|where|order)|\(select)\b/i, // SQL
  /^[A-Z][a-z]+([A-Z][a-z]+)+$|^Failure$/, // names of types, errors and tables
  /^System$/, // the name of the system itself where events are kept; answers name it anew
  /^(Out of Memory|Binder) Error$/, // how DuckDB begins to tell of it
  /^Unknown$/, // how the client of S3 names an answer without a reason
]

/** What only developers and operators read, by the call that is told it: logs, faults of the program, the queue. */
const spokenToDevelopers =
  /(^|\.)(log|warn|error|info|debug|trace|fatal|fail|close|super|registerFont|\w*(Error|Lost|InUse|Missing|TooManyBytes|NearlyFull|UnsafeRole))$/

/** Properties that describe something to developers: charts, calls of the API, metrics. */
const descriptions = new Set(['description', 'summary', 'help', 'production'])

interface AstNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .filter(name => !Object.keys(otherReaders).some(path => name.startsWith(path)))

/** Two words one after the other, a word that begins a sentence, or one that joins two parts of it. */
const readsLikeLanguage = (text: string): boolean =>
  /[A-Za-z]{2,} [a-zA-Z]/.test(text) || /^[A-Z][a-z]+/.test(text) || /^ (and|or|to) $/.test(text)

const textOfNode = (node: AstNode): string | undefined => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXText') return String(node.value).trim()
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}')
  return undefined
}

/** Texts of a file that are no types, no imports and are not told to developers. */
function* textsOf(node: AstNode, source: string): Generator<{ text: string; start: number }> {
  if (
    node.type.startsWith('Import') ||
    (node.type.startsWith('TS') && !/As|Satisfies|NonNull/.test(node.type))
  )
    return
  if (node.type === 'ExportNamedDeclaration' && isNode(node.source)) return
  if (node.type === 'TaggedTemplateExpression') return
  if (node.type === 'Property' && isNode(node.key) && descriptions.has(String(node.key.name))) return
  if ((node.type === 'CallExpression' || node.type === 'NewExpression') && isNode(node.callee)) {
    const callee = source.slice(node.callee.start, node.callee.end)
    if (spokenToDevelopers.test(callee)) return
  }
  // What something is compared with is a name of the program; nobody reads it.
  const isComparison = node.type === 'BinaryExpression' && /^[!=]==$/.test(String(node.operator))
  const text = textOfNode(node)
  if (text !== undefined) yield { text, start: node.start }
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child) && !(isComparison && child.type === 'Literal')) yield* textsOf(child, source)
}

/** What reads like language in a file, with its line. */
const foundIn = (file: string): string[] => {
  const source = readFileSync(join(root, file), 'utf8')
  const tree = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as AstNode
  return [...textsOf(tree, source)]
    .filter(({ text }) => readsLikeLanguage(text) && !codes.some(code => code.test(text)))
    .map(({ text, start }) => `${file}:${source.slice(0, start).split('\n').length} ${JSON.stringify(text)}`)
}

describe('no text for users outside the catalogue', () => {
  it.each(['src', 'server'])('%s', folder => {
    const files = filesBelow(folder)
    expect(files.length).toBeGreaterThan(100)
    expect(files.flatMap(foundIn)).toEqual([])
  })

  it('names only files that exist as those for other readers', () => {
    const paths = ['src', 'server'].flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
    )
    expect(
      Object.keys(otherReaders).filter(path => !paths.some(name => `${name}/`.startsWith(path))),
    ).toEqual([])
  })
})
