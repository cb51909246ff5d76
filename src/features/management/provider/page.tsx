import { useParams } from 'react-router'
import { listRegulators } from '../../../domain/wire/collections.ts'
import { changeProvider, getManagedProvider, onboardProviders } from '../../../domain/wire/providers.ts'
import { useAction, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import type { Result } from '../../../machines/support/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { ProviderView } from './view.tsx'

/** Route `/management/providers/{instId}` (decisions §10). */
export function Component() {
  const t = useMessages('management.providers')
  const { instId = '' } = useParams()
  const { may } = useViewer()
  const { call } = useServices()
  const provider = useResource(getManagedProvider, { path: { instId } })
  const regulators = useResource(listRegulators, {})
  const standing = useAction(
    (action: 'onboard' | 'suspend'): Promise<Result<unknown>> =>
      action === 'onboard'
        ? call(onboardProviders, { body: { instIds: [instId] } })
        : call(changeProvider, { path: { instId }, body: { onboarded: false } }),
    { onDone: provider.refresh },
  )
  return (
    <WhenLoaded resource={provider} loading={t('one.loading')} failed={t('one.failed')} level={1} isWholePage>
      {data => (
        <ProviderView
          provider={data}
          regulators={regulators.data?.regulators ?? []}
          mayChange={may('management.providers')}
          standing={standing}
        />
      )}
    </WhenLoaded>
  )
}
