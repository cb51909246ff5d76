import type { Rule, RuleRegulator, Ruleset } from './ruleset.ts'

export interface RuleDescription
  extends Pick<Rule, 'code' | 'name' | 'description' | 'guidanceUrl' | 'entity' | 'kind'> {
  regulators: readonly RuleRegulator[]
}

export interface DerivedFieldDescription {
  name: string
  entity: string
  description: string
}

/** The ruleset as a specification shows it: rules with their tolerances, and the derived fields that are published. */
export const describeRuleset = (
  ruleset: Ruleset,
): { rules: RuleDescription[]; derivedFields: DerivedFieldDescription[] } => ({
  rules: ruleset.rules.map(({ code, name, description, guidanceUrl, entity, kind, regulators }) => ({
    code,
    name,
    description,
    guidanceUrl,
    entity,
    kind,
    regulators,
  })),
  derivedFields: [...ruleset.derivedFields, ...ruleset.derivedEntities]
    .filter(field => field.published)
    .map(({ name, entity, description }) => ({ name, entity, description }))
    .sort((a, b) => a.name.localeCompare(b.name)),
})
