import type { ReactNode } from 'react'
import { bytes } from '../../../domain/bytes.ts'
import { loggedAt } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import { limits } from '../../../domain/limits.ts'
import type { SignedForm } from '../../../domain/wire/signedForms.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, CopyId, Form, FormFiles, Row, Stack } from '../../../ui/index.ts'
import { ActionFailure, WhenLoaded } from '../../common/Loaded.tsx'
import styles from './FormPreview.module.css'
import { fileField, type SignedFormHandle } from './useSignedForm.ts'

export type SignedFormCardProps = SignedFormHandle & {
  /** The pages of the form, for those who decide. */
  preview?: ReactNode
  /** The form that those who decide have chosen, to compare; otherwise the last one. */
  chosen?: SignedForm | undefined
  /** The way to sign in the portal, by the collection's setting. */
  signHere: (signsInPortal: boolean) => ReactNode
}

/** The signed copy of the sign-off form: its provider returns it, the agency reads it. */
export function SignedFormPart(props: SignedFormCardProps) {
  const t = useMessages('submissions.sign-off')
  const { form, isSigner, refusal, problem, downloadProblem, signHere, preview, chosen } = props
  return (
    <WhenLoaded resource={form} loading={t('form.loading')} failed={t('form.loadFailed')}>
      {({ signedForm, signsInPortal }) => (
        <Stack gap={4}>
          {signedForm ? <Returned {...props} returned={chosen ?? signedForm} /> : <p>{t('form.none')}</p>}
          {signedForm && preview}
          <ActionFailure title={t('form.downloadFailed')} problem={downloadProblem} hasReason />
          {(signedForm?.signature == null || signedForm.refusal !== null) && signHere(signsInPortal)}
          {isSigner && refusal === undefined && (
            // Anew for each form that was returned: what was chosen has gone.
            <ReturnForm
              key={signedForm?.returnedAt ?? ''}
              {...props}
              isFirst={signedForm === null}
              isSecond={signsInPortal}
            />
          )}
          <ActionFailure title={t('form.failed')} problem={problem} hasReason />
        </Stack>
      )}
    </WhenLoaded>
  )
}

function Returned({ returned, download, isDownloading }: SignedFormHandle & { returned: SignedForm }) {
  const t = useMessages('submissions.sign-off')
  const text = useText()
  const { id, fileName, fileSize, returnedAt, by, signature, refusal } = returned
  return (
    <Stack gap={2}>
      <Row justify="between">
        <p className={styles.returned}>
          {t('form.returned', {
            fileName: shownFileName(fileName),
            size: text(bytes(fileSize)),
            at: text(loggedAt(returnedAt)),
            by,
          })}
        </p>
        <Button icon="download" size="small" isPending={isDownloading} onPress={() => download(id)}>
          {t('form.download')}
        </Button>
      </Row>
      {refusal && (
        <Banner
          tone="attention"
          title={t('form.refused', { at: text(loggedAt(refusal.at)), note: refusal.note })}
        />
      )}
      {signature && (
        <>
          <p>{t('sign.signed', { name: signature.name, at: text(loggedAt(signature.signedInAt)) })}</p>
          <p>
            {t('sign.hash')}: <CopyId value={signature.formHash} label={t('sign.hash')} last={12} />
          </p>
        </>
      )}
    </Stack>
  )
}

interface ReturnFormProps extends SignedFormHandle {
  isFirst: boolean
  /** Whether the form can be signed in the portal, too. */
  isSecond: boolean
}

function ReturnForm({ send, isSending, isFirst, isSecond }: ReturnFormProps) {
  const t = useMessages('submissions.sign-off')
  const text = useText()
  return (
    <Form label={t('form.title')} onSubmit={send}>
      <FormFiles
        name={fileField}
        label={t('form.label')}
        description={t('form.hint', { limit: text(bytes(limits.signedFormBytes)) })}
        accept=".pdf,application/pdf"
        isSingle
      />
      <Button type="submit" variant={isFirst && !isSecond ? 'primary' : 'secondary'} isPending={isSending}>
        {t(isFirst ? 'form.return' : 'form.again')}
      </Button>
    </Form>
  )
}
