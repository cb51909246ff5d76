import type { WellFormednessError } from '../../../machines/upload/types.ts'
import { useMessages } from '../../../messages/index.ts'
import { DescriptionList, formatCount, Hidden, Stack } from '../../../ui/index.ts'

/** Where and why the file is not well-formed XML (specification 2 §5). */
export function Fault({ error }: { error: WellFormednessError }) {
  const t = useMessages('submissions.upload')
  const { code, message, line, column, byte } = error
  return (
    <Stack gap={3}>
      <Hidden>
        <span role="alert">{t('validationFailed')}</span>
      </Hidden>
      <DescriptionList
        items={[
          { id: 'code', term: t('validationFault.code'), value: <code>{code}</code> },
          { id: 'message', term: t('validationFault.message'), value: message },
          { id: 'line', term: t('validationFault.line'), value: formatCount(line) },
          { id: 'column', term: t('validationFault.column'), value: formatCount(column) },
          // An editor of another encoding, or of one endless line, finds no line and column (faults 5).
          { id: 'byte', term: t('validationFault.byte'), value: formatCount(byte) },
        ]}
      />
      <p>{t('validationHelp')}</p>
    </Stack>
  )
}
