import type { FileFindings } from '../../../machines/upload/types.ts'
import { message, useMessages, useText } from '../../../messages/index.ts'
import { Banner, Card, Stack } from '../../../ui/index.ts'
import { ErrorsByField } from '../../common/ErrorsByField.tsx'

/** What the check before the upload found: why the file would be refused, and where it does not fit the schema (mock 11b). */
export function Findings({ checked }: { checked: FileFindings }) {
  const t = useMessages('submissions.upload')
  const errors = useMessages('schemaErrors')
  const text = useText()
  const { groups, keysUnchecked, rightToProcess } = checked
  return (
    <Stack gap={4}>
      {rightToProcess.map(({ item, found, expected }) => (
        <Banner key={item} tone="attention" title={t('findings.refused.title')}>
          {text(message('problems', 'rightToProcess.finding', { item, found, expected }))}
        </Banner>
      ))}
      {groups.length > 0 && (
        <Card title={errors('title')} hint={errors('hint')} padding="none">
          <ErrorsByField groups={groups} />
        </Card>
      )}
      {keysUnchecked.map(({ name, line }) => (
        <p key={name}>{t('keysUnchecked', { name, line })}</p>
      ))}
    </Stack>
  )
}
