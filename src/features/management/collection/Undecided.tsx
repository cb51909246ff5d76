import { sourcesFor } from '../../../domain/carryOver.ts'
import { referenceOfVersion } from '../../../domain/collection.ts'
import {
  type CarryOverChange,
  listCarryOver,
  listSpecifications,
  type SpecificationWire,
} from '../../../domain/wire/specifications.ts'
import { useResource } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { LinkButton, PlainTable, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { specificationPath } from '../common/addresses.ts'
import { useRegulatorName } from '../common/regulatorNames.ts'

/**
 * The specification that was made for a collection and is not configured yet: the changes of the earlier one that cannot be carried
 * over, each with its reason. It cannot be made Available before each is decided (decisions §18).
 */
export function Undecided({ reference }: { reference: string }) {
  const list = useResource(
    listSpecifications,
    {},
    { refreshOn: ({ type }) => type === 'SPECIFICATION' || type === 'COLLECTION' },
  )
  const all = list.data?.specifications ?? []
  const made = all.find(
    ({ version, awaitsConfiguration }) => awaitsConfiguration && referenceOfVersion(version) === reference,
  )
  const [source] = made
    ? sourcesFor(
        all.filter(({ id }) => id !== made.id),
        { reference, recordId: made.ruleset.recordId },
      )
    : []
  return made && source ? <ToDecide made={made} source={source} /> : null
}

function ToDecide({ made, source }: Record<'made' | 'source', SpecificationWire>) {
  const t = useMessages('management.collection')
  const changes = useResource(listCarryOver, {
    path: { id: String(source.id), rulesetId: String(made.ruleset.id) },
  })
  return (
    <WhenLoaded
      resource={changes}
      loading={t('undecided.loading', { version: source.version })}
      failed={t('undecided.failed')}
      level={3}
    >
      {data => {
        const blocked = data.changes.filter(({ cause }) => cause !== null)
        return (
          <Stack gap={2}>
            <p>
              {t('undecided.text', {
                version: made.version,
                former: source.version,
                count: blocked.length,
              })}
            </p>
            {blocked.length > 0 && (
              <Blocked changes={blocked} versions={{ former: source.version, made: made.version }} />
            )}
            <div>
              <LinkButton size="small" variant="primary" href={specificationPath(made.id)}>
                {t('undecided.decide')}
              </LinkButton>
            </div>
          </Stack>
        )
      }}
    </WhenLoaded>
  )
}

function Blocked({
  changes,
  versions,
}: {
  changes: readonly CarryOverChange[]
  versions: { former: string; made: string }
}) {
  const t = useMessages('management.collection')
  const own = useMessages('management.specifications')
  const regulatorName = useRegulatorName()
  return (
    <PlainTable
      caption={t('undecided.caption', { former: versions.former })}
      isCaptionHidden
      stacks
      columns={[
        { id: 'rule', header: own('carry.rule'), cell: ({ name }) => name, isRowHeader: true },
        {
          id: 'part',
          header: t('undecided.part'),
          cell: ({ part, regulatorCode }) =>
            part === 'tolerance'
              ? t('undecided.tolerance', { regulator: regulatorName(regulatorCode ?? '') })
              : own(`carry.part.${part}`),
        },
        {
          id: 'value',
          header: t('undecided.in', { version: versions.former }),
          cell: ({ value }) => value,
        },
        {
          id: 'fallback',
          header: t('undecided.in', { version: versions.made }),
          cell: ({ fallback }) => fallback ?? own('carry.noDefault'),
        },
        {
          id: 'cause',
          header: t('undecided.why'),
          cell: ({ cause }) => cause && own(`carry.cause.${cause}`),
        },
      ]}
      rows={changes}
      rowId={({ id }) => id}
    />
  )
}
