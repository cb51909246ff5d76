import { useLocation } from 'react-router'
import { limits } from '../../../domain/limits.ts'
import { signingRefusal } from '../../../domain/signedForm.ts'
import type { StatusName } from '../../../domain/status.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import { signForm } from '../../../domain/wire/signedForms.ts'
import { useAction, useAddress, useServices, useViewer } from '../../../hooks/index.ts'
import type { Facts } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, Form, FormField, notify, Row, Stack } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'

export interface SignHereProps {
  submissionId: string
  status: StatusName
  facts: Facts
  /** The collection's setting. */
  signsInPortal: boolean
  onSigned: (answer: ResponseOf<typeof signForm>) => void
}

/** Parameter of the address with which the signer comes back from signing in. */
const returning = 'sign'

/** Signing in the portal: the signer signs in again, comes back here and types their name. Nothing where that cannot be. */
export function SignHere({ submissionId, status, facts, signsInPortal, onSigned }: SignHereProps) {
  const t = useMessages('submissions.sign-off')
  const { principal } = useViewer()
  const { call, signInAgain } = useServices()
  const [parameters] = useAddress()
  const { pathname } = useLocation()
  const hasReturned = parameters.has(returning)
  const leaving = useAction(() => signInAgain(`${pathname}?${returning}=1`))
  const signing = useAction(
    (name: string) => call(signForm, { path: { uuid: submissionId }, body: { name } }),
    {
      onDone: (_, answer) => {
        onSigned(answer)
        notify({ tone: 'good', title: t('sign.done') })
      },
    },
  )
  if (signingRefusal(principal, status, { ...facts, signsInPortal })) return null
  const { name } = principal
  const again = (
    <Button
      variant={hasReturned ? 'quiet' : 'primary'}
      isPending={leaving.isRunning}
      onPress={() => leaving.run(undefined)}
    >
      {t(hasReturned ? 'sign.againShort' : 'sign.again')}
    </Button>
  )
  return (
    <Stack gap={3}>
      <h3>{t('sign.title')}</h3>
      <p>{t(hasReturned ? 'sign.statement' : 'sign.lead')}</p>
      <ActionFailure title={t('sign.redirectFailed')} problem={leaving.problem} />
      {hasReturned ? (
        <Form label={t('sign.title')} onSubmit={entered => signing.run(String(entered.get('name') ?? ''))}>
          <FormField
            name="name"
            label={t('sign.name')}
            description={t('sign.nameHint', { name, minutes: limits.signatureMinutes })}
            maxLength={limits.signedName}
            isRequired
          />
          <Row gap={2}>
            <Button type="submit" variant="primary" isPending={signing.isRunning}>
              {t('sign.send')}
            </Button>
            {again}
          </Row>
        </Form>
      ) : (
        <Row gap={2}>{again}</Row>
      )}
      <ActionFailure title={t('sign.failed')} problem={signing.problem} hasReason />
    </Stack>
  )
}
