import type { DifferenceWire } from '../../../domain/wire/specifications.ts'
import { useMessages } from '../../../messages/index.ts'
import { Stack } from '../../../ui/index.ts'
import { DifferencePart } from '../../common/Difference.tsx'
import { rulePath } from './addresses.ts'
import { useRegulatorName } from './regulatorNames.ts'

export interface DifferenceCardsProps {
  /** Begins the parameters in the address; '' if there is one comparison on the page. */
  name?: string
  heading?: string
  comparison: { former: { version: string }; rules: DifferenceWire; derivedFields: DifferenceWire }
  version: string
  /** Ids of the rulesets whose pages show the rules after and before; undefined if there is no page. */
  ruleset: number | undefined
  formerRuleset: number | undefined
}

/** Rules and derived fields that differ between two specifications or rulesets. */
export function DifferenceCards({
  name = '',
  heading,
  comparison: { former, rules, derivedFields },
  version,
  ruleset,
  formerRuleset,
}: DifferenceCardsProps) {
  const t = useMessages('management.difference')
  const regulatorName = useRegulatorName()
  const versions = [former.version, version] as const
  const pathIn = (id: number | undefined, code: string) =>
    id === undefined ? undefined : rulePath(code, String(id))
  return (
    <Stack gap={4}>
      {heading !== undefined && <h2>{heading}</h2>}
      <DifferencePart
        name={`${name}rules`}
        title={t('rules')}
        difference={rules}
        versions={versions}
        regulatorName={regulatorName}
        pathOf={(code, isRemoved) => pathIn(isRemoved ? formerRuleset : ruleset, code)}
      />
      <DifferencePart
        name={`${name}fields`}
        title={t('fields')}
        difference={derivedFields}
        versions={versions}
      />
    </Stack>
  )
}
