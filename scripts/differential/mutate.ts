import type { Random } from '../../src/sample/random.ts'

/** A piece of a document: a tag, a text, a comment or the like. */
interface Token {
  readonly kind: 'start' | 'end' | 'empty' | 'text' | 'other'
  readonly text: string
}

const tokensOf = (xml: string): Token[] =>
  (xml.match(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[^>]*>|[^<]+/g) ?? []).map(text => ({
    kind: kindOf(text),
    text,
  }))

const kindOf = (text: string): Token['kind'] => {
  if (!text.startsWith('<')) return 'text'
  if (text.startsWith('<!') || text.startsWith('<?')) return 'other'
  if (text.startsWith('</')) return 'end'
  return text.endsWith('/>') ? 'empty' : 'start'
}

/** Index after the element that begins at the token. */
const elementEnd = (tokens: readonly Token[], start: number): number => {
  if (tokens[start]?.kind === 'empty') return start + 1
  let depth = 0
  for (let i = start; i < tokens.length; i++) {
    if (tokens[i]!.kind === 'start') depth++
    if (tokens[i]!.kind === 'end' && --depth === 0) return i + 1
  }
  return tokens.length
}

const indicesOf = (tokens: readonly Token[], test: (token: Token) => boolean): number[] =>
  tokens.flatMap((token, index) => (test(token) ? [index] : []))

const isElement = ({ kind }: Token): boolean => kind === 'start' || kind === 'empty'
const hasText = ({ kind, text }: Token): boolean => kind === 'text' && text.trim() !== ''

const oddValues = [
  '',
  ' ',
  '0',
  '1',
  '-1',
  '+1',
  '00',
  '99',
  '100',
  '12345678901234567890',
  '1.5',
  '1.',
  '.5',
  '1.50',
  '1e3',
  'INF',
  'NaN',
  'true',
  'TRUE',
  'x',
  'xx',
  'XX',
  'é',
  'Ωmega',
  '日本',
  'a b',
  ' a  b ',
  'a\tb',
  '2024-02-29',
  '2023-02-29',
  '2024-13-01',
  '2024-2-1',
  '0000-01-01',
  '-0001-01-01',
  '12024-01-01',
  '2024-01-01Z',
  '2024-01-01+14:00',
  '2024-01-01+14:01',
  '24:00:00',
  '23:59:60',
  '2024-01-01T24:00:00',
  '2024-01-01T00:00:00.000',
  '--02-30',
  '--04-31',
  '---32',
  'P',
  'P1D',
  'PT',
  '-P1Y',
  'P1S',
  '&amp;',
  '&#65;',
  '&lt;',
  'never',
  'AB1',
  'AB1 CD2 EF3 GH4',
  'none none',
  '0F',
  '0f0',
  'aGVsbG8',
  'aGk=',
  'en',
  'english-language',
  '127',
  '128',
  '-129',
  '18446744073709551616',
  "O'Neill",
  'A'.repeat(13),
  'A'.repeat(256),
  '1234567',
  '0001',
  '10',
  '2',
  '9.99',
  '50',
  '49.99',
  '12.345',
] as const

const oddMarkup = [
  '<x/>',
  '<!-- c -->',
  '<?pi data?>',
  '<![CDATA[x]]>',
  'stray',
  '&amp;',
  ' ',
  '<Global>1</Global>',
] as const
const breakingMarkup = [
  '<',
  '&',
  ']]>',
  '</x>',
  '<x>',
  '&nosuch;',
  '&#0;',
  '\u0001',
  '<!-- -- -->',
  '<a b>',
  '<1/>',
  '<?xml version="1.0"?>',
] as const

const join = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join('')

const nameIn = (tag: string): string => /^<\/?([^\s/>]+)/.exec(tag)?.[1] ?? ''

/** One change of a document: gives the changed text, or undefined where it does not apply. */
type Mutation = (tokens: Token[], random: Random) => string | undefined

const withElement =
  (change: (tokens: Token[], start: number, end: number, random: Random) => string): Mutation =>
  (tokens, random) => {
    const start = random.pick(indicesOf(tokens, isElement))
    if (tokens[start] === undefined) return undefined
    return change(tokens, start, elementEnd(tokens, start), random)
  }

const withValue =
  (change: (value: string, random: Random) => string): Mutation =>
  (tokens, random) => {
    const index = random.pick(indicesOf(tokens, hasText))
    const token = tokens[index]
    if (token === undefined) return undefined
    return join(tokens.with(index, { ...token, text: change(token.text, random) }))
  }

const withAttribute =
  (change: (attribute: string, random: Random) => string): Mutation =>
  (tokens, random) => {
    const tags = indicesOf(tokens, token => isElement(token) && / (?!xmlns)[\w:]+="/.test(token.text))
    if (tags.length === 0) return undefined
    const index = random.pick(tags)
    const { text, kind } = tokens[index]!
    const found = random.pick(text.match(/ (?!xmlns)[\w:]+="[^"]*"/g) ?? [''])
    return join(tokens.with(index, { kind, text: text.replace(found, change(found, random)) }))
  }

const edit = (value: string, random: Random): string => {
  const at = random.whole(0, Math.max(value.length - 1, 0))
  const odd = random.pick(['0', '9', 'Z', 'é', '-', ' ', '.', '/', 'x', '\n'])
  return random.pick([
    value.slice(0, at) + value.slice(at + 1),
    value.slice(0, at) + odd + value.slice(at),
    value.slice(0, at) + odd + value.slice(at + 1),
  ])
}

const rename = (tokens: Token[], start: number, end: number, to: string): string => {
  const from = nameIn(tokens[start]!.text)
  const swap = (token: Token): Token => ({ ...token, text: token.text.replace(from, to) })
  const changed = tokens.with(start, swap(tokens[start]!))
  return join(end - 1 > start ? changed.with(end - 1, swap(tokens[end - 1]!)) : changed)
}

const mutations: readonly (readonly [mutation: Mutation, weight: number])[] = [
  [withElement((tokens, start, end) => join(tokens.toSpliced(start, end - start))), 14],
  [withElement((tokens, start, end) => join(tokens.toSpliced(end, 0, ...tokens.slice(start, end)))), 8],
  [
    withElement((tokens, start, end, random) => {
      const rest = tokens.toSpliced(start, end - start)
      const places = indicesOf(rest, ({ kind }) => kind !== 'text' && kind !== 'other')
      return join(rest.toSpliced(random.pick(places.slice(1)), 0, ...tokens.slice(start, end)))
    }),
    10,
  ],
  [
    withElement((tokens, start, end, random) => {
      const names = tokens.filter(isElement).map(({ text }) => nameIn(text))
      return rename(tokens, start, end, random.chance(0.7) ? random.pick(names) : 'Unknown')
    }),
    8,
  ],
  [withElement((tokens, start, end) => join(tokens.toSpliced(start + 1, Math.max(end - start - 2, 0)))), 5],
  [
    withElement((tokens, start, _, random) => {
      const attribute = random.pick([
        ' odd="1"',
        ' xsi:nil="true"',
        ' xsi:nil="0"',
        ' id="z9"',
        ' xml:lang="en"',
        ' rank="0"',
      ])
      const { text, kind } = tokens[start]!
      return join(tokens.with(start, { kind, text: text.replace(/\s*(\/?>)$/, `${attribute}$1`) }))
    }),
    6,
  ],
  [
    (tokens, random) =>
      join(
        tokens.toSpliced(random.whole(2, tokens.length - 1), 0, {
          kind: 'other',
          text: random.pick(oddMarkup),
        }),
      ),
    8,
  ],
  [withValue((_, random) => random.pick(oddValues)), 30],
  [withValue(edit), 20],
  [withValue(value => ` ${value} `), 3],
  [withAttribute(() => ''), 4],
  [
    withAttribute((attribute, random) =>
      attribute.replace(/"[^"]*"/, `"${random.pick(oddValues.filter(value => !/[&<"\t]/.test(value)))}"`),
    ),
    8,
  ],
  [
    withAttribute(
      (attribute, random) => attribute + attribute.replace(/^ [\w:]+/, random.pick([' other', '$&'])),
    ),
    2,
  ],
  [
    (tokens, random) =>
      join(
        tokens.toSpliced(random.whole(1, tokens.length - 1), 0, {
          kind: 'other',
          text: random.pick(breakingMarkup),
        }),
      ),
    5,
  ],
  [
    (tokens, random) =>
      join(tokens.toSpliced(random.pick(indicesOf(tokens, ({ kind }) => kind !== 'text')), 1)),
    4,
  ],
  [(tokens, random) => edit(join(tokens), random), 4],
  [(tokens, random) => join(tokens).slice(0, random.whole(10, join(tokens).length - 1)), 1],
]

/** A document that differs from the given one by one random change, seldom two. */
export const mutantOf = (xml: string, random: Random): string => {
  let text = xml
  for (let left = random.chance(0.1) ? 2 : 1; left > 0; ) {
    const changed = random.weighted(mutations)(tokensOf(text), random)
    if (changed === undefined) continue
    text = changed
    left--
  }
  return text
}
