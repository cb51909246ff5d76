import { useParams } from 'react-router'
import { getDelivery } from '../../../domain/wire/deliveries.ts'
import { PageTitle, useResource } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { isAbsent, WhenLoaded } from '../../common/Loaded.tsx'
import { NotFoundPage } from '../../common/NotFound.tsx'
import { useCancel } from '../common/useCancel.ts'
import { useDownload } from '../common/useDownload.ts'
import { DeliveryView } from './view.tsx'

/** Route `/delivery/{id}`: one delivery with what is in it. */
export function Component() {
  const t = useMessages('deliveries')
  const { deliveryId = '' } = useParams()
  const delivery = useResource(
    getDelivery,
    { path: { id: deliveryId } },
    { refreshOn: message => message.type === 'DELIVERY' && message.deliveryId === deliveryId },
  )
  const download = useDownload()
  const cancel = useCancel(delivery.refresh)
  if (isAbsent(delivery))
    return (
      <NotFoundPage
        problem={delivery.problem}
        title={t('notFound.title')}
        back={{ href: '/delivery', label: t('back') }}
      >
        {t('notFound.text')}
      </NotFoundPage>
    )
  return (
    <WhenLoaded resource={delivery} loading={t('loading')} failed={t('failed')} level={1} isWholePage>
      {found => (
        <>
          <PageTitle title={found.name} />
          <DeliveryView delivery={found} download={download} cancel={cancel} onRefresh={delivery.refresh} />
        </>
      )}
    </WhenLoaded>
  )
}
