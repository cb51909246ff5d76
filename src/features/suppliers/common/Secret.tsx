import type { ReactNode } from 'react'
import { useMessages } from '../../../messages/index.ts'
import { Banner, CopyId, Stack } from '../../../ui/index.ts'

/** A secret that is shown this once, and what to do with it. */
export function Secret({
  title,
  label,
  value,
  children,
}: {
  title: string
  label: string
  value: string
  children: ReactNode
}) {
  const t = useMessages('suppliers')
  return (
    <Stack gap={4}>
      <Banner tone="attention" title={title} announced="status">
        <p>{t('secret.once')}</p>
      </Banner>
      <CopyId value={value} label={label} isWhole />
      <p>{children}</p>
    </Stack>
  )
}
