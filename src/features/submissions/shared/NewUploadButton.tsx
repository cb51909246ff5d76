import { Button, type ButtonProps } from '../../../ui/index.ts'

export interface NewUpload {
  /** Starts a new submission at a fresh address. */
  onStart: () => void
  /** Why no file can be uploaded now, in the chart's words; undefined when one can. */
  refusal: string | undefined
}

export interface NewUploadButtonProps
  extends Pick<ButtonProps, 'variant' | 'size' | 'aria-label'>,
    NewUpload {
  children: string
}

/** Starts a new submission. */
export function NewUploadButton({ onStart, refusal, children, ...looks }: NewUploadButtonProps) {
  return (
    <Button {...looks} icon="upload" disabledReason={refusal} onPress={onStart}>
      {children}
    </Button>
  )
}
