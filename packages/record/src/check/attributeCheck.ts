import { builtinType, SCHEMA_NAMESPACE } from '../schema/builtins.ts'
import type { CompiledSchema } from '../schema/compiledSchema.ts'
import {
  type AttributeUse,
  type ComplexType,
  type Derivation,
  type ElementType,
  nameKey,
} from '../schema/components.ts'
import { derives } from '../schema/derivation.ts'
import type { PrefixLookup, SimpleType, Span } from '../schema/simpleType.ts'
import { admits, type Wildcard } from '../schema/wildcards.ts'
import type { AttributeList } from '../xml/attributes.ts'
import { encodeUtf8 } from '../xml/characters.ts'
import { INSTANCE_NAMESPACE } from '../xml/namespaces.ts'
import type { XmlReader } from '../xml/reader.ts'
import type { Fault } from './fault.ts'
import { shown } from './finding.ts'
import type { FieldFault } from './frameChecker.ts'
import { valueFault } from './valueFault.ts'

/** Checks a value given as text. */
export const checkText = (
  type: SimpleType,
  text: string,
  prefixes: PrefixLookup,
): { fault: ReturnType<SimpleType['check']>; value: string } => {
  const bytes = encodeUtf8(text)
  const span: Span = { bytes, from: 0, to: bytes.length }
  const fault = type.check(bytes, 0, bytes.length, span, prefixes)
  return { fault, value: new TextDecoder().decode(span.bytes.subarray(span.from, span.to)) }
}

const isSchemaLocation = (namespace: string, local: string): boolean =>
  namespace === INSTANCE_NAMESPACE && (local === 'schemaLocation' || local === 'noNamespaceSchemaLocation')

const isInstance = (namespace: string, local: string): boolean =>
  isSchemaLocation(namespace, local) ||
  (namespace === INSTANCE_NAMESPACE && (local === 'type' || local === 'nil'))

/** Checks the value of an attribute of the start tag just read; makes a string of it only for a fault or a fixed value. */
const checkUse = (use: AttributeUse, index: number, reader: XmlReader): FieldFault | undefined => {
  const list = reader.currentAttributes
  list.valueBytes(index, span)
  const code = use.type.check(span.bytes, span.from, span.to, span, reader.prefixes)
  if (code === undefined && use.value?.kind !== 'fixed') return undefined
  return checkUseAsText(use, list.value(index), reader.prefixes)
}

const span: Span = { bytes: new Uint8Array(0), from: 0, to: 0 }

const checkUseAsText = (use: AttributeUse, text: string, prefixes: PrefixLookup): FieldFault | undefined => {
  const { fault, value } = checkText(use.type, text, prefixes)
  if (fault !== undefined)
    return { ...valueFault(use.local, text, use.type, fault), field: use.local, value: text }
  if (use.value?.kind !== 'fixed') return undefined
  const fixed = checkText(use.type, use.value.text, use.value.prefixes).value
  if (use.type.keyOf(value, prefixes) === use.type.keyOf(fixed, use.value.prefixes)) return undefined
  return {
    code: 'VALUE_FIXED',
    field: use.local,
    parameters: { field: use.local, value: shown(text), fixed },
    value: text,
  }
}

const unknown = (local: string, element: string, known: readonly string[]): FieldFault => ({
  code: 'ATTRIBUTE_UNKNOWN',
  field: local,
  parameters: { attribute: local, element, known },
})

/** Declaration of an attribute that a wildcard admits and has checked. */
export const wildUse = (
  wildcard: Wildcard | undefined,
  namespace: string,
  key: string,
  schema: CompiledSchema,
): AttributeUse | undefined =>
  wildcard !== undefined && wildcard.process !== 'skip' && admits(wildcard.rule, namespace)
    ? schema.attributes.get(key)
    : undefined

const checkWild = (
  wildcard: Wildcard,
  name: { namespace: string; local: string },
  index: number,
  element: string,
  schema: CompiledSchema,
  reader: XmlReader,
): FieldFault | undefined => {
  if (wildcard.process === 'skip') return undefined
  const use = schema.attributes.get(nameKey(name.namespace, name.local))
  if (use !== undefined) return checkUse(use, index, reader)
  return wildcard.process === 'strict' ? unknown(name.local, element, []) : undefined
}

const noFaults: readonly FieldFault[] = []

/** Every fault of the attributes of the start tag just read. */
export const attributeFaults = (
  type: ElementType,
  element: string,
  schema: CompiledSchema,
  reader: XmlReader,
): readonly FieldFault[] => {
  let faults: FieldFault[] | undefined
  let required = 0
  const complex: ComplexType | undefined = type.variety === 'complex' ? type : undefined
  const list = reader.currentAttributes
  for (let i = 0; i < list.length; i++) {
    const name = list.name(i)
    if (name.attributeSlot < 0) name.attributeSlot = schema.attributeSymbols.find(name.namespace, name.local)
    const use = complex?.attributeOf(name.attributeSlot)
    let fault: FieldFault | undefined
    if (use !== undefined) {
      if (use.isRequired) required++
      fault = checkUse(use, i, reader)
    } else if (!isInstance(name.namespace, name.local)) {
      const wildcard = complex?.anyAttribute
      fault =
        wildcard !== undefined && admits(wildcard.rule, name.namespace)
          ? checkWild(wildcard, name, i, element, schema, reader)
          : unknown(
              name.local,
              element,
              [...(complex?.attributes.values() ?? [])].map(({ local }) => local),
            )
    }
    if (fault === undefined) continue
    faults ??= []
    faults.push(fault)
  }
  if (complex === undefined || required === complex.requiredAttributes) return faults ?? noFaults
  return [...(faults ?? noFaults), ...missingAttributes(complex, element, list)]
}

const missingAttributes = (type: ComplexType, element: string, list: AttributeList): FieldFault[] =>
  [...type.attributes.values()]
    .filter(use => use.isRequired && list.find(use.namespace, use.local) === undefined)
    .map(use => ({
      code: 'ATTRIBUTE_MISSING',
      field: use.local,
      parameters: { attribute: use.local, element },
    }))

/** Type that xsi:type names, or why it may not be here. */
export const substitutedType = (
  element: string,
  declared: ElementType,
  blocked: ReadonlySet<Derivation>,
  written: string,
  schema: CompiledSchema,
  reader: XmlReader,
): { type: ElementType } | { fault: Fault<'TYPE_UNKNOWN' | 'TYPE_NOT_ALLOWED'> } => {
  const text = written.trim()
  const colon = text.indexOf(':')
  const namespace = reader.namespaceOf(colon < 0 ? '' : text.slice(0, colon))
  const local = text.slice(colon + 1)
  const builtin =
    namespace !== SCHEMA_NAMESPACE ? undefined : local === 'anyType' ? schema.anyType : builtinType(local)
  const type = builtin ?? schema.types.get(nameKey(namespace ?? '', local))
  if (namespace === undefined || type === undefined)
    return { fault: { code: 'TYPE_UNKNOWN', parameters: { type: text } } }
  const refused = new Set([...blocked, ...(declared.variety === 'complex' ? declared.block : [])])
  if (!derives(type, declared, refused))
    return { fault: { code: 'TYPE_NOT_ALLOWED', parameters: { element, type: text } } }
  return { type }
}
