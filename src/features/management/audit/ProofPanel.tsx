import { checkAuditProof, type ProofVerdict } from '../../../domain/auditProof.ts'
import { type AuditLine, type AuditProofWire, getAuditProof } from '../../../domain/wire/audit.ts'
import { useResource, useServices } from '../../../hooks/index.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import { Banner, Button, DescriptionList, Skeleton, Stack } from '../../../ui/index.ts'
import { LoadFailure } from '../../common/Loaded.tsx'

/** The action of an open line as the audit has it, and the line's proof. */
export function ProofPanel({ line }: { line: AuditLine }) {
  const t = useMessages('management.audit')
  return (
    <Stack gap={3}>
      <DescriptionList items={[{ id: 'action', term: t('code'), value: <code>{line.action}</code> }]} />
      <Proof line={line} />
    </Stack>
  )
}

/** The proof of a line, checked by the browser itself. */
function Proof({ line }: { line: AuditLine }) {
  const t = useMessages('management.audit')
  const { saveText } = useServices()
  const proof = useResource(getAuditProof, line.isSealed ? { path: { lineId: String(line.id) } } : undefined)
  if (!line.isSealed) return <p>{t('proof.waiting')}</p>
  if (proof.status === 'failed')
    return <LoadFailure title={t('proof.failed')} problem={proof.problem} onRetry={proof.retry} level={0} />
  if (!proof.data) return <Skeleton label={t('proof.loading')} />
  const { data } = proof
  return (
    <ProofView
      proof={data}
      verdict={checkAuditProof(data)}
      onSave={() => saveText(`audit-line-${line.id}.json`, JSON.stringify(data, null, 2), 'application/json')}
    />
  )
}

const titleOf = (t: Translate<'management.audit'>, verdict: ProofVerdict): string => {
  if (!verdict.isIncluded) return t('proof.notIncluded')
  return verdict.isSigned ? t('proof.good', { size: verdict.size }) : t('proof.notSigned')
}

export interface ProofViewProps {
  proof: AuditProofWire
  verdict: ProofVerdict
  onSave: () => void
}

/** What the proof of a line says, and what it is made of. */
export function ProofView({ proof, verdict, onSave }: ProofViewProps) {
  const t = useMessages('management.audit')
  return (
    <Stack gap={3}>
      <Banner
        tone={verdict.isIncluded && verdict.isSigned ? 'good' : 'failed'}
        title={titleOf(t, verdict)}
        announced="status"
        actions={<Button onPress={onSave}>{t('proof.save')}</Button>}
      />
      <DescriptionList
        items={[
          {
            id: 'position',
            term: t('proof.position'),
            value: t('proof.positionOf', { position: proof.position + 1, size: verdict.size }),
          },
          { id: 'leaf', term: t('proof.leaf'), value: <code>{verdict.leaf}</code> },
          { id: 'key', term: t('proof.key'), value: <code>{proof.verifierKey}</code> },
          { id: 'entry', term: t('proof.entry'), value: <code>{proof.entry}</code> },
        ]}
      />
    </Stack>
  )
}
