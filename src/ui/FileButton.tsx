import { useRef } from 'react'
import { Button, type ButtonProps } from './Button.tsx'

export interface FileButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'aria-label'> {
  children: string
  /** File types, for instance ".jsonl". */
  accept: readonly string[]
  onFile: (file: File) => void
}

/** A button that lets one file be chosen. */
export function FileButton({ children, accept, onFile, ...looks }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...looks} icon="upload" onPress={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept.join(',')}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file can be chosen again, when it has changed.
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
