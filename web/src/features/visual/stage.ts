// The canvas that shows pictures: visible part, pointer input, and when to redraw.
import { drawScene, panesOf } from "./draw.ts";
import { baselineRow } from "./rows.ts";
import type { Mode, Paint, Pane, Scene, Side } from "./scene.ts";
import { boxBetween } from "./snap.ts";
import {
  type Box,
  blendViews,
  clampView,
  panBy,
  type Size,
  scaleOf,
  toPicture,
  topView,
  type View,
  viewOfBox,
  type Zoom,
  zoomAt,
} from "./view.ts";

export type StageEvents = {
  /** The person zoomed: "fit" or a custom scale. */
  zoomed(zoom: Zoom): void;
  /** A box was drawn, in pixels of the new picture. */
  drew(box: Box): void;
  /** The picture was swiped sideways; `done` is false while it moves. */
  swiped(share: number, done: boolean): void;
  parted(part: number): void;
};

export type StageInput = Omit<Scene, "drawn" | "phase" | "part" | "draft" | "pulse"> & { drawing: boolean };

const FLIGHT_MS = 180;
const BLINK_MS = 650;
const PULSE_MS = 700;
/** Time without movement after which the picture counts as resting. */
const REST_MS = 140;
const EMPTY: Size = { width: 1, height: 1 };

export class Stage {
  private readonly canvas: HTMLCanvasElement;
  private readonly events: StageEvents;
  private readonly context: CanvasRenderingContext2D;
  private readonly resize: ResizeObserver;
  private readonly stop = new AbortController();
  private size: Size = EMPTY;
  private input: StageInput | null = null;
  private view: View = { scale: 1, x: 0, y: 0 };
  private zoom: Zoom = "fit";
  private part = 0.5;
  private phase: Scene["phase"] = "test";
  private blink: ReturnType<typeof setInterval> | undefined;
  private drawn: Box | null = null;
  private frame = 0;
  private flight: { from: View; to: View; start: number } | null = null;
  private paint: Paint;
  /** Box to show as soon as the canvas has a size. */
  private waiting: Box | null = null;
  /** Set while the picture moves. */
  private moving: ReturnType<typeof setTimeout> | undefined;
  /** When the selected region started to pulse; "due" if it starts once the picture rests. */
  private pulsing: number | "due" | null = null;

  constructor(canvas: HTMLCanvasElement, events: StageEvents) {
    this.canvas = canvas;
    this.events = events;
    this.context = canvas.getContext("2d", { alpha: false }) as CanvasRenderingContext2D;
    this.paint = paintOf(canvas);
    this.resize = new ResizeObserver(() => this.measure());
    this.resize.observe(canvas);
    const { signal } = this.stop;
    canvas.addEventListener("wheel", (event) => this.onWheel(event), { passive: false, signal });
    canvas.addEventListener("pointerdown", (event) => this.onDown(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.onMove(event), { signal });
    canvas.addEventListener("pointerup", (event) => this.onUp(event), { signal });
    canvas.addEventListener("pointercancel", (event) => this.onCancel(event), { signal });
  }

  close(): void {
    this.stop.abort();
    this.resize.disconnect();
    clearInterval(this.blink);
    clearTimeout(this.moving);
    cancelAnimationFrame(this.frame);
  }

  /** Reads the colors again after the theme has changed. */
  recolour(): void {
    this.paint = paintOf(this.canvas);
    this.ask();
  }

  /** Sets what to draw. */
  set(input: StageInput): void {
    const modeBefore = this.input?.mode;
    this.input = input;
    if (modeBefore !== input.mode) this.changeMode(input.mode);
    else this.view = clampView(this.view, this.picture(), this.pane());
    this.ask();
  }

  /** Opens another result at its change, or at the top if it has none. */
  open(box: Box | null): void {
    this.flight = null;
    this.drawn = null;
    this.view = topView(scaleOf(this.zoom, this.picture(), this.pane()), this.picture(), this.pane());
    this.waiting = box;
    if (this.size !== EMPTY) this.lookAtWaiting();
    this.move();
  }

  setZoom(zoom: Zoom): void {
    if (zoom === this.zoom) return;
    this.zoom = zoom;
    const scale = scaleOf(zoom, this.picture(), this.pane());
    this.flyTo(clampView({ ...this.view, scale }, this.picture(), this.pane()));
  }

  /** Moves to a region, zooming out only if it would not fit. */
  flyToBox(box: Box): void {
    if (this.size === EMPTY) {
      this.waiting = box;
      return;
    }
    this.flyTo(this.viewAt(box));
    this.pulse();
  }

  /** Scrolls by fractions of the pane. */
  scroll(dx: number, dy: number): void {
    const { width, height } = this.pane();
    const from = this.flight?.to ?? this.view;
    this.flyTo(clampView(panBy(from, -dx * width, -dy * height), this.picture(), this.pane()));
  }

  zoomBy(factor: number): void {
    const { width, height } = this.pane();
    this.zoomTo(zoomAt(this.view, factor, { x: width / 2, y: height / 2 }, this.pane()));
  }

  setPart(part: number): void {
    this.part = Math.min(1, Math.max(0, part));
    this.events.parted(this.part);
    this.ask();
  }

  get partNow(): number {
    return this.part;
  }

  private viewAt(box: Box): View {
    return viewOfBox(box, scaleOf(this.zoom, this.picture(), this.pane()), this.picture(), this.pane());
  }

  private lookAtWaiting(): void {
    if (this.waiting) {
      this.view = this.viewAt(this.waiting);
      this.pulse();
    }
    this.waiting = null;
  }

  /** Starts only once the picture rests, so that results skipped by a held key do not pulse: each frame would redraw both pictures. */
  private pulse(): void {
    this.pulsing = isStill() ? null : "due";
    this.move();
  }

  /** Draws quickly now, and at better quality once nothing has moved for a while. */
  private move(): void {
    clearTimeout(this.moving);
    this.moving = setTimeout(() => {
      this.moving = undefined;
      if (this.pulsing === "due") this.pulsing = performance.now();
      this.ask();
    }, REST_MS);
    this.ask();
  }

  private changeMode(mode: Mode): void {
    clearInterval(this.blink);
    this.blink = undefined;
    this.part = 0.5;
    if (mode === "blink")
      this.blink = setInterval(() => {
        this.phase = this.phase === "test" ? "baseline" : "test";
        this.ask();
      }, BLINK_MS);
    this.view = clampView(
      { ...this.view, scale: this.zoom === "fit" ? scaleOf("fit", this.picture(), this.pane()) : this.view.scale },
      this.picture(),
      this.pane(),
    );
  }

  private measure(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    const first = this.size === EMPTY;
    this.size = { width, height };
    const ratio = Math.min(2, devicePixelRatio || 1);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const scale = this.zoom === "fit" || first ? scaleOf(this.zoom, this.picture(), this.pane()) : this.view.scale;
    this.view = clampView({ ...this.view, scale, ...(first ? { y: 0 } : {}) }, this.picture(), this.pane());
    if (first) this.lookAtWaiting();
    // Immediately, because a resized canvas is empty until it is drawn.
    this.draw();
  }

  private ask(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame((now) => this.onFrame(now));
  }

  private onFrame(now: number): void {
    this.frame = 0;
    if (this.flight) {
      const part = Math.min(1, (now - this.flight.start) / FLIGHT_MS);
      this.view = blendViews(this.flight.from, this.flight.to, part);
      if (part >= 1) this.flight = null;
      else this.ask();
    }
    if (typeof this.pulsing === "number" && now - this.pulsing > PULSE_MS) this.pulsing = null;
    this.draw(now);
    if (typeof this.pulsing === "number") this.ask();
  }

  private draw(now = performance.now()): void {
    if (!this.input || this.size === EMPTY) return;
    const ratio = this.canvas.width / this.size.width;
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const scene: Scene = {
      ...this.input,
      drawn: this.drawn,
      part: this.part,
      phase: this.phase,
      draft: this.moving !== undefined || this.flight !== null,
      pulse: typeof this.pulsing === "number" ? Math.min(1, Math.max(0, (now - this.pulsing) / PULSE_MS)) : null,
    };
    drawScene(this.context, this.size, scene, (side) => this.viewOf(side), this.paint);
  }

  /** Beside the new picture, the baseline shows the same rows, even if rows above were inserted or removed. */
  private viewOf(side: Side): View {
    const { input, view } = this;
    if (side !== "baseline" || !input?.sizes.baseline || !input.sizes.test) return view;
    const [pane] = this.panes();
    const middle = baselineRow(input.pieces, view.y);
    const moved = { scale: view.scale, x: view.x, y: middle };
    return clampView(moved, input.sizes.baseline, pane ?? this.size);
  }

  private panes(): Pane[] {
    return panesOf(this.input?.mode ?? "new", this.size);
  }

  private pane(): Size {
    return this.panes().at(-1) ?? this.size;
  }

  private picture(): Size {
    const { test, baseline } = this.input?.sizes ?? { test: null, baseline: null };
    if (this.input?.mode === "baseline" && baseline) return baseline;
    return test ?? baseline ?? EMPTY;
  }

  private flyTo(to: View): void {
    if (isStill()) this.view = to;
    else this.flight = { from: this.view, to, start: performance.now() };
    this.move();
  }

  private zoomTo(view: View): void {
    this.flight = null;
    this.view = clampView(view, this.picture(), this.pane());
    this.zoom = Math.round(this.view.scale * 1000) / 1000;
    this.events.zoomed(this.zoom);
    this.move();
  }

  /** Returns the pane under the pointer and the position in it. */
  private at(event: { clientX: number; clientY: number }): { pane: Pane; x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const panes = this.panes();
    const pane =
      panes.find(({ left, top, width, height }) => x >= left && x < left + width && y >= top && y < top + height) ??
      panes.at(-1)!;
    return { pane, x: x - pane.left, y: y - pane.top };
  }

  private onWheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    if (event.ctrlKey || event.metaKey) {
      const { pane, x, y } = this.at(event);
      this.zoomTo(zoomAt(this.view, Math.exp(-event.deltaY * lines * 0.004), { x, y }, pane));
      return;
    }
    this.flight = null;
    const [dx, dy] = event.shiftKey ? [event.deltaY, event.deltaX] : [event.deltaX, event.deltaY];
    this.view = clampView(panBy(this.view, -dx * lines, -dy * lines), this.picture(), this.pane());
    this.move();
  }

  private readonly pointers = new Map<number, { x: number; y: number }>();
  private grip: { what: "pan" | "draw" | "part" | "swipe" | "undecided"; x: number; y: number } | null = null;

  private onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.flight = null;
    const { pane, x } = this.at(event);
    this.grip = { what: this.gripAt(event, x, pane), x: event.clientX, y: event.clientY };
  }

  private gripAt(event: PointerEvent, x: number, pane: Pane): "pan" | "draw" | "part" | "undecided" {
    if (this.input?.drawing) return "draw";
    const touch = event.pointerType === "touch";
    if (this.input?.mode === "slider" && Math.abs(x - this.part * pane.width) < (touch ? 28 : 14)) return "part";
    // Swiping sideways decides only if there is nothing to pan sideways.
    return touch && this.picture().width * this.view.scale <= pane.width + 1 ? "undecided" : "pan";
  }

  private onMove(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before || !this.grip) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 2) {
      this.pinch(event, before);
      return;
    }
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    const [farX, farY] = [event.clientX - this.grip.x, event.clientY - this.grip.y];
    if (this.grip.what === "undecided" && Math.hypot(farX, farY) > 10)
      this.grip.what = Math.abs(farX) > Math.abs(farY) * 1.5 ? "swipe" : "pan";
    const { pane, x } = this.at(event);
    if (this.grip.what === "pan") {
      this.view = clampView(panBy(this.view, dx, dy), this.picture(), this.pane());
      this.move();
    } else if (this.grip.what === "part") this.setPart(x / pane.width);
    else if (this.grip.what === "swipe") this.events.swiped(farX / this.size.width, false);
    else if (this.grip.what === "draw") {
      this.drawn = boxBetween(this.pointIn(this.grip.x, this.grip.y), this.pointIn(event.clientX, event.clientY));
      this.ask();
    }
  }

  private onUp(event: PointerEvent): void {
    if (!this.pointers.delete(event.pointerId) || !this.grip) return;
    const { what, x } = this.grip;
    this.grip = null;
    if (what === "swipe") this.events.swiped((event.clientX - x) / this.size.width, true);
    if (what !== "draw") return;
    // A click selects the element under it.
    const box = this.drawn ?? { ...this.pointIn(event.clientX, event.clientY), width: 1, height: 1 };
    this.drawn = null;
    this.ask();
    this.events.drew(box);
  }

  /** The system cancelled the touch, or it was a palm: do nothing. */
  private onCancel(event: PointerEvent): void {
    if (!this.pointers.delete(event.pointerId) || !this.grip) return;
    const { what } = this.grip;
    this.grip = null;
    if (what === "swipe") this.events.swiped(0, true);
    if (what !== "draw") return;
    this.drawn = null;
    this.ask();
  }

  private pinch(event: PointerEvent, before: { x: number; y: number }): void {
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other || !this.grip) return;
    this.grip.what = "pan";
    const far = (point: { x: number; y: number }) => Math.hypot(point.x - other.x, point.y - other.y);
    const now = { x: event.clientX, y: event.clientY };
    const { pane, x, y } = this.at({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 });
    this.zoomTo(zoomAt(this.view, far(now) / Math.max(1, far(before)), { x, y }, pane));
  }

  private pointIn(clientX: number, clientY: number): { x: number; y: number } {
    const { pane, x, y } = this.at({ clientX, clientY });
    return toPicture(this.viewOf(pane.side === "baseline" ? "baseline" : "test"), pane, { x, y });
  }
}

/** Returns whether the person prefers reduced motion. */
const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

function paintOf(element: HTMLElement): Paint {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    ground: of("--surface-3"),
    line: of("--line"),
    text: of("--text"),
    surface: of("--surface"),
    accent: of("--accent"),
    bad: of("--bad"),
    good: of("--good"),
  };
}
