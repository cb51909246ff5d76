import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button, type ButtonProps } from '../button/index.ts'

export interface FileButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  children: string
  /** File types, for instance ".jsonl". */
  accept: readonly string[]
  onFile: (file: File) => void
}

/** A button that lets one file be chosen. */
export function FileButton({ children, accept, onFile, ...looks }: FileButtonProps) {
  return (
    <FileTrigger
      acceptedFileTypes={[...accept]}
      onSelect={files => {
        const file = files?.[0]
        if (file) onFile(file)
      }}
    >
      <Button {...looks} icon="upload">
        {children}
      </Button>
    </FileTrigger>
  )
}
