import { useMessages } from '../messages/index.ts'
import { notify } from './notify.ts'

/** Tells the reader that what was asked for could not be fetched. */
export function useNotLoaded(): () => void {
  const t = useMessages('ui')
  return () => notify({ tone: 'failed', title: t('notLoaded.title'), text: t('notLoaded.text') })
}
