import { compareForm, type IssuedValue, issuedPages, type ShownForm } from '../../../domain/formCheck.ts'
import { useMessages } from '../../../messages/index.ts'
import { Stack, StatusTag, type Tone } from '../../../ui/index.ts'
import type { Loaded } from '../../common/Loaded.tsx'

export interface FormChecksProps {
  /** The shown form; undefined while none was returned. */
  file: Loaded<ShownForm> | undefined
  issued: readonly IssuedValue[]
  /** Of a form that was signed in the portal. */
  signedHash: string | undefined
}

/** What the system compares on the returned form: with what was issued, and with what was signed in the portal. */
export function FormChecks({ file, issued, signedHash }: FormChecksProps) {
  const t = useMessages('submissions.sign-off')
  return (
    <Stack gap={2}>
      <p>
        <strong>{t('decision.automatic')}</strong>
      </p>
      {file?.data ? (
        <Checks form={file.data} issued={issued} signedHash={signedHash} />
      ) : (
        <p>{t(!file ? 'check.none' : file.status === 'failed' ? 'check.failed' : 'check.reading')}</p>
      )}
    </Stack>
  )
}

function Checks({ form, issued, signedHash }: Omit<FormChecksProps, 'file'> & { form: ShownForm }) {
  const t = useMessages('submissions.sign-off')
  const { isReadable, same, different, isSealed } = compareForm(form, issued, signedHash)
  const isHash = ({ field }: IssuedValue) => field === 'hash'
  const isIssuedLength = form.pages === issuedPages
  const hasHash = same.some(isHash)
  const others = same.filter(row => !isHash(row))
  const line = (id: string, tone: Tone, text: string) => ({ id, tone, text })
  const lines = [
    ...(isSealed === undefined
      ? []
      : [
          line(
            'sealed',
            isSealed ? 'good' : 'failed',
            t('check.sealed', { state: isSealed ? 'same' : 'other' }),
          ),
        ]),
    ...(isReadable
      ? [
          line('hash', hasHash ? 'good' : 'failed', t('check.hash', { state: hasHash ? 'same' : 'other' })),
          ...different
            .filter(row => !isHash(row))
            .map(({ field, label, text: value }) =>
              line(field, 'failed', t('check.differs', { label, value })),
            ),
          ...(others.length > 0 ? [line('values', 'good', t('check.values', { count: others.length }))] : []),
        ]
      : [line('scan', 'neutral', t('check.scan'))]),
    line(
      'pages',
      isIssuedLength ? 'good' : 'attention',
      t('check.pages', { isIssued: isIssuedLength ? 'yes' : 'no', pages: form.pages, issued: issuedPages }),
    ),
  ]
  return (
    <Stack gap={1}>
      {lines.map(({ id, tone, text }) => (
        <StatusTag key={id} tone={tone} variant="plain">
          {text}
        </StatusTag>
      ))}
    </Stack>
  )
}
