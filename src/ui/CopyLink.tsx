import { useState } from 'react'
import { announce } from './Announcer.tsx'
import { Button } from './Button.tsx'
import { notify } from './notify.ts'

export interface CopyLinkProps {
  /** An address of this portal, with the path that the portal is below. */
  href: string
  label: string
  /** What the button says once the address is copied. */
  doneLabel: string
}

/** A button that copies the whole address of a page, to be sent to a colleague. */
export function CopyLink({ href, label, doneLabel }: CopyLinkProps) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    const address = new URL(href, location.href).href
    try {
      await navigator.clipboard.writeText(address)
      setIsCopied(true)
      announce(doneLabel)
    } catch {
      // No clipboard over plain http or without leave: the address is shown to be copied by hand.
      notify({ tone: 'neutral', title: label, text: address })
    }
  }
  return (
    <Button
      variant="quiet"
      size="small"
      icon={isCopied ? 'check' : 'copy'}
      onBlur={() => setIsCopied(false)}
      onPress={() => void copy()}
    >
      {isCopied ? doneLabel : label}
    </Button>
  )
}
