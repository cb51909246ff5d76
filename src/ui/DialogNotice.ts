import { createContext, type ReactNode } from 'react'

/** What every dialog says before its content. */
export const DialogNotice = createContext<ReactNode>(null)
