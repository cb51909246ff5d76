import { useState } from 'react'
import { announce } from './Announcer.tsx'
import { Button } from './Button.tsx'
import { notify } from './notify.ts'

export interface CopyTextProps {
  text: string
  label: string
  /** What the button says once the text is copied. */
  doneLabel: string
}

/** A button that copies a text. */
export function CopyText({ text, label, doneLabel }: CopyTextProps) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
      announce(doneLabel)
    } catch {
      // No clipboard over plain http or without leave: the text is shown to be copied by hand.
      notify({ tone: 'neutral', title: label, text })
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

export interface CopyLinkProps extends Omit<CopyTextProps, 'text'> {
  /** An address of this portal, with the path that the portal is below. */
  href: string
}

/** A button that copies the whole address of a page, to be sent to a colleague. */
export function CopyLink({ href, ...button }: CopyLinkProps) {
  return <CopyText text={new URL(href, location.href).href} {...button} />
}
