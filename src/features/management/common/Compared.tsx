import type { ReactNode } from 'react'
import { PageTitle, useAddress } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { EmptyState, Page, PageHeader, Select, Stack } from '../../../ui/index.ts'
import styles from './Compared.module.css'

interface Version {
  id: number
  version: string
  state: { name: string }
}

export interface ComparedProps<Item extends Version> {
  shown: Item
  others: readonly Item[]
  /** What it is compared with if nobody chooses. */
  usual: Item | undefined
  breadcrumbs: ReactNode
  actions?: ReactNode
  /** What differs from the chosen one. */
  children: (former: Item) => ReactNode
}

/** A page that compares a specification or a ruleset with another one; `?with={id}` names it. */
export function Compared<Item extends Version>({
  shown,
  others,
  usual,
  breadcrumbs,
  actions,
  children,
}: ComparedProps<Item>) {
  const t = useMessages('management.difference')
  const [address, change] = useAddress()
  const chosen = address.get('with')
  const former = chosen === null ? usual : others.find(({ id }) => String(id) === chosen)
  const title = t('title', { version: shown.version })
  return (
    <Page breadcrumbs={breadcrumbs} header={<PageHeader title={title} actions={actions} />}>
      <PageTitle title={title} />
      {others.length > 0 ? (
        <Stack gap={4}>
          <div className={styles.choice}>
            <Select
              label={t('against')}
              value={former ? String(former.id) : null}
              options={others.map(other => ({
                id: String(other.id),
                label: other.version,
                hint: other.state.name,
              }))}
              onChange={next => change(() => new URLSearchParams({ with: next }), { replace: true })}
            />
          </div>
          {chosen !== null && !former && (
            <EmptyState title={t('formerGone')} level={2}>
              {t('formerGoneHint')}
            </EmptyState>
          )}
          {former && children(former)}
        </Stack>
      ) : (
        <EmptyState title={t('none')} level={2} />
      )}
    </Page>
  )
}
