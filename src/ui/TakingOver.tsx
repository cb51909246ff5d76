import { type ReactNode, use } from 'react'
import { ButtonContext } from 'react-aria-components/Button'
import { RootMenuTriggerStateContext } from 'react-aria-components/Menu'
import { type FirstUse, useHandover } from './firstUse.ts'

interface TakingOverProps {
  firstUse: FirstUse | undefined
  /** The button of a MenuTrigger or DialogTrigger. */
  children: ReactNode
}

/** The button that has taken the place of a stand-in: it gets the focus, and opens as the stand-in was asked to. */
export function TakingOver({ firstUse, children }: TakingOverProps) {
  const state = use(RootMenuTriggerStateContext)
  const button = useHandover(firstUse, start => state?.open(start))
  return <ButtonContext value={{ ref: button }}>{children}</ButtonContext>
}
