import {
  type Area,
  approached,
  between,
  contained,
  detailAt,
  fitted,
  isArrow,
  isSame,
  nextTowards,
  opening,
  type Point,
  panned,
  revealing,
  rounded,
  type Size,
  stepOf,
  type View,
  visible,
  zoomed,
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

const areaOf = (item: Element): Area | undefined => {
  const read = (name: string) => Number(item.getAttribute(`data-${name}`))
  return item.hasAttribute('data-x')
    ? { x: read('x'), y: read('y'), width: read('width'), height: read('height') }
    : undefined
}

/**
 * Moves a drawing in its window without drawing it anew: pointer, touch, wheel and keys change the transformation of
 * one group. Items of the drawing carry data-item and their area; the arrow keys move the focus among them.
 */
export class CanvasController {
  readonly #parts: CanvasParts
  readonly #pointers = new Map<number, Point>()
  #settings: CanvasSettings
  #view: View
  #size: Size
  #isOpening = true
  #isDragged = false
  #frame = 0
  #rest: ReturnType<typeof setTimeout> | undefined
  #told: View | undefined

  constructor(parts: CanvasParts, settings: CanvasSettings, view: View | null) {
    this.#parts = parts
    this.#settings = settings
    this.#size = this.#measured()
    this.#isOpening = view === null
    this.#view = view ?? this.#opening()
    this.#draw()
  }

  /** Listens to the window of the drawing; gives the function that ends it. */
  connect(): () => void {
    const { frame } = this.#parts
    const abort = new AbortController()
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
      options: AddEventListenerOptions = {},
    ) => frame.addEventListener(type, listener, { ...options, signal: abort.signal })
    on('wheel', event => this.#wheel(event), { passive: false })
    on('pointerdown', event => this.#press(event))
    on('pointermove', event => this.#drag(event))
    for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      on(type, event => this.#pointers.delete(event.pointerId))
    on('click', event => this.#click(event), { capture: true })
    on('keydown', event => this.#key(event))
    on('focusin', event => this.#focus(event))
    const observer =
      typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => this.#resize())
    observer?.observe(frame)
    return () => {
      abort.abort()
      observer?.disconnect()
      cancelAnimationFrame(this.#frame)
      clearTimeout(this.#rest)
    }
  }

  /** The drawing has changed: what was in the middle stays there as far as it can. */
  configure(settings: CanvasSettings): void {
    const isOther =
      settings.content.width !== this.#settings.content.width ||
      settings.content.height !== this.#settings.content.height
    this.#settings = settings
    if (isOther && this.#isOpening) this.#view = this.#opening()
    this.#view = contained(this.#view, settings.content)
    this.#draw()
  }

  /** Shows a view that the address names; null is the beginning. The echo of what was told is no news. */
  show(view: View | null): void {
    if (view !== null && this.#told !== undefined && isSame(view, this.#told)) return
    if (view === null && this.#isOpening) return
    this.#isOpening = view === null
    this.#view = contained(view ?? this.#opening(), this.#settings.content)
    this.#draw()
  }

  fit = (): void => this.#glide(fitted(this.#settings.content, this.#size))
  zoomIn = (): void => this.#glide(zoomed(this.#view, zoomStep))
  zoomOut = (): void => this.#glide(zoomed(this.#view, 1 / zoomStep))
  /** Brings something that was asked for into sight, near enough to be read. */
  reveal = (area: Area): void =>
    this.#glide(revealing(approached(this.#view, area, this.#size), area, this.#size))

  /** Moves the middle of the window to a point of the drawing. */
  centre = (x: number, y: number): void => this.#move({ ...this.#view, x, y })

  #opening(): View {
    return opening(this.#settings.content, this.#size, this.#settings.start)
  }

  #measured(): Size {
    const { clientWidth: width, clientHeight: height } = this.#parts.frame
    return { width: width || 1, height: height || 1 }
  }

  #resize(): void {
    this.#size = this.#measured()
    if (this.#isOpening) this.#view = this.#opening()
    this.#draw()
  }

  #draw(): void {
    const { stage, seen, frame } = this.#parts
    const { scale, x, y } = this.#view
    const { width, height } = this.#size
    stage.setAttribute(
      'transform',
      `translate(${width / 2 - x * scale} ${height / 2 - y * scale}) scale(${scale})`,
    )
    frame.dataset.detail = detailAt(scale)
    const area = visible(this.#view, this.#size)
    for (const name of ['x', 'y', 'width', 'height'] as const) seen?.setAttribute(name, String(area[name]))
  }

  /** A movement of the user's own: the address may learn of it. */
  #move(view: View): void {
    cancelAnimationFrame(this.#frame)
    this.#isOpening = false
    this.#view = contained(view, this.#settings.content)
    this.#draw()
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      this.#told = rounded(this.#view)
      this.#settings.onRest(this.#told)
    }, restAfterMs)
  }

  #glide(to: View): void {
    const from = this.#view
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#move(to)
      return
    }
    const start = performance.now()
    const step = (now: number) => {
      const part = Math.min(1, (now - start) / glideMs)
      this.#move(between(from, to, 1 - (1 - part) ** 3))
      if (part < 1) this.#frame = requestAnimationFrame(step)
    }
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(step)
  }

  #fromMiddle({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top, width, height } = this.#parts.frame.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    // A pinch on a touch pad arrives as a wheel with the control key, in small steps.
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016))
    this.#move(zoomed(this.#view, factor, this.#fromMiddle(event)))
  }

  #press(event: PointerEvent): void {
    if (event.button !== 0) return
    if (this.#pointers.size === 0) this.#isDragged = false
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }

  #drag(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const [dx, dy] = [now.x - before.x, now.y - before.y]
    if (!this.#isDragged && Math.hypot(dx, dy) < dragThreshold) return
    if (!this.#isDragged) {
      this.#isDragged = true
      this.#parts.frame.setPointerCapture(event.pointerId)
    }
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1]
    this.#pointers.set(event.pointerId, now)
    if (!other) {
      this.#move(panned(this.#view, dx, dy))
      return
    }
    const span = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y))
    const middle = this.#fromMiddle({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 })
    this.#move(panned(zoomed(this.#view, span(now) / span(before), middle), dx / 2, dy / 2))
  }

  /** The click that ends a drag chooses nothing. */
  #click(event: MouseEvent): void {
    if (!this.#isDragged) return
    this.#isDragged = false
    event.stopPropagation()
    event.preventDefault()
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
      this.#move(panned(this.#view, -dx * panStep, -dy * panStep))
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
    if (area && item.matches(':focus-visible')) this.#glide(revealing(this.#view, area, this.#size))
  }
}
