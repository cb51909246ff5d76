import { encodeUtf8 } from '../xml/characters.ts'
import { AtomicType } from './atomicType.ts'
import { ListType, UnionType } from './compositeType.ts'
import { Automaton } from './regex/automaton.ts'
import { single } from './regex/codePoints.ts'
import { type Expression, parseExpression } from './regex/parse.ts'
import {
  type Bound,
  type CodeLabel,
  type Enumeration,
  type Facets,
  isInside,
  normalise,
  type SimpleType,
  type Span,
  type WhiteSpace,
} from './simpleType.ts'
import { formText } from './valueForm.ts'
import { compareOrdered } from './values/primitives.ts'

/** A facet as written in a schema. */
export interface WrittenFacet {
  readonly name: string
  readonly value: string
  readonly label: string
  /** Whether types derived from this one may not change it. */
  readonly isFixed: boolean
  /** Throws a SchemaCompileError at the facet. */
  fail(message: string): never
  /** Prefixes in force at the facet, for enumerations of names. */
  prefix(prefix: string): string | undefined
}

/** The base type restricted by the facets of one derivation step. */
export const restrict = (
  name: string,
  base: SimpleType,
  written: readonly WrittenFacet[],
  final: SimpleType['final'] = new Set(),
): SimpleType => {
  const facets = new Restriction(base).apply(written)
  if (base instanceof AtomicType) return new AtomicType(name, base.primitive, facets, base, final)
  if (base instanceof ListType) return new ListType(name, base.item, facets, base, final)
  if (base instanceof UnionType) return new UnionType(name, base.members, facets, base, final)
  throw new Error(`The type ${name} has no variety.`)
}

const boundFacets: ReadonlyMap<string, { end: 'min' | 'max'; isInclusive: boolean }> = new Map([
  ['minInclusive', { end: 'min', isInclusive: true }],
  ['minExclusive', { end: 'min', isInclusive: false }],
  ['maxInclusive', { end: 'max', isInclusive: true }],
  ['maxExclusive', { end: 'max', isInclusive: false }],
])

const strictness: Readonly<Record<WhiteSpace, number>> = { preserve: 0, replace: 1, collapse: 2 }

class Restriction {
  private readonly base: SimpleType
  private facets: { -readonly [K in keyof Facets]: Facets[K] }

  constructor(base: SimpleType) {
    this.base = base
    this.facets = { ...base.facets }
  }

  apply(written: readonly WrittenFacet[]): Facets {
    const seen = new Set<string>()
    for (const facet of written) {
      if (facet.name !== 'pattern' && facet.name !== 'enumeration' && seen.has(facet.name))
        facet.fail('stands twice in one restriction')
      seen.add(facet.name)
      this.refuseUnfit(facet)
      this.one(facet)
    }
    const patterns = written.filter(({ name }) => name === 'pattern')
    if (patterns.length > 0) this.facets.patterns = [...this.facets.patterns, this.pattern(patterns)]
    const values = written.filter(({ name }) => name === 'enumeration')
    if (values.length > 0) this.facets.enumeration = this.enumeration(values)
    this.checkTogether(written)
    const fixed = written.filter(({ isFixed }) => isFixed).map(({ name }) => name)
    if (fixed.length > 0) this.facets.fixed = new Set([...this.facets.fixed, ...fixed])
    return this.facets
  }

  /** Rules on facets that have to fit each other (Part 2, 4.3). */
  private checkTogether(written: readonly WrittenFacet[]): void {
    const last = written.at(-1)
    if (last === undefined) return
    const { facets } = this
    const names = new Set(written.map(({ name }) => name))
    const isBoth = (one: string, other: string): boolean => names.has(one) && names.has(other)
    if (isBoth('minInclusive', 'minExclusive') || isBoth('maxInclusive', 'maxExclusive'))
      last.fail('its limit is given both inclusive and exclusive')
    // What the base says already may be said again (Part 2, 4.3.1.4).
    const isNew = (name: 'minLength' | 'maxLength'): boolean =>
      written.some(facet => facet.name === name && this.count(facet) !== this.base.facets[name])
    if (names.has('length') && (isNew('minLength') || isNew('maxLength')))
      last.fail('length excludes minLength and maxLength')
    if (facets.minLength > facets.maxLength) last.fail('leaves no length that a value could have')
    if (facets.fractionDigits !== Number.POSITIVE_INFINITY && facets.fractionDigits > facets.totalDigits)
      last.fail('allows more digits after the point than digits at all')
    const { min, max } = facets
    if (min === undefined || max === undefined) return
    const order = compareOrdered(min.value, max.value)
    if (order === undefined || order > 0 || (order === 0 && min.isInclusive !== max.isInclusive))
      last.fail('leaves no value between its limits')
  }

  private one(facet: WrittenFacet): void {
    const { facets } = this
    switch (facet.name) {
      case 'pattern':
      case 'enumeration':
        return
      case 'length': {
        const length = this.count(facet)
        if (length < facets.minLength || length > facets.maxLength) facet.fail('contradicts the base type')
        this.keepFixed(facet, length === facets.length)
        facets.length = length
        facets.minLength = length
        facets.maxLength = length
        return
      }
      case 'minLength':
      case 'maxLength':
        this.limit(facet, facet.name, this.base.facets)
        return
      case 'totalDigits':
        if (this.count(facet) === 0) facet.fail('must be at least 1')
        this.limit(facet, facet.name, this.base.facets)
        return
      case 'fractionDigits':
        this.limit(facet, facet.name, this.base.facets)
        return
      case 'whiteSpace':
        facets.whiteSpace = this.whiteSpace(facet)
        this.keepFixed(facet, facets.whiteSpace === this.base.facets.whiteSpace)
        return
      default:
        this.bound(facet)
    }
  }

  /** A number that may only become stricter than that of the base. */
  private limit(
    facet: WrittenFacet,
    name: 'minLength' | 'maxLength' | 'totalDigits' | 'fractionDigits',
    base: Facets,
  ): void {
    const count = this.count(facet)
    if (base.length !== undefined && (name === 'minLength' ? count > base.length : count < base.length))
      if (name === 'minLength' || name === 'maxLength') facet.fail('contradicts the length of the base type')
    if (name === 'minLength' ? count < base.minLength && base.length === undefined : count > base[name])
      if (!(name === 'maxLength' && base.length !== undefined))
        facet.fail('is weaker than that of the base type')
    this.keepFixed(facet, count === base[name])
    if (this.facets.length === undefined || name === 'totalDigits' || name === 'fractionDigits')
      this.facets[name] = count
  }

  private keepFixed(facet: WrittenFacet, isSame: boolean): void {
    if (this.base.facets.fixed.has(facet.name) && !isSame) facet.fail('is fixed in the base type')
  }

  private refuseUnfit(facet: WrittenFacet): void {
    const { base } = this
    const isLength = facet.name === 'length' || facet.name === 'minLength' || facet.name === 'maxLength'
    const isDigits = facet.name === 'totalDigits' || facet.name === 'fractionDigits'
    const isBound = boundFacets.has(facet.name)
    const isKnown =
      isLength || isDigits || isBound || ['pattern', 'enumeration', 'whiteSpace'].includes(facet.name)
    if (!isKnown) facet.fail('is not a facet of XML Schema 1.0')
    const unfit =
      base instanceof AtomicType
        ? (facet.name === 'enumeration' && base.primitive.name === 'boolean') ||
          (isLength && base.primitive.lengthUnit === undefined) ||
          (isDigits && base.primitive.name !== 'decimal') ||
          (isBound && !base.primitive.isOrdered)
        : isDigits || isBound || (base instanceof UnionType && (isLength || facet.name === 'whiteSpace'))
    if (unfit) facet.fail('does not apply to this base type')
  }

  private count(facet: WrittenFacet): number {
    const text = facet.value.trim()
    if (!/^\+?[0-9]+$/.test(text)) facet.fail(`"${facet.value}" is not a whole number`)
    return Number(text)
  }

  private whiteSpace(facet: WrittenFacet): WhiteSpace {
    const { value } = facet
    if (value !== 'preserve' && value !== 'replace' && value !== 'collapse')
      return facet.fail(`"${value}" is not preserve, replace or collapse`)
    if (strictness[value] < strictness[this.base.facets.whiteSpace])
      facet.fail('is weaker than that of the base type')
    return value
  }

  private bound(facet: WrittenFacet): void {
    const kind = boundFacets.get(facet.name)
    const { base } = this
    if (kind === undefined || !(base instanceof AtomicType)) facet.fail('does not apply to this base type')
    const text = this.normalised(facet)
    const bytes = encodeUtf8(text)
    const value = base.primitive.isValue(bytes, 0, bytes.length) ? base.primitive.order(text) : undefined
    const isFraction = base.facets.isWhole && text.includes('.')
    if (value === undefined || isFraction) facet.fail(`"${facet.value}" is not ${formText(base.form)}`)
    const bound: Bound = { text, value, isInclusive: kind.isInclusive }
    const known = base.facets[kind.end]
    const isSame = known?.isInclusive === kind.isInclusive && compareOrdered(known.value, value) === 0
    const isLimit = !kind.isInclusive && isSame
    if (!isLimit && !isInside(value, base.facets)) facet.fail('is outside the range of the base type')
    this.keepFixed(facet, isSame)
    this.facets[kind.end] = bound
  }

  private pattern(facets: readonly WrittenFacet[]): Facets['patterns'][number] {
    const branches = facets.map(facet => attempt(facet, () => parseExpression(facet.value)))
    const expression: Expression = branches.length === 1 ? branches[0]! : { kind: 'choice', branches }
    const last = facets.at(-1)!
    return {
      automaton: attempt(last, () => new Automaton(expression)),
      text: [
        ...new Set(facets.map(({ label, value }) => (label === '' ? value : label.replace(/\.$/, '')))),
      ].join(' or '),
    }
  }

  private enumeration(facets: readonly WrittenFacet[]): Enumeration {
    const { base } = this
    const texts = facets.map(facet => {
      const bytes = encodeUtf8(facet.value)
      const span: Span = { bytes, from: 0, to: bytes.length }
      const fault = base.check(bytes, 0, bytes.length, span, prefix => facet.prefix(prefix))
      if (fault !== undefined) facet.fail(`"${facet.value}" is not a value of the base type`)
      return this.normalised(facet)
    })
    const isText =
      base instanceof AtomicType && (base.primitive.name === 'string' || base.primitive.name === 'anyURI')
    return {
      labels: facets.map((facet, index) => ({ code: texts[index]!, label: facet.label }) satisfies CodeLabel),
      automaton: isText ? new Automaton({ kind: 'choice', branches: texts.map(literal) }) : undefined,
      keys: isText
        ? new Set()
        : new Set(texts.map((text, index) => base.keyOf(text, prefix => facets[index]!.prefix(prefix)))),
    }
  }

  private normalised(facet: WrittenFacet): string {
    const bytes = encodeUtf8(facet.value)
    const span: Span = { bytes, from: 0, to: bytes.length }
    normalise(this.base.facets.whiteSpace, bytes, 0, bytes.length, span)
    return new TextDecoder().decode(span.bytes.subarray(span.from, span.to))
  }
}

const literal = (text: string): Expression => ({
  kind: 'sequence',
  parts: [...text].map(character => ({ kind: 'set', set: single(character.codePointAt(0) ?? 0) })),
})

const attempt = <T>(facet: WrittenFacet, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    return facet.fail(
      `"${facet.value}" is not a pattern of XML Schema: ${error instanceof Error ? error.message : error}`,
    )
  }
}
