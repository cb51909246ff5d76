import { useParams } from 'react-router'
import { formerRuleset } from '../../../domain/content.ts'
import { getRulesetDifference } from '../../../domain/wire/publishing.ts'
import { listRulesets, type RulesetWire } from '../../../domain/wire/specifications.ts'
import { useResource } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { rulesetPath } from '../common/addresses.ts'
import { Compared } from '../common/Compared.tsx'
import { DifferenceCards } from '../common/DifferenceCards.tsx'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'

const has = ({ rulesets }: { rulesets: readonly RulesetWire[] }, item: string): boolean =>
  rulesets.some(({ id }) => String(id) === item)

/** Route `/management/specifications/rulesets/{ruleset}/difference?with={id}`: what differs from another ruleset. */
export function Component() {
  const t = useMessages('management.difference')
  const { ruleset = '' } = useParams()
  const list = useResource(
    listRulesets,
    { item: ruleset },
    { has, refreshOn: ({ type }) => type === 'CONTENT' },
  )
  return (
    <WhenLoaded resource={list} loading={t('loading')} failed={t('failed')} level={1} isWholePage>
      {({ rulesets }) => {
        const shown = rulesets.find(({ id }) => String(id) === ruleset)
        const others = rulesets.filter(({ id }) => String(id) !== ruleset)
        return (
          shown && (
            <Compared
              shown={shown}
              others={others}
              usual={formerRuleset(others, shown)}
              breadcrumbs={
                <ManagementCrumbs
                  parent="rulesets"
                  within={{ label: shown.version, href: rulesetPath(String(shown.id)) }}
                />
              }
            >
              {former => <Differences key={former.id} shown={shown} former={former} />}
            </Compared>
          )
        )
      }}
    </WhenLoaded>
  )
}

function Differences({ shown, former }: Record<'former' | 'shown', RulesetWire>) {
  const t = useMessages('management.difference')
  const difference = useResource(
    getRulesetDifference,
    { path: { id: String(shown.id), formerId: String(former.id) } },
    { refreshOn: ({ type }) => type === 'CONTENT' },
  )
  return (
    <WhenLoaded resource={difference} loading={t('loading')} failed={t('failed')} level={2}>
      {comparison => (
        <DifferenceCards
          comparison={comparison}
          version={shown.version}
          ruleset={shown.id}
          formerRuleset={former.id}
        />
      )}
    </WhenLoaded>
  )
}
