import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/base.css'
import { createApplication } from './app/application.ts'
import { chooseLanguage } from './app/language.ts'
import { Root } from './app/Root.tsx'
import { isValidateDocument } from './app/validateDocument.ts'
import { withMessages } from './messages/index.ts'
import { prepareForStrictCsp } from './ui/strictCsp.ts'

prepareForStrictCsp(document)
const root = document.getElementById('root')
if (!root) throw new Error('Root element not found')
chooseLanguage(window)

const startPortal = (): void => {
  // The frame of every screen needs these; they come while the session is asked for.
  void withMessages(async () => {}, 'shell')()
  const application = createApplication(window)
  createRoot(root).render(
    <StrictMode>
      <Root {...application} />
    </StrictMode>,
  )
}

const startValidate = async (): Promise<void> => {
  const { startValidate: load } = await import('./app/validate.tsx')
  const start = await load()
  createRoot(root).render(<StrictMode>{start(window)}</StrictMode>)
}

// The policy of this document lets the portal call nothing.
if (isValidateDocument(window)) void startValidate()
else startPortal()
