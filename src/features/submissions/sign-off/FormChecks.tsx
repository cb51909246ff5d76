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
  const others = same.filter(row => !isHash(row))
  const lines: [id: string, tone: Tone, text: string][] = [
    ...(isSealed === undefined ? [] : [sealed(isSealed)]),
    ...(isReadable ? rows() : [['scan', 'neutral', t('check.scan')] satisfies [string, Tone, string]]),
    [
      'pages',
      form.pages === issuedPages ? 'good' : 'attention',
      t('check.pages', { isIssued: form.pages === issuedPages ? 'yes' : 'no', pages: form.pages }),
    ],
  ]
  function sealed(is: boolean): [string, Tone, string] {
    return ['sealed', is ? 'good' : 'failed', t('check.sealed', { state: is ? 'same' : 'other' })]
  }
  function rows(): [string, Tone, string][] {
    const hasHash = same.some(isHash)
    return [
      ['hash', hasHash ? 'good' : 'failed', t('check.hash', { state: hasHash ? 'same' : 'other' })],
      ...different
        .filter(row => !isHash(row))
        .map(({ field, label, text: value }): [string, Tone, string] => [
          field,
          'failed',
          t('check.differs', { label, value }),
        ]),
      ...(others.length > 0
        ? [['values', 'good', t('check.values', { count: others.length })] satisfies [string, Tone, string]]
        : []),
    ]
  }
  return (
    <Stack gap={1}>
      {lines.map(([id, tone, text]) => (
        <StatusTag key={id} tone={tone} variant="plain">
          {text}
        </StatusTag>
      ))}
    </Stack>
  )
}
