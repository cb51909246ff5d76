import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useMessages } from '../messages/index.ts'
import { IconButton } from './Button.tsx'
import styles from './Canvas.module.css'
import { CanvasController, type CanvasParts } from './canvasController.ts'
import type { Area, Point, Size, View } from './canvasView.ts'
import { Hidden } from './Hidden.tsx'
import { Skeleton } from './Skeleton.tsx'

export interface CanvasProps {
  /** Name of the drawing, read out. */
  label: string
  /** What the drawing shows and how to move in it, read out after the name. */
  description: string
  content: Size
  /** Around which a drawing begins that is too large to be read as a whole; by default its upper left. */
  start?: Point | undefined
  /** The part in sight; null for where the drawing begins. */
  view: View | null
  /** Told when a movement has come to rest. */
  onViewChange: (view: View) => void
  /** Brought into sight whenever it becomes another one, and at first unless `view` says what to see; id tells which it is. */
  shown?: (Area & { id: string }) | undefined
  /** Kept in sight when it becomes another one; not at first, where `start` and `view` say what to see. */
  followed?: (Area & { id: string }) | undefined
  /** The drawing in little: a few shapes in the same measure. */
  overview: ReactNode
  /**
   * SVG of the drawing. What can be focused carries data-item, its area as data-x, data-y, data-width and data-height,
   * and tabIndex -1, one of them 0.
   */
  children: ReactNode
}

/**
 * A window on a large drawing: drag or touch to move, wheel or pinch to scale, and the same by keys. The drawing is not
 * drawn anew for it.
 */
export function Canvas(props: CanvasProps) {
  const t = useMessages('ui')
  const { label, description, content, start, view, onViewChange, shown, followed, overview, children } =
    props
  const helpId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const stage = useRef<SVGGElement>(null)
  const seen = useRef<SVGRectElement>(null)
  const controller = useRef<CanvasController>(undefined)

  const tellRest = useEffectEvent((rested: View) => onViewChange(rested))
  const make = useEffectEvent((parts: CanvasParts) => {
    const onRest = (rested: View) => tellRest(rested)
    return new CanvasController(parts, { content, start, onRest }, view)
  })
  useEffect(() => {
    if (!frame.current || !stage.current) return
    const made = make({ frame: frame.current, stage: stage.current, seen: seen.current })
    controller.current = made
    return made.connect()
  }, [])

  const { width, height } = content
  const resize = useEffectEvent((size: Size) => {
    const onRest = (rested: View) => tellRest(rested)
    controller.current?.configure({ content: size, start, onRest })
  })
  useEffect(() => resize({ width, height }), [width, height])

  const key = view && `${view.scale} ${view.x} ${view.y}`
  useEffect(() => {
    const [scale, x, y] = key?.split(' ').map(Number) ?? []
    const named = scale === undefined || x === undefined || y === undefined ? null : { scale, x, y }
    controller.current?.show(named)
  }, [key])

  const shownId = shown?.id
  // An address that names a part as well means that part.
  const revealed = useRef(view ? shownId : undefined)
  const reveal = useEffectEvent((id: string | undefined) => {
    if (shown && id !== revealed.current) controller.current?.reveal(shown)
    revealed.current = id
  })
  useEffect(() => reveal(shownId), [shownId])

  const followedId = followed?.id
  const seenLast = useRef(followedId)
  const follow = useEffectEvent((id: string | undefined) => {
    if (!followed || id === seenLast.current) return
    controller.current?.follow(followed)
    seenLast.current = id
  })
  useEffect(() => follow(followedId), [followedId])

  const centre = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons !== 1) return
    const matrix = event.currentTarget.getScreenCTM()?.inverse()
    if (!matrix) return
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix)
    controller.current?.centre(x, y)
  }

  return (
    <div className={styles.canvas}>
      <div
        ref={frame}
        className={styles.window}
        role="application"
        aria-label={label}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the window takes the keys that move the drawing
        tabIndex={0}
      >
        <svg className={styles.drawing} role="presentation" focusable="false">
          <g ref={stage}>{children}</g>
        </svg>
      </div>
      <Hidden id={helpId}>{description}</Hidden>
      {/* Beside the drawing: nothing covers a state. */}
      <div className={styles.foot} data-screen-only>
        <div className={styles.tools}>
          <IconButton
            icon="plus"
            label={t('zoomIn')}
            size="small"
            onPress={() => controller.current?.zoomIn()}
          />
          <IconButton
            icon="minus"
            label={t('zoomOut')}
            size="small"
            onPress={() => controller.current?.zoomOut()}
          />
          <IconButton
            icon="fit"
            label={t('zoomToFit')}
            size="small"
            onPress={() => controller.current?.fit()}
          />
        </div>
        <div className={styles.overview}>
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${width} ${height}`}
            onPointerDown={centre}
            onPointerMove={centre}
          >
            {overview}
            <rect ref={seen} className={styles.seen} />
          </svg>
        </div>
      </div>
    </div>
  )
}

/** The room of a drawing that is still loading: as large as the drawing, so that nothing moves when it arrives. */
export function CanvasPlace({ label }: { label: string }) {
  return (
    <div className={styles.canvas}>
      <Skeleton shape="card" label={label} />
    </div>
  )
}
