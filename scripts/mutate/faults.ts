import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { type ESTree, parseSync, Visitor } from 'vite'
import { elementsOf } from '../messages/icu.ts'
import type { Area, Fault } from './fault.ts'

/** Where the faults of an area are put. */
const filesOf: Readonly<Record<Exclude<Area, 'messages'>, readonly string[]>> = {
  sql: ['server/database/queries/*.ts', 'server/lifecycle/facts.ts'],
  facts: [
    'src/domain/{awaitingParty,burnUp,calendar,commitStatus,dates,deadline,progress,queue,sinceYesterday,tolerance,toleranceLabel,toleranceSpread,transfer,rounding,status}.ts',
    'server/lifecycle/facts.ts',
  ],
  hearing: ['src/domain/wire/hearing.ts', 'src/domain/{privacy,notice,job,permissions}.ts'],
  reports: [
    'server/analysis/{,ruleset/,reports/}*.ts',
    'src/domain/{credibility,ruleStanding,rulesAcross,ruleMatrix,sector,qualityReport}.ts',
  ],
}

type Place = Pick<Fault, 'start' | 'end' | 'with' | 'label'>

const flipped: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
}

/** Where an operator stands between its two sides. */
const operatorIn = (
  text: string,
  { left, right, operator }: { left: { end: number }; right: { start: number }; operator: string },
): number => (text.indexOf(operator, left.end) < right.start ? text.indexOf(operator, left.end) : -1)

/** Comparisons at the boundary, conditions and small numbers of a module. */
const inCode = (file: string, text: string): Place[] => {
  const places: Place[] = []
  const ofOperator = (node: { left: { end: number }; right: { start: number }; operator: string }): void => {
    const to = flipped[node.operator]
    const start = operatorIn(text, node)
    if (to === undefined || start < 0) return
    const line = text.slice(text.lastIndexOf('\n', start) + 1, text.indexOf('\n', start)).trim()
    places.push({
      start,
      end: start + node.operator.length,
      with: to,
      label: `${node.operator} becomes ${to}: ${line}`,
    })
  }
  const visitor = new Visitor({
    BinaryExpression: node => ofOperator(node as unknown as Parameters<typeof ofOperator>[0]),
    LogicalExpression: node => ofOperator(node as unknown as Parameters<typeof ofOperator>[0]),
    UnaryExpression: node => {
      const { operator, start, argument } = node as ESTree.UnaryExpression
      if (operator === '!')
        places.push({
          start,
          end: argument.start,
          with: '',
          label: `! is left out: ${text.slice(start, argument.end)}`,
        })
    },
  })
  visitor.visit(parseSync(file, text).program)
  return places
}

/** What can go wrong in a statement. */
const inStatements: readonly [RegExp, string][] = [
  [/ <> /g, ' = '],
  [/\bis_latest\b/g, 'true'],
  [/\bdesc\b/g, 'asc'],
  [/\bmax\(/g, 'min('],
  [/\bmin\(/g, 'max('],
  [/'live'/g, "'ovt'"],
  [/'Europe\/London'/g, "'UTC'"],
  [/\bnot exists\b/g, 'exists'],
  [/(?<!not )\bexists \(/g, 'not exists ('],
  [/ >= /g, ' > '],
  [/ < /g, ' <= '],
  [/ and (?:[a-z]\.)?[a-z_]+ = (?:[a-z]\.)?[a-z_]+(?=\s|\))/g, ''],
]

/** Faults in the statements of a module: in the text of its `sql` templates. */
const inSql = (file: string, text: string): Place[] => {
  const places: Place[] = []
  const visitor = new Visitor({
    TemplateElement: node => {
      const { start, end } = node as unknown as { start: number; end: number }
      const part = text.slice(start, end)
      if (!/\b(?:select|from|where|and|order by|exists)\b/.test(part)) return
      for (const [pattern, to] of inStatements)
        for (const found of part.matchAll(pattern)) {
          if (found[0] === to) continue
          const at = start + found.index
          const line = text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at)).trim()
          places.push({
            start: at,
            end: at + found[0].length,
            with: to,
            label: `"${found[0].trim()}" becomes "${to.trim()}": ${line}`,
          })
        }
    },
  })
  visitor.visit(parseSync(file, text).program)
  return places
}

/** Two parameters of one message that change places, once in each message; also where one form of a plural alone names them. */
const inMessages = (root: string): Fault[] =>
  globSync('src/messages/en/*.json', { cwd: root })
    .toSorted()
    .flatMap(file => {
      const text = readFileSync(join(root, file), 'utf8')
      return Object.entries<string>(JSON.parse(text)).flatMap(([key, message]): Fault[] => {
        const plain = [...elementsOf(parse(message, { captureLocation: true }))].filter(
          element => element.type === TYPE.argument || element.type === TYPE.number,
        )
        const second = plain.findIndex(
          ({ type, value }) => type === plain[0]?.type && value !== plain[0]?.value,
        )
        const [one, other] = [plain[0], plain[second]]
        if (!one?.location || !other?.location) return []
        const written = JSON.stringify(message)
        const start = text.indexOf(written)
        // Behind a character that JSON writes otherwise, places of the message are not those of the file.
        if (start < 0 || written.length !== message.length + 2) return []
        const [a, b] = [one.location, other.location]
        const swapped =
          message.slice(0, a.start.offset) +
          message.slice(b.start.offset, b.end.offset) +
          message.slice(a.end.offset, b.start.offset) +
          message.slice(a.start.offset, a.end.offset) +
          message.slice(b.end.offset)
        return [
          {
            area: 'messages',
            file,
            start,
            end: start + written.length,
            with: JSON.stringify(swapped),
            label: `${one.value} and ${other.value} change places in ${key}`,
            tests: ['tests/sentences.test.ts'],
          },
        ]
      })
    })

/** Two values that change places where a view names them: `t('key', { one, other })`. */
const inCalls = (file: string, text: string): Place[] => {
  const places: Place[] = []
  const visitor = new Visitor({
    CallExpression: node => {
      const { callee, arguments: given } = node as ESTree.CallExpression
      const object = given.at(-1)
      if (callee.type !== 'Identifier' || callee.name !== 't' || object?.type !== 'ObjectExpression') return
      const named = object.properties.flatMap(one =>
        one.type === 'Property' && one.key.type === 'Identifier' && !one.method
          ? [{ name: one.key.name, value: text.slice(one.value.start, one.value.end) }]
          : [],
      )
      const [one, other] = named
      if (named.length !== object.properties.length || !one || !other || one.value === other.value) return
      const rest = named.slice(2).map(({ name, value }) => `${name}: ${value}`)
      places.push({
        start: object.start,
        end: object.end,
        with: `{ ${[`${one.name}: ${other.value}`, `${other.name}: ${one.value}`, ...rest].join(', ')} }`,
        label: `${one.name} and ${other.name} change places: ${text.slice(node.start, node.end).split('\n')[0]}`,
      })
    },
  })
  visitor.visit(parseSync(file, text).program)
  return places
}

/** Every fault that can be put into the files of an area below a folder. */
export const faultsOf = (root: string, area: Area): Fault[] => {
  const each = (patterns: readonly string[], find: (file: string, text: string) => Place[]): Fault[] =>
    [...new Set(patterns.flatMap(pattern => globSync(pattern, { cwd: root })))]
      .filter(file => !/\.test\.tsx?$/.test(file))
      .toSorted()
      .flatMap(file =>
        find(file, readFileSync(join(root, file), 'utf8')).map(place => ({ area, file, ...place })),
      )
  if (area === 'messages') return [...inMessages(root), ...each(['src/features/**/*.tsx'], inCalls)]
  return each(filesOf[area], area === 'sql' ? inSql : inCode)
}
