// What runs in the page before its own scripts: it copies every push to a data layer and reports it through a binding.
import { MARKERS } from "../../../domain/pillars/tracking/redact.ts";

/** The function by which the page's script reports; it is taken off `window` before the page can see it. */
export const BINDING = "__plumblineTracking";
/** Pushes of one document that are copied. */
const MOST_PUSHES = 1_000;

/** `layers`: names of globals such as dataLayer. Others than plain names are left out. */
export function pageScript(layers: readonly string[]): string {
  const config = {
    binding: BINDING,
    layers: layers.filter((name) => /^[A-Za-z_$][\w$]{0,60}$/.test(name)).slice(0, 10),
    most: MOST_PUSHES,
    unread: MARKERS.unread,
    undefined: MARKERS.undefined,
  };
  return `(${install.toString()})(${JSON.stringify(config)}, ${leavePage.toString()});`;
}

/**
 * Tells the page that it is being left: the browser reports nothing of what a document sends while it is unloaded, so
 * that what is held back for then has to come out before. Self-contained: it runs in the page.
 */
export function leavePage(): void {
  const hidden = { configurable: true, get: () => true };
  const state = { configurable: true, get: () => "hidden" };
  try {
    Object.defineProperty(document, "hidden", hidden);
    Object.defineProperty(document, "visibilityState", state);
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: false }));
    window.dispatchEvent(new Event("unload"));
  } finally {
    Reflect.deleteProperty(document, "hidden");
    Reflect.deleteProperty(document, "visibilityState");
  }
}

type Config = { binding: string; layers: string[]; most: number; unread: string; undefined: string };
type Layer = { push: (...items: unknown[]) => unknown };

/** Self-contained: its source is sent to the page. What it needs of the page's globals it takes before they can be changed. */
function install(config: Config, leave: () => void): void {
  const global = window as typeof window & Record<string, unknown>;
  const report = global[config.binding] as ((text: string) => void) | undefined;
  Reflect.deleteProperty(global, config.binding);
  if (typeof report !== "function" || window !== window.top) return;
  const { apply, ownKeys, getOwnPropertyDescriptor: descriptorOf, defineProperty: define } = Reflect;
  const { isArray } = Array;
  const { stringify } = JSON;
  const { now } = Date;
  const tagOf = Object.prototype.toString;
  const iso = Date.prototype.toISOString;
  const PageNode = Node;
  const FailureOf = Error;
  const later = setTimeout;
  const AddressOf = URL;
  const id = String(performance.timeOrigin + Math.random());
  const unread = stringify(config.unread);
  const cleared = stringify(config.undefined);
  const currentEvent = descriptorOf(global, "event")?.get;
  /** What the page handles right now, where that is an input and no event of its own making. */
  const handled = (): string => {
    try {
      const event = currentEvent ? (apply(currentEvent, global, []) as Event | undefined) : undefined;
      return event?.isTrusted ? event.type : "";
    } catch {
      return "";
    }
  };
  let count = 0;

  /** JSON of a copy: bounded, cycles and elements left out, getters not called. Written by hand, since pages add toJSON. */
  const copy = (value: unknown, depth: number, above: unknown[], left: { values: number }): string => {
    left.values -= 1;
    if (value === null || value === undefined) return "null";
    if (typeof value === "string") return stringify(value.slice(0, 1_000));
    if (typeof value === "boolean") return value ? "true" : "false";
    if (typeof value === "number") return value - value === 0 ? `${value}` : stringify(`${value}`);
    if (typeof value === "bigint") return stringify(`${value}`);
    if (typeof value !== "object" || depth > 6 || left.values <= 0) return unread;
    for (const one of above) if (one === value) return unread;
    try {
      if (value instanceof PageNode) return unread;
      const tag = apply(tagOf, value, []) as string;
      if (tag === "[object Date]") return stringify(apply(iso, value, []));
      const inner = [...above, value];
      const list = isArray(value) || tag === "[object Arguments]";
      const parts: string[] = [];
      if (list) {
        const length = Math.min(100, (descriptorOf(value, "length")?.value as number) || 0);
        for (let i = 0; i < length && left.values > 0; i += 1)
          parts[i] = property(value, `${i}`, depth, inner, left) ?? "null";
        return `[${parts.join(",")}]`;
      }
      for (const key of ownKeys(value)) {
        if (typeof key !== "string" || parts.length >= 100 || left.values <= 0) continue;
        const part = property(value, key, depth, inner, left);
        if (part !== null) parts[parts.length] = `${stringify(key.slice(0, 100))}:${part}`;
      }
      return `{${parts.join(",")}}`;
    } catch {
      return unread;
    }
  };
  const property = (
    from: object,
    key: string,
    depth: number,
    above: unknown[],
    left: { values: number },
  ): string | null => {
    const found = descriptorOf(from, key);
    if (found === undefined || found.enumerable === false) return null;
    if (!("value" in found)) return unread;
    // What is set to undefined is taken away: lists keep their places by null.
    if (found.value === undefined) return isArray(from) ? null : cleared;
    return copy(found.value, depth + 1, above, left);
  };

  const stackOf = (): string => {
    const limited = FailureOf as { stackTraceLimit?: number };
    const before = limited.stackTraceLimit;
    try {
      limited.stackTraceLimit = 12;
      const { stack } = new FailureOf();
      return typeof stack === "string" ? stack.slice(0, 3_000) : "";
    } catch {
      return "";
    } finally {
      limited.stackTraceLimit = before;
    }
  };

  const isRecorded = (item: unknown): item is object =>
    (item !== null && typeof item === "object") || typeof item === "function";
  const formOf = (item: object): string => {
    if (typeof item === "function") return "function";
    if (isArray(item)) return "array";
    try {
      return apply(tagOf, item, []) === "[object Arguments]" ? "arguments" : "object";
    } catch {
      return "object";
    }
  };
  const recorded = new WeakSet<object>();
  const record = (name: string, item: unknown, stack: string): void => {
    if (!isRecorded(item)) return;
    recorded.add(item);
    count += 1;
    if (count > config.most) {
      if (count === config.most + 1) report(`{"t":"over"}`);
      return;
    }
    const form = formOf(item);
    const text = form === "function" ? "null" : copy(item, 0, [], { values: 1_000 });
    report(
      `{"t":"push","d":${stringify(id)},"l":${stringify(name)},"f":"${form}","e":${stringify(handled())},"at":${now()},"v":${text},"s":${stringify(stack)}}`,
    );
  };

  const watched = new WeakSet<object>();
  const originals = new WeakMap<object, Layer["push"]>();
  const wrappers = new WeakMap<object, Layer["push"]>();
  /** Objects that are being pushed now: a push inside a push hands on the same ones. */
  const inFlight = new Set<unknown>();

  const wrap = (name: string, original: Layer["push"]): Layer["push"] => {
    const known = wrappers.get(original);
    if (known) return known;
    const push = function (this: unknown, ...items: unknown[]): unknown {
      const fresh: unknown[] = [];
      try {
        for (const item of items) {
          if (inFlight.has(item)) continue;
          fresh[fresh.length] = item;
          inFlight.add(item);
          record(name, item, count < config.most ? stackOf() : "");
        }
      } catch {
        // Nothing of ours may stop the page's own push.
      }
      try {
        return apply(original, this, items);
      } finally {
        for (const item of fresh) inFlight.delete(item);
      }
    };
    wrappers.set(original, push);
    originals.set(push, original);
    return push;
  };

  const watch = (name: string, layer: unknown): void => {
    if (layer === null || typeof layer !== "object" || watched.has(layer)) return;
    watched.add(layer);
    // A new layer often brings along what the old one held.
    if (isArray(layer))
      for (const item of layer.slice(0, config.most))
        if (isRecorded(item) && !recorded.has(item)) record(name, item, stackOf());
    let original = (layer as Layer).push;
    if (typeof original !== "function") return;
    define(layer, "push", {
      configurable: true,
      enumerable: false,
      get: () => (typeof original === "function" ? wrap(name, original) : original),
      set: (next: Layer["push"]) => {
        original = (typeof next === "function" && originals.get(next)) || next;
      },
    });
  };

  for (const name of config.layers) {
    let current = global[name];
    define(global, name, {
      configurable: true,
      enumerable: true,
      get: () => current,
      set: (next: unknown) => {
        current = next;
        try {
          watch(name, next);
        } catch {
          // A layer that does not let itself be watched is left alone.
        }
      },
    });
  }

  /** The browser may start such a request after the document is gone, and reports nothing of it then. */
  const hearBeacons = (): (() => void) => {
    const own = descriptorOf(navigator, "sendBeacon");
    const original = navigator.sendBeacon;
    define(navigator, "sendBeacon", {
      configurable: true,
      writable: true,
      value: (...args: [string | URL, unknown]) => {
        try {
          const [url, body] = args;
          const text = typeof body === "string" || body instanceof URLSearchParams ? `${body}` : "";
          const address = new AddressOf(`${url}`, document.baseURI).href;
          report(
            `{"t":"beacon","d":${stringify(id)},"at":${now()},"u":${stringify(address)},"b":${stringify(text)},"s":${stringify(stackOf())}}`,
          );
        } catch {
          // An address that is none: the browser says so.
        }
        return apply(original, navigator, args);
      },
    });
    return () => {
      if (own) define(navigator, "sendBeacon", own);
      else Reflect.deleteProperty(navigator, "sendBeacon");
    };
  };

  let leaving = false;
  addEventListener("beforeunload", () => {
    if (leaving) return;
    const stopHearing = hearBeacons();
    try {
      leave();
    } catch {
      // The page's own handlers may throw.
    }
    stopHearing();
    leaving = true;
    later(() => {
      leaving = false;
    }, 5_000);
  });
  const onlyOnce = (event: Event): void => {
    if (leaving && event.isTrusted) event.stopImmediatePropagation();
  };
  for (const type of ["visibilitychange", "pagehide", "unload"]) addEventListener(type, onlyOnce, true);
  report(`{"t":"document","d":${stringify(id)}}`);
}
