import { type Selection, select } from 'd3-selection'
// Adds `transition` to selections.
import 'd3-transition'
import { type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity, zoomTransform } from 'd3-zoom'
import {
  type Area,
  approached,
  clampScale,
  contained,
  detailAt,
  fitted,
  greatestScale,
  isArrow,
  isInSight,
  isSame,
  leastScale,
  nextTowards,
  opening,
  type Point,
  revealing,
  rounded,
  type Size,
  stepOf,
  type View,
  visible,
} from './canvasView.ts'

/** The elements that a controller moves. */
export interface CanvasParts {
  frame: HTMLElement
  stage: SVGGElement
  /** The rectangle of the overview that shows what is in sight. */
  seen: SVGRectElement | null
}

export interface CanvasSettings {
  content: Size
  /** Around which a drawing begins that is too large to be read as a whole. */
  start?: Point | undefined
  /** Told when a movement has come to rest. */
  onRest: (view: View) => void
}

const dragThreshold = 4
const panStep = 64
const zoomStep = 1.25
const restAfterMs = 250
const glideMs = 180
/** A notch of a usual wheel (100 px) scales by 1.17; a pinch on a touch pad arrives as a wheel with the control key, in small steps. */
const wheelFactor = { wheel: 0.0016 / Math.LN2, pinch: 0.01 / Math.LN2 }
const lineHeight = 16

const areaOf = (item: Element): Area | undefined => {
  const read = (name: string) => Number(item.getAttribute(`data-${name}`))
  return item.hasAttribute('data-x')
    ? { x: read('x'), y: read('y'), width: read('width'), height: read('height') }
    : undefined
}

/** The transformation that shows a view in a window. */
const transformOf = ({ scale, x, y }: View, { width, height }: Size): ZoomTransform =>
  zoomIdentity
    .translate(width / 2, height / 2)
    .scale(scale)
    .translate(-x, -y)

/** What a transformation shows in the middle of a window. */
const viewOf = (transform: ZoomTransform, { width, height }: Size): View => {
  const [x, y] = transform.invert([width / 2, height / 2])
  return { scale: transform.k, x, y }
}

/**
 * Moves a drawing in its window without drawing it anew: pointer, touch, wheel and keys change the transformation of
 * one group, by d3-zoom. Items of the drawing carry data-item and their area; the arrow keys move the focus among them.
 */
export class CanvasController {
  readonly #parts: CanvasParts
  readonly #window: Selection<HTMLElement, unknown, null, undefined>
  readonly #zoom: ZoomBehavior<HTMLElement, unknown>
  #settings: CanvasSettings
  #size: Size
  #isOpening = true
  /** The movement is not the reader's own: nobody is told of it. */
  #isQuiet = false
  /** Where a movement that is under way leads. */
  #goal: View | undefined
  /** Views that were told and have not come back by the address. */
  #reported: View[] = []
  #rest: ReturnType<typeof setTimeout> | undefined

  constructor(parts: CanvasParts, settings: CanvasSettings, view: View | null) {
    this.#parts = parts
    this.#settings = settings
    this.#size = this.#measured()
    this.#isOpening = view === null
    this.#window = select(parts.frame)
    this.#zoom = zoom<HTMLElement, unknown>()
      .scaleExtent([leastScale, greatestScale])
      .extent(() => [
        [0, 0],
        [this.#size.width, this.#size.height],
      ])
      .constrain(transform =>
        transformOf(contained(viewOf(transform, this.#size), this.#settings.content), this.#size),
      )
      .clickDistance(dragThreshold)
      .wheelDelta(({ deltaY, deltaMode, ctrlKey }) => {
        const lines = deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeight : 1
        return -deltaY * lines * (ctrlKey ? wheelFactor.pinch : wheelFactor.wheel)
      })
      .on('zoom', () => this.#moved())
    this.#place(view ?? this.#opening())
  }

  /** Listens to the window of the drawing; gives the function that ends it. */
  connect(): () => void {
    const { frame } = this.#parts
    const abort = new AbortController()
    this.#window.call(this.#zoom).on('dblclick.zoom', null)
    frame.addEventListener('keydown', event => this.#key(event), { signal: abort.signal })
    frame.addEventListener('focusin', event => this.#focus(event), { signal: abort.signal })
    const observer =
      typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => this.#resize())
    observer?.observe(frame)
    return () => {
      abort.abort()
      this.#window.interrupt().on('.zoom', null)
      observer?.disconnect()
      clearTimeout(this.#rest)
    }
  }

  /** The drawing has changed: what was in the middle stays there as far as it can. */
  configure(settings: CanvasSettings): void {
    const isOther =
      settings.content.width !== this.#settings.content.width ||
      settings.content.height !== this.#settings.content.height
    this.#settings = settings
    this.#stay(isOther)
  }

  /**
   * Shows a view that the address names; null is the beginning. The echo of what was told is no news, also where another
   * was told meanwhile.
   */
  show(view: View | null): void {
    const echo = view === null ? -1 : this.#reported.findLastIndex(reported => isSame(view, reported))
    if (echo !== -1) {
      // The last one stays: its address may come again, as when a parameter beside it changes.
      this.#reported = this.#reported.slice(echo)
      return
    }
    if (view === null && this.#isOpening) return
    this.#isOpening = view === null
    this.#place(view ?? this.#opening())
  }

  fit = (): void => this.#glide(fitted(this.#settings.content, this.#size))
  zoomIn = (): void => this.#scale(zoomStep)
  zoomOut = (): void => this.#scale(1 / zoomStep)
  /** Brings something that was asked for into sight, near enough to be read. */
  reveal = (area: Area): void =>
    this.#glide(revealing(approached(this.#destination(), area, this.#size), area, this.#size))
  /** Goes after something that has moved in the drawing, as near or far as the reader looks at it; stays where it is in sight. */
  follow = (area: Area): void => {
    const view = this.#destination()
    if (!isInSight(view, area, this.#size)) this.#glide(revealing(view, area, this.#size))
  }

  /** Moves the middle of the window to a point of the drawing. */
  centre = (x: number, y: number): void => this.#zoom.translateTo(this.#window, x, y)

  #view(): View {
    return viewOf(zoomTransform(this.#parts.frame), this.#size)
  }

  /** The view once a movement that is under way has ended. */
  #destination(): View {
    return this.#goal ?? this.#view()
  }

  #opening(): View {
    return opening(this.#settings.content, this.#size, this.#settings.start)
  }

  #measured(): Size {
    const { clientWidth: width, clientHeight: height } = this.#parts.frame
    return { width: width || 1, height: height || 1 }
  }

  #resize(): void {
    const middle = this.#view()
    this.#size = this.#measured()
    this.#stay(true, middle)
  }

  /** Shows what was in the middle, in a window or drawing of another size; a movement under way is at its end at once. */
  #stay(beginsAnew: boolean, middle = this.#view()): void {
    if (this.#goal) this.#jump(this.#goal)
    else this.#place(this.#isOpening && beginsAnew ? this.#opening() : middle)
  }

  /** Shows a view at once, and tells nobody. */
  #place(view: View): void {
    this.#isQuiet = true
    this.#zoom.transform(this.#window, this.#targetOf(view))
    this.#isQuiet = false
  }

  #moved(): void {
    const { stage, seen, frame } = this.#parts
    const view = this.#view()
    const { x, y, k } = zoomTransform(frame)
    stage.setAttribute('transform', `translate(${x} ${y}) scale(${k})`)
    frame.dataset.detail = detailAt(k)
    const area = visible(view, this.#size)
    for (const name of ['x', 'y', 'width', 'height'] as const) seen?.setAttribute(name, String(area[name]))
    if (this.#isQuiet) return
    this.#isOpening = false
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      const view = rounded(this.#view())
      this.#reported.push(view)
      this.#settings.onRest(view)
    }, restAfterMs)
  }

  #scale(factor: number): void {
    const { scale, ...middle } = this.#destination()
    this.#glide({ ...middle, scale: clampScale(scale * factor) })
  }

  #glide(to: View): void {
    if (this.#isStill()) {
      this.#jump(to)
      return
    }
    // The movement before it ends, and forgets where it led, when this one is made.
    const gliding = this.#window.interrupt().transition().duration(glideMs)
    this.#isOpening = false
    this.#goal = to
    const forget = () => {
      this.#goal = undefined
    }
    gliding.on('end', forget).on('interrupt', forget)
    this.#zoom.transform(gliding, this.#targetOf(to))
  }

  /** Shows a view at once, as a movement of the reader's own. */
  #jump(to: View): void {
    this.#zoom.transform(this.#window, this.#targetOf(to))
  }

  #targetOf(view: View): ZoomTransform {
    return transformOf(contained(view, this.#settings.content), this.#size)
  }

  #isStill(): boolean {
    return matchMedia('(prefers-reduced-motion: reduce)').matches
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const target = event.target instanceof Element ? event.target : null
    const item = target?.closest('[data-item]')
    if (!item && target !== this.#parts.frame) return
    if (!this.#act(event, item ?? undefined)) return
    event.preventDefault()
  }

  #act({ key, shiftKey }: KeyboardEvent, item: Element | undefined): boolean {
    if (key === '+' || key === '=') this.zoomIn()
    else if (key === '-') this.zoomOut()
    else if (key === '0') this.fit()
    else if (isArrow(key) && item && !shiftKey) this.#focusNext(item, key)
    else if (isArrow(key)) {
      const { dx, dy } = stepOf(key)
      const { k } = zoomTransform(this.#parts.frame)
      this.#zoom.translateBy(this.#window, (-dx * panStep) / k, (-dy * panStep) / k)
    } else return false
    return true
  }

  #focusNext(item: Element, key: Parameters<typeof nextTowards>[2]): void {
    const spots = [...this.#parts.stage.querySelectorAll<SVGElement>('[data-item]')].flatMap(element => {
      const area = areaOf(element)
      return area ? [{ element, x: area.x + area.width / 2, y: area.y + area.height / 2 }] : []
    })
    const from = spots.find(({ element }) => element === item)
    if (!from) return
    const next = nextTowards(
      from,
      spots.filter(spot => spot !== from),
      key,
    )
    next?.element.focus()
  }

  /** The item with the focus is the one stop of the tab key; what has come into the focus by a key is brought into sight. */
  #focus(event: FocusEvent): void {
    const item = event.target instanceof SVGElement ? event.target.closest('[data-item]') : null
    if (!item) return
    for (const other of this.#parts.stage.querySelectorAll('[data-item][tabindex="0"]'))
      other.setAttribute('tabindex', '-1')
    item.setAttribute('tabindex', '0')
    const area = areaOf(item)
    if (area && item.matches(':focus-visible')) this.#glide(revealing(this.#destination(), area, this.#size))
  }
}
