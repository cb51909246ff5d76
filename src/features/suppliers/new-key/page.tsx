import { type KeyScope, keyDays, keyScopes } from '../../../domain/apiKey.ts'
import { makeApiKey } from '../../../domain/wire/suppliers.ts'
import { useAction, usePageTitle, useServices } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { NewApiKeyView } from './view.tsx'

const scopesIn = (entered: FormData): KeyScope[] =>
  keyScopes.filter(scope => entered.getAll('scopes').includes(scope))

/** Route `/suppliers/keys/new`: the secret of the key that is made is shown in the place of the form. */
export function Component() {
  const t = useMessages('suppliers')
  usePageTitle(t('newKey.title'))
  const { call } = useServices()
  const make = useAction((entered: FormData) =>
    call(makeApiKey, {
      body: {
        name: String(entered.get('name') ?? '').trim(),
        scopes: scopesIn(entered),
        days: keyDays.find(days => String(days) === entered.get('days')) ?? 90,
      },
    }),
  )
  return (
    <NewApiKeyView onMake={make.run} isMaking={make.isRunning} problem={make.problem} made={make.output} />
  )
}
