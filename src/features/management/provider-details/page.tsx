import { useParams } from 'react-router'
import { changeRefusal, standingOf } from '../../../domain/provider.ts'
import type { BodyOf } from '../../../domain/wire/call.ts'
import { listRegulators, type RegulatorWire } from '../../../domain/wire/collections.ts'
import {
  changeProvider,
  getManagedProvider,
  type ManagedProviderWire,
} from '../../../domain/wire/providers.ts'
import { PageTitle, useAction, useOpened, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { notify } from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { providerPath } from '../common/addresses.ts'
import { changesIn } from './entered.ts'
import { ProviderDetailsView } from './view.tsx'

/** Route `/management/providers/{instId}/details` (decisions §10). */
export function Component() {
  const t = useMessages('management.providers')
  const { instId = '' } = useParams()
  const { may } = useViewer()
  const provider = useResource(getManagedProvider, { path: { instId } })
  const regulators = useResource(listRegulators, {})
  if (!may('management.providers')) return <AccessDenied level={1} permission="management.providers" />
  const waiting = { loading: t('one.loading'), failed: t('one.failed'), level: 1, isWholePage: true } as const
  return (
    <WhenLoaded resource={provider} {...waiting}>
      {data =>
        changeRefusal(standingOf(data)) ? (
          <AccessDenied level={1} />
        ) : (
          <WhenLoaded resource={regulators} {...waiting}>
            {listed => <Change provider={data} regulators={listed.regulators} />}
          </WhenLoaded>
        )
      }
    </WhenLoaded>
  )
}

interface ChangeProps {
  provider: ManagedProviderWire
  regulators: readonly RegulatorWire[]
}

function Change({ provider, regulators }: ChangeProps) {
  const t = useMessages('management.providers')
  const { call, navigate } = useServices()
  const { instId, publishedName } = provider
  const opened = useOpened(provider)
  const back = providerPath(instId)
  const save = useAction(
    (changes: BodyOf<typeof changeProvider>) => call(changeProvider, { path: { instId }, body: changes }),
    {
      onDone: (_, saved) => {
        notify({ tone: 'good', title: t('change.saved'), text: saved.publishedName })
        navigate(back)
      },
    },
  )
  return (
    <>
      <PageTitle title={t('change.title', { name: publishedName })} />
      <ProviderDetailsView
        provider={opened}
        regulators={regulators}
        onSave={entered => {
          const changes = changesIn(entered, opened)
          if (Object.keys(changes).length === 0) navigate(back)
          else save.run(changes)
        }}
        isSaving={save.isRunning}
        problem={save.problem}
      />
    </>
  )
}
