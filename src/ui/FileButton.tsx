import { useRef } from 'react'
import { Button, type ButtonProps } from './Button.tsx'

export interface FileButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'aria-label'> {
  children: string
  /** File types, for instance ".jsonl". */
  accept: readonly string[]
  onFile?: (file: File) => void
  /** Whether several can be chosen in one window. */
  takesSeveral?: boolean
  /** Takes whatever was chosen. */
  onFiles?: (files: readonly File[]) => void
}

/** A button that lets a file be chosen, or several. */
export function FileButton({ children, accept, onFile, onFiles, takesSeveral, ...looks }: FileButtonProps) {
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
        multiple={takesSeveral}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          const [file] = files
          // The same file can be chosen again, when it has changed.
          target.value = ''
          if (!file) return
          onFile?.(file)
          onFiles?.(files)
        }}
      />
    </>
  )
}
