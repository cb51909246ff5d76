import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { compareRegulators } from '../../../src/domain/regulator.ts'
import {
  specificationStateById,
  specificationStateLabel,
  specificationStateOf,
} from '../../../src/domain/specification.ts'
import type {
  RuleToleranceWire,
  SpecificationRuleWire,
  SpecificationWire,
} from '../../../src/domain/wire/specifications.ts'
import {
  explainSpecification,
  specificationStatesOffered,
} from '../../../src/machines/specification-state/index.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { RegulatorRow } from '../../database/queries/collections.ts'
import { inLanguage } from '../../messages.ts'
import { type ConfiguredRule, factsOf, type SpecificationRow } from '../../specifications/index.ts'

const namedState = (language: Language, id: number) => {
  const state = specificationStateById(id)
  return { id, name: state ? inLanguage(language, specificationStateLabel(state.name)) : '' }
}

/** A specification, with what an actor may do with it now. */
export const specificationWire = (
  row: SpecificationRow,
  actor: UserPrincipal,
  language: Language,
): SpecificationWire => {
  const state = specificationStateById(row.state_id)
  const facts = factsOf(row)
  const may = (type: 'DELETE' | 'CONFIGURE') =>
    state !== undefined && explainSpecification(state.name, facts, { type, actor }).allowed
  return {
    id: row.id,
    version: row.version,
    state: namedState(language, row.state_id),
    availableStates: state
      ? specificationStatesOffered(state.name, facts, actor).map(name =>
          namedState(language, specificationStateOf(name).id),
        )
      : [],
    schema: { id: row.schema_id, version: row.schema_version },
    ruleset: { id: row.ruleset_id, version: row.ruleset_version, recordId: row.record_id },
    createdUtc: row.created_utc.toISOString(),
    createdBy: row.created_by,
    updatedUtc: row.updated_utc.toISOString(),
    updatedBy: row.updated_by,
    isDeleteable: may('DELETE'),
    awaitsConfiguration:
      state !== undefined &&
      explainSpecification(state.name, facts, { type: 'APPLY_CONFIGURATION', actor }).isExpected,
    isEditable: may('CONFIGURE'),
  }
}

const regulatorTypes = ['01', '02', '03', '04'] as const

const typeLabel = (language: Language, code: string): string => {
  const known = regulatorTypes.find(one => one === code)
  return known ? inLanguage(language, message('specification', `regulatorType.${known}`)) : ''
}

/** The values of a rule's tolerances with their places; regulators by name, the primary one last (specification 1 §9). */
export const tolerancesOf = (
  { regulators }: ConfiguredRule,
  register: readonly RegulatorRow[],
  language: Language,
): RuleToleranceWire[] =>
  regulators
    .map(({ regulatorCode, category, tolerance }) => {
      const known = register.find(({ code }) => code === regulatorCode)
      return {
        regulatorCode,
        name: known?.name ?? regulatorCode,
        shortName: known?.short_name ?? regulatorCode,
        regulatorTypeCode: known?.type_code ?? '',
        category,
        tolerance,
      }
    })
    .toSorted(compareRegulators)
    .flatMap(({ category, tolerance, ...regulator }) =>
      tolerance.parts.map(({ type, from, to }, at) => ({
        ...regulator,
        conjunction: tolerance.conjunction,
        regulatorTypeLabel: typeLabel(language, regulator.regulatorTypeCode),
        regulatorCategoryCode: category,
        toleranceId: at + 1,
        toleranceTypeId: type,
        toleranceFrom: from,
        toleranceTo: to,
      })),
    )

/** A rule as a specification has it. */
export const ruleWire = (
  configured: ConfiguredRule,
  register: readonly RegulatorRow[],
  language: Language,
): SpecificationRuleWire => ({
  id: configured.rule.code,
  code: configured.rule.code,
  name: configured.rule.name,
  description: configured.description,
  guidanceUrl: configured.guidanceUrl,
  updatedUtc: configured.updatedUtc?.toISOString() ?? null,
  isChanged: configured.isChanged,
  measuredIn: configured.rule.measure?.change ?? null,
  regulators: tolerancesOf(configured, register, language),
})
