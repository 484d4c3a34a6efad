// Hooks on browser functions: they observe the page's calls, and the page cannot tell them from the originals.

/** Called before the function itself; errors it throws are swallowed. */
export type Note = (self: unknown, args: readonly unknown[]) => void;

type Called = (...args: unknown[]) => unknown;

type Run = (original: Called, self: unknown, args: readonly unknown[]) => unknown;

export type Hooks = {
  /** Observes calls of `owner[name]`. Does nothing if the method is missing or cannot be replaced. */
  method(owner: object | undefined, name: string, note: Note): void;
  /** Observes reads of a property that has a getter. */
  getter(owner: object | undefined, name: string, note: Note): void;
  /** Sets what a page sees when it queries a property; undefined: the property looks absent. The `in` operator alone cannot be intercepted. */
  present(owner: object, key: string, describe: () => PropertyDescriptor | undefined): void;
  /** Wraps a function of the page so that its calls are observed; `during` runs before each call and returns what runs after it. */
  around(original: Called, note: Note, during: (args: readonly unknown[]) => () => void): Called;
  /**
   * Removes our frames from the stack of an error thrown inside a browser function, and with `above` false also those of the functions
   * that ours called.
   */
  cleaned(error: unknown, above?: boolean): unknown;
  /** Returns the caller's stack as the browser formats it: at most `frames` frames, and without running any page code. */
  stack(frames: number): string;
  /** Sends text to our isolated script world of the document; buffered until that world listens. */
  tell(text: string): void;
};

/**
 * Self-contained: its source is sent to the page, and it runs before the page's scripts. `channel`: a name that no page can
 * guess, under which same-origin documents share their replacements and our isolated script world listens.
 */
export function makeHooks(channel: string): Hooks {
  const { apply, defineProperty: define, getOwnPropertyDescriptor: descriptorOf } = Reflect;
  const { getPrototypeOf: parentOf, setPrototypeOf: changeParent, deleteProperty: unset } = Reflect;
  const LISTED = { configurable: true, enumerable: true, writable: true };
  const setParent = Object.setPrototypeOf;
  const FailureOf = Error;
  const TellingEvent = CustomEvent;
  const PageProxy = Proxy;
  const mapGet = WeakMap.prototype.get;
  const mapSet = WeakMap.prototype.set;
  const { split, replace } = String.prototype;
  const test = RegExp.prototype.test;
  const { dispatchEvent, addEventListener: listen } = EventTarget.prototype;
  const detailOf = descriptorOf(TellingEvent.prototype, "detail")?.get ?? (() => undefined);
  const FRAME = /^\s+at /;
  const OURS = /<anonymous>:\d+:\d+\)?$/;
  const EVALUATED = /eval at /;
  const MAX_OF_OURS = 12;
  const isOurs = (line: string): boolean =>
    (apply(test, OURS, [line]) as boolean) && !(apply(test, EVALUATED, [line]) as boolean);

  const descendsFromFunction = (value: unknown): boolean => {
    if (typeof value !== "object") return false;
    for (let at = value; at !== null; at = parentOf(at)) if (typeof at === "function") return true;
    return false;
  };

  // A page may print a function of one document with the toString of another, so all same-origin documents share this map.
  type Views = Record<string, () => PropertyDescriptor | undefined>;
  let originals = new WeakMap<object, object>();
  let views = new WeakMap<object, Views>();
  let viewed = false;
  const send = (to: Document, name: string, detail: unknown): void =>
    void apply(dispatchEvent, to, [new TellingEvent(name, { detail })]);
  try {
    const asked: { shared?: [typeof originals, typeof views, boolean] } = {};
    if (window.parent !== window) send(window.parent.document, `${channel} share`, asked);
    if (asked.shared) [originals, views, viewed] = asked.shared;
  } catch {
    // A cross-origin document.
  }
  apply(listen, document, [
    `${channel} share`,
    (event: Event) => {
      const asked = apply(detailOf, event, []) as { shared?: [typeof originals, typeof views, boolean] } | null;
      if (asked) asked.shared = [originals, views, viewed];
    },
  ]);

  const hooks: Hooks = {
    method(owner, name, note) {
      if (!owner) return;
      const found = descriptorOf(owner, name);
      if (!found?.configurable || typeof found.value !== "function") return;
      define(owner, name, { ...found, value: heardOf(found.value as Called, note, unmixed) });
    },
    getter(owner, name, note) {
      if (!owner) return;
      const found = descriptorOf(owner, name);
      if (!found?.configurable || !found.get) return;
      define(owner, name, { ...found, get: heardOf(found.get, note, unmixed) });
    },
    present(owner, key, describe) {
      const known = (apply(mapGet, views, [owner]) as Views | undefined) ?? ({ __proto__: null } as unknown as Views);
      known[key] = describe;
      apply(mapSet, views, [owner, known]);
      if (!viewed) answerQuestions();
      viewed = true;
    },
    around: (original, note, during) =>
      heardOf(original, note, (run, self, args) => {
        const end = during(args);
        try {
          return apply(run, self, args);
        } finally {
          end();
        }
      }),
    cleaned(error, above = true) {
      try {
        const failure = error as { stack?: unknown };
        if (typeof error !== "object" || error === null || typeof failure.stack !== "string") return error;
        let head = "";
        let frames = 0;
        let changed = false;
        for (const line of apply(split, failure.stack, ["\n"]) as string[]) {
          changed = isOurs(line);
          if (changed) break;
          const isFrame = apply(test, FRAME, [line]) as boolean;
          if (isFrame && !above) continue;
          if (isFrame) frames += 1;
          head += head === "" ? line : `\n${line}`;
        }
        if (!changed) return error;
        // Keep as many page frames as there would be without ours.
        const limit = (FailureOf as { stackTraceLimit?: number }).stackTraceLimit ?? 0;
        for (const line of apply(split, hooks.stack(limit + MAX_OF_OURS), ["\n"]) as string[]) {
          if (frames >= limit || !(apply(test, FRAME, [line]) as boolean) || isOurs(line)) continue;
          frames += 1;
          head += `\n${line}`;
        }
        failure.stack = head;
      } catch {
        // Leave the error unchanged.
      }
      return error;
    },
    stack(frames) {
      const limited = FailureOf as { stackTraceLimit?: number };
      const limit = descriptorOf(FailureOf, "stackTraceLimit");
      const prepare = descriptorOf(FailureOf, "prepareStackTrace");
      try {
        if (prepare && !("value" in prepare && prepare.configurable)) return "";
        if (prepare) define(FailureOf, "prepareStackTrace", { ...prepare, value: undefined });
        if (limit?.writable) limited.stackTraceLimit = frames;
        const { stack } = new FailureOf();
        return typeof stack === "string" ? stack : "";
      } catch {
        return "";
      } finally {
        if (limit) define(FailureOf, "stackTraceLimit", limit);
        if (prepare?.configurable) define(FailureOf, "prepareStackTrace", prepare);
      }
    },
    tell(text) {
      if (heard) send(document, channel, text);
      else if (waiting.length < 500) waiting[waiting.length] = text;
    },
  };

  /** Creates a proxy of the function, because the browser's own messages then print it like the function behind it. */
  const standIn = <T extends Called>(original: T, call: (self: unknown, args: unknown[]) => unknown): T => {
    const fake: T = new PageProxy(original, {
      apply: (_: T, self: unknown, args: unknown[]) => call(self, args),
      setPrototypeOf(_: T, next: object | null): boolean {
        // A proxy would accept becoming its own ancestor, where a function throws.
        for (let at = next; at !== null; at = parentOf(at)) {
          if (at !== fake) continue;
          try {
            setParent(original, original);
          } catch (error) {
            throw hooks.cleaned(error, false);
          }
        }
        return changeParent(original, next);
      },
    });
    apply(mapSet, originals, [fake, original]);
    return fake;
  };
  const heardOf = <T extends Called>(original: T, note: Note, run: Run): T =>
    standIn(original, (self, args) => {
      try {
        note(self, args);
      } catch {
        // A failing hook must not stop the page's own call.
      }
      return run(original, self, args);
    });
  /** Calls a browser function and removes our frames from the errors it throws. */
  const unmixed: Run = (original, self, args) => {
    try {
      return apply(original, self, args);
    } catch (error) {
      throw hooks.cleaned(error);
    }
  };

  const viewsOf = (owner: unknown): Views | undefined =>
    typeof owner === "object" && owner !== null ? (apply(mapGet, views, [owner]) as Views | undefined) : undefined;
  const viewOf = (owner: unknown, key: unknown) => (typeof key === "string" ? viewsOf(owner)?.[key] : undefined);
  type Answer = (self: unknown, args: unknown[], plain: () => unknown) => unknown;
  /** Intercepts everything a page can use to query a property; only properties named by `present` get a different result. */
  const answerQuestions = (): void => {
    const answer = (owner: object, name: string, give: Answer): void => {
      const found = descriptorOf(owner, name);
      if (!found?.configurable || typeof found.value !== "function") return;
      const original = found.value as Called;
      const fake = standIn(original, (self, args) => give(self, args, () => unmixed(original, self, args)));
      define(owner, name, { ...found, value: fake });
    };
    const describe: Answer = (_, [owner, key], plain) => {
      const view = viewOf(owner, key);
      return view ? view() : plain();
    };
    const list: Answer = (_, [owner], plain) => {
      const found = viewsOf(owner);
      const names = plain() as PropertyKey[];
      if (!found) return names;
      const kept: PropertyKey[] = [];
      for (let at = 0; at < names.length; at += 1) {
        const view = viewOf(owner, names[at]);
        if (!view || view()) define(kept, kept.length, { ...LISTED, value: names[at] });
      }
      return kept;
    };
    const has: Answer = (_, [owner, key], plain) => {
      const view = viewOf(owner, key);
      return view ? view() !== undefined : plain();
    };
    answer(Object, "getOwnPropertyDescriptor", describe);
    answer(Reflect, "getOwnPropertyDescriptor", describe);
    answer(Object, "getOwnPropertyNames", list);
    answer(Reflect, "ownKeys", list);
    answer(Object, "hasOwn", has);
    answer(Reflect, "has", has);
    answer(Object.prototype, "hasOwnProperty", (self, [key], plain) => has(self, [self, key], plain));
    answer(Object.prototype, "propertyIsEnumerable", (self, [key], plain) => has(self, [self, key], plain));
    for (const name of ["__lookupGetter__", "__lookupSetter__"])
      answer(Object.prototype, name, (self, [key], plain) => (viewOf(self, key) ? undefined : plain()));
    answer(Object, "getOwnPropertyDescriptors", (_, [owner], plain) => {
      const all = plain() as Record<string, PropertyDescriptor>;
      const found = viewsOf(owner);
      for (const key in found) {
        const told = found[key]?.();
        if (told) define(all, key, { ...LISTED, value: told });
        else unset(all, key);
      }
      return all;
    });
  };
  if (viewed) answerQuestions();

  // Text sent before our script world listened is delivered when it reports that it does.
  let heard = false;
  let waiting: string[] = [];
  apply(listen, document, [
    `${channel} ready`,
    () => {
      if (heard) return;
      heard = true;
      for (let at = 0; at < waiting.length; at += 1) send(document, channel, waiting[at]);
      waiting = [];
    },
  ]);
  send(document, `${channel} here`, null);

  const printed = Function.prototype.toString;
  const print = standIn(printed as Called, (self) => {
    try {
      if (typeof self !== "function") return unmixed(printed, self, []);
      return unmixed(printed, apply(mapGet, originals, [self]) ?? self, []);
    } catch (error) {
      // The browser names the rejected value by its ancestors, and stops at a proxy.
      const { stack } = error as { stack?: unknown };
      if (typeof stack === "string" && descendsFromFunction(self))
        (error as Error).stack = apply(replace, stack, ["at Object.toString", "at Function.toString"]) as string;
      throw error;
    }
  });
  define(Function.prototype, "toString", { ...descriptorOf(Function.prototype, "toString"), value: print });
  return hooks;
}

/**
 * Returns a script for documents: `run` (source of a self-contained function) is called with hooks, `config` and `helpers` (also
 * sources) before any script of the page runs.
 */
export function hookScript(
  channel: string,
  run: (hooks: Hooks, config: never, ...helpers: never[]) => void,
  config: unknown,
  ...helpers: (() => void)[]
): string {
  const given = [`(${makeHooks})(${JSON.stringify(channel)})`, JSON.stringify(config), ...helpers.map(String)];
  // Strict mode, because a call without `this` would otherwise reach the browser's function with the window.
  return `(() => { "use strict"; (${run})(${given.join(", ")}); })();`;
}

/** The receiving side of `tell`: runs in our isolated script world and passes each text to `hear`. */
export function listenForHooks(channel: string, hear: (text: string) => void): void {
  const ready = (): void => void document.dispatchEvent(new CustomEvent(`${channel} ready`));
  document.addEventListener(channel, (event) => {
    const text: unknown = (event as CustomEvent).detail;
    if (typeof text === "string") hear(text);
  });
  document.addEventListener(`${channel} here`, ready);
  ready();
}
