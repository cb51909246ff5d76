import { useParams } from 'react-router'
import { usualFormer } from '../../../domain/specification.ts'
import {
  getSpecificationDifference,
  listSpecifications,
  type SpecificationWire,
} from '../../../domain/wire/specifications.ts'
import { useResource } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { LinkButton } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { specificationPath } from '../common/addresses.ts'
import { Compared } from '../common/Compared.tsx'
import { DifferenceCards } from '../common/DifferenceCards.tsx'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'

const has = ({ specifications }: { specifications: readonly SpecificationWire[] }, item: string): boolean =>
  specifications.some(({ id }) => String(id) === item)

/** Route `/management/specifications/specs/{spec}/difference?with={id}`: what differs from another specification. */
export function Component() {
  const t = useMessages('management.difference')
  const { spec = '' } = useParams()
  const list = useResource(
    listSpecifications,
    { item: spec },
    { has, refreshOn: ({ type }) => type === 'SPECIFICATION' },
  )
  return (
    <WhenLoaded resource={list} loading={t('loading')} failed={t('failed')} level={1} isWholePage>
      {({ specifications }) => {
        const shown = specifications.find(({ id }) => String(id) === spec)
        const others = specifications.filter(({ id }) => String(id) !== spec)
        return (
          shown && (
            <Compared
              shown={shown}
              others={others}
              usual={usualFormer(others, shown)}
              breadcrumbs={
                <ManagementCrumbs
                  parent="specifications"
                  within={{ label: shown.version, href: specificationPath(shown.id) }}
                />
              }
              actions={<LinkButton href={`${specificationPath(shown.id)}/impact`}>{t('impact')}</LinkButton>}
            >
              {former => <Differences key={former.id} shown={shown} former={former} />}
            </Compared>
          )
        )
      }}
    </WhenLoaded>
  )
}

function Differences({ shown, former }: Record<'former' | 'shown', SpecificationWire>) {
  const t = useMessages('management.difference')
  const difference = useResource(getSpecificationDifference, {
    path: { id: String(shown.id), formerId: String(former.id) },
  })
  return (
    <WhenLoaded resource={difference} loading={t('loading')} failed={t('failed')} level={2}>
      {comparison => (
        <DifferenceCards
          comparison={comparison}
          version={shown.version}
          ruleset={shown.ruleset.id}
          formerRuleset={former.ruleset.id}
        />
      )}
    </WhenLoaded>
  )
}
