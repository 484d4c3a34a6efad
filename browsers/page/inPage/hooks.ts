// Functions of the browser that are heard of when a page calls them, and that a page cannot tell from the browser's own.

/** Called before the function itself; what it throws stays inside. */
export type Note = (self: unknown, args: readonly unknown[]) => void;

type Called = (...args: unknown[]) => unknown;

type Run = (original: Called, self: unknown, args: readonly unknown[]) => unknown;

export type Hooks = {
  /** Hears calls of `owner[name]`. What is not there, or cannot be changed, is left alone. */
  method(owner: object | undefined, name: string, note: Note): void;
  /** Hears reads of a property that a getter answers. */
  getter(owner: object | undefined, name: string, note: Note): void;
  /** `original` as a page's own code would see it, whatever kind of function it is: for functions of the page. */
  around(original: Called, note: Note): Called;
  /** What failed inside a function of the browser says nothing of ours; nor of those that ours called, without `above`. */
  cleaned(error: unknown, above?: boolean): unknown;
  /** Who called, as the browser writes it: at most so many frames, and none of it through the page's own code. */
  stack(frames: number): string;
  /** Tells our own script world of the document; kept until that one listens. */
  tell(text: string): void;
};

/**
 * Self-contained: its source is sent to the page, and it runs before the page's scripts. `channel`: a name that no page can
 * know, under which documents of one origin share what they pretend, and our own script world listens.
 */
export function makeHooks(channel: string): Hooks {
  const { apply, defineProperty: define, getOwnPropertyDescriptor: descriptorOf } = Reflect;
  const { getPrototypeOf: parentOf, setPrototypeOf: changeParent } = Reflect;
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
  const MOST_OF_OURS = 12;
  const isOurs = (line: string): boolean =>
    (apply(test, OURS, [line]) as boolean) && !(apply(test, EVALUATED, [line]) as boolean);

  const descendsFromFunction = (value: unknown): boolean => {
    if (typeof value !== "object") return false;
    for (let at = value; at !== null; at = parentOf(at)) if (typeof at === "function") return true;
    return false;
  };

  // A page may print a function of one document with the toString of another, so all of one origin share this.
  let originals = new WeakMap<object, object>();
  const send = (to: Document, name: string, detail: unknown): void =>
    void apply(dispatchEvent, to, [new TellingEvent(name, { detail })]);
  try {
    const asked: { shared?: WeakMap<object, object> } = {};
    if (window.parent !== window) send(window.parent.document, `${channel} share`, asked);
    originals = asked.shared ?? originals;
  } catch {
    // A document of another origin.
  }
  apply(listen, document, [
    `${channel} share`,
    (event: Event) => {
      const asked = apply(detailOf, event, []) as { shared?: WeakMap<object, object> } | null;
      if (asked) asked.shared = originals;
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
    around: (original, note) => heardOf(original, note, apply),
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
        // As many of the page's frames as there would be without ours.
        const limit = (FailureOf as { stackTraceLimit?: number }).stackTraceLimit ?? 0;
        for (const line of apply(split, hooks.stack(limit + MOST_OF_OURS), ["\n"]) as string[]) {
          if (frames >= limit || !(apply(test, FRAME, [line]) as boolean) || isOurs(line)) continue;
          frames += 1;
          head += `\n${line}`;
        }
        failure.stack = head;
      } catch {
        // It stays as it is.
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

  /** A proxy: also the browser's own messages print it as the function behind it. */
  const standIn = <T extends Called>(original: T, call: (self: unknown, args: unknown[]) => unknown): T => {
    const fake: T = new PageProxy(original, {
      apply: (_: T, self: unknown, args: unknown[]) => call(self, args),
      setPrototypeOf(_: T, next: object | null): boolean {
        // A proxy would let itself become its own ancestor, where a function refuses.
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
        // Nothing of ours may stop the page's own call.
      }
      return run(original, self, args);
    });
  /** Calls a function of the browser, whose failures then do not tell of us. */
  const unmixed: Run = (original, self, args) => {
    try {
      return apply(original, self, args);
    } catch (error) {
      throw hooks.cleaned(error);
    }
  };

  // What was told before our own script world listened is told when it says that it does.
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
      // The browser names what is refused after its ancestors, and stops at a proxy.
      const { stack } = error as { stack?: unknown };
      if (typeof stack === "string" && descendsFromFunction(self))
        (error as Error).stack = apply(replace, stack, ["at Object.toString", "at Function.toString"]) as string;
      throw error;
    }
  });
  define(Function.prototype, "toString", { ...descriptorOf(Function.prototype, "toString"), value: print });
  return hooks;
}

/** A script for documents: `run` (source of a function, self-contained) is called with hooks and `config`, before anything of the page runs. */
export function hookScript(channel: string, run: (hooks: Hooks, config: never) => void, config: unknown): string {
  const given = [`(${makeHooks})(${JSON.stringify(channel)})`, JSON.stringify(config)];
  // Strict, or a call without `this` would reach the browser's function with the window.
  return `(() => { "use strict"; (${run})(${given.join(", ")}); })();`;
}

/** The other side of `tell`: runs in our own script world, and hands what is told to `hear`. */
export function listenForHooks(channel: string, hear: (text: string) => void): void {
  const ready = (): void => void document.dispatchEvent(new CustomEvent(`${channel} ready`));
  document.addEventListener(channel, (event) => {
    const text: unknown = (event as CustomEvent).detail;
    if (typeof text === "string") hear(text);
  });
  document.addEventListener(`${channel} here`, ready);
  ready();
}
