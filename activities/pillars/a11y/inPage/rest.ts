// Runs in every document before its own scripts, in the page's own world: tracks whether timers set because of a key or a focus are
// still pending, so that the walk by keyboard waits for these only; and pauses all other timers while screenshots are taken. Sent as source,
// so the function uses only its arguments and the page's globals.

/** Names of the document events through which the page's world and our isolated world communicate. */
export const REST_EVENTS = {
  waiting: "plumbline-waiting",
  rest: "plumbline-rest",
  ask: "plumbline-ask",
  every: "plumbline-every",
  still: "plumbline-still",
  moving: "plumbline-moving",
} as const;

/** `longestMs`: longer timers are not waited for. `deepest`: maximum depth of timers that set timers. */
export const REST_LIMITS = { longestMs: 400, deepest: 3, shortestMs: 10, intervalMs: 600 };

export const watchTimers = (events: typeof REST_EVENTS, limits: typeof REST_LIMITS): void => {
  /** The global names are also declared by Node's types, which return objects. */
  type Timers = {
    setTimeout(task: unknown, ms?: number, ...rest: unknown[]): number;
    setInterval(task: unknown, ms?: number, ...rest: unknown[]): number;
    clearTimeout(id?: number): void;
    clearInterval(id?: number): void;
  };
  const {
    setTimeout: later,
    clearTimeout: never,
    setInterval: each,
    clearInterval: noMore,
  } = window as unknown as Timers;
  const { requestAnimationFrame: frame, cancelAnimationFrame: noFrame } = window;
  const tell = (name: string): void => {
    document.dispatchEvent(new Event(name));
  };
  const waiting = new Set<string>();
  const intervals = new Set<number>();
  /** 0: nothing that currently runs was caused by a key or a focus. */
  let depth = 0;
  const arm = (): void => {
    depth = 1;
    // Runs after the task of the key, in which the focus moves.
    later.call(window, () => {
      depth = 0;
    });
  };
  for (const kind of ["keydown", "keyup", "focus", "blur"]) addEventListener(kind, arm, true);
  const add = (key: string): void => {
    waiting.add(key);
    if (waiting.size === 1) tell(events.waiting);
  };
  const remove = (key: string): void => {
    if (waiting.delete(key) && waiting.size === 0) tell(events.rest);
  };
  const counted = (): boolean => depth > 0 && depth <= limits.deepest;
  const run = (task: () => void, at: number, key: () => string): void => {
    const before = depth;
    depth = at + 1;
    try {
      task();
    } finally {
      depth = before;
      remove(key());
    }
  };
  /** While screenshots are taken clocks and slides stand still: due timers run afterwards, in order. */
  let still = false;
  const held = new Map<string, () => void>();
  const inTime = (key: string, task: () => void): void => {
    if (still) held.set(key, task);
    else task();
  };
  document.addEventListener(events.still, () => {
    still = true;
  });
  document.addEventListener(events.moving, () => {
    still = false;
    const due = [...held.values()];
    held.clear();
    for (const task of due) later.call(window, task);
  });
  const setTimer = (task: unknown, ms?: number, ...rest: unknown[]): number => {
    if (typeof task !== "function") return later.call(window, task, ms, ...rest);
    if (!counted() || Number(ms ?? 0) > limits.longestMs) {
      const plain: number = later.call(window, () => inTime(`t${plain}`, () => void task.apply(window, rest)), ms);
      return plain;
    }
    const at = depth;
    const id: number = later.call(
      window,
      () =>
        run(
          () => void task.apply(window, rest),
          at,
          () => `t${id}`,
        ),
      ms,
    );
    add(`t${id}`);
    return id;
  };
  const setFrame = (task: FrameRequestCallback): number => {
    if (typeof task !== "function") return frame.call(window, task);
    if (!counted()) {
      const plain: number = frame.call(window, (time) => inTime(`f${plain}`, () => void task(time)));
      return plain;
    }
    const at = depth;
    const id: number = frame.call(window, (time) =>
      run(
        () => void task(time),
        at,
        () => `f${id}`,
      ),
    );
    add(`f${id}`);
    return id;
  };
  const setRepeated = (task: unknown, ms?: number, ...rest: unknown[]): number => {
    const quiet = (): void => {
      if (!still && typeof task === "function") task.apply(window, rest);
    };
    const id: number = each.call(window, typeof task === "function" ? quiet : task, ms, ...rest);
    if (Number(ms) >= limits.shortestMs && Number(ms) <= limits.intervalMs) intervals.add(id);
    return id;
  };
  document.addEventListener(events.ask, () => {
    if (intervals.size > 0) tell(events.every);
    if (waiting.size > 0) tell(events.waiting);
  });
  Object.assign(window, {
    setTimeout: setTimer,
    requestAnimationFrame: setFrame,
    setInterval: setRepeated,
    clearTimeout: (id?: number): void => {
      never.call(window, id);
      held.delete(`t${id}`);
      remove(`t${id}`);
    },
    cancelAnimationFrame: (id: number): void => {
      noFrame.call(window, id);
      held.delete(`f${id}`);
      remove(`f${id}`);
    },
    clearInterval: (id?: number): void => {
      noMore.call(window, id);
      intervals.delete(Number(id));
      remove(`t${id}`);
    },
  });
};
