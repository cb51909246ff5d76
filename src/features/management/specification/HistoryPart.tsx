import { loggedAt } from '../../../domain/dates.ts'
import { getSpecificationRuleHistory, type RuleHistoryWire } from '../../../domain/wire/ruleSource.ts'
import type { SpecificationWire } from '../../../domain/wire/specifications.ts'
import { useResource } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Link, PlainTable, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { rulePath } from '../common/addresses.ts'
import { ExampleTable } from '../common/ExampleTable.tsx'
import { useRegulatorName } from '../common/regulatorNames.ts'

/** The test records of a rule, and who changed what of it in the specification. */
export function HistoryPart({
  rule: { id: code },
  specification: { id, ruleset },
}: {
  rule: { id: string }
  specification: SpecificationWire
}) {
  const t = useMessages('management.specification')
  const history = useResource(
    getSpecificationRuleHistory,
    { path: { specId: String(id), validationId: code } },
    { refreshOn: message => message.type === 'SPECIFICATION' && message.specificationId === id },
  )
  return (
    <WhenLoaded
      resource={history}
      loading={t('history.loading')}
      failed={t('history.failed')}
      sketch="rows"
      level={0}
    >
      {({ examples, edits }) => (
        <Stack gap={4}>
          <Stack gap={2}>
            <p>{t('history.examples')}</p>
            <ExampleTable examples={examples} />
            <p>
              <Link href={rulePath(code, String(ruleset.id))}>{t('history.rule')}</Link>
            </p>
          </Stack>
          {edits.length === 0 ? <p>{t('history.none')}</p> : <Edits edits={edits} />}
        </Stack>
      )}
    </WhenLoaded>
  )
}

function Edits({ edits }: Pick<RuleHistoryWire, 'edits'>) {
  const t = useMessages('management.specification')
  const text = useText()
  const regulatorName = useRegulatorName()
  return (
    <PlainTable
      caption={t('history.edits')}
      stacks
      columns={[
        { id: 'at', header: t('history.at'), cell: ({ at }) => text(loggedAt(at)), isRowHeader: true },
        { id: 'by', header: t('history.by'), cell: ({ by }) => by },
        {
          id: 'part',
          header: t('history.part'),
          cell: ({ part, regulatorCode }) =>
            regulatorCode === null
              ? t(`history.${part}`)
              : t('history.toleranceOf', { regulator: regulatorName(regulatorCode) }),
        },
        {
          id: 'before',
          header: t('history.before'),
          cell: ({ before }) => <del>{before || t('history.nothing')}</del>,
        },
        {
          id: 'after',
          header: t('history.after'),
          cell: ({ after }) => <ins>{after || t('history.nothing')}</ins>,
        },
        { id: 'reason', header: t('history.reason'), cell: ({ reason }) => reason },
      ]}
      rows={edits.map((edit, number) => ({ ...edit, number }))}
      rowId={({ number }) => String(number)}
    />
  )
}
