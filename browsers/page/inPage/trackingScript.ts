// Runs in the page before its own scripts: copies every push to a data layer and reports it through a binding.
import { randomUUID } from "node:crypto";
import { MARKERS } from "../../../domain/pillars/tracking/redact.ts";
import { type Hooks, hookScript } from "./hooks.ts";

/** Name of the binding the page script reports through; it is removed from `window` before the page can see it. */
export const BINDING = "__plumblineTracking";
/** Random per process, so that no page can know it. */
const CHANNEL = randomUUID();
/** Name of the event that announces to the page script that the window is about to be closed. */
export const CLOSING = `${CHANNEL} closing`;
/** Maximum number of pushes copied per document. */
const MAX_PUSHES = 1_000;

/** Returns the page script. `layers`: names of globals such as dataLayer; anything but a plain name is ignored. */
export function pageScript(layers: readonly string[]): string {
  const config = {
    binding: BINDING,
    closing: CLOSING,
    layers: layers.filter((name) => /^[A-Za-z_$][\w$]{0,60}$/.test(name)).slice(0, 10),
    most: MAX_PUSHES,
    unread: MARKERS.unread,
    function: MARKERS.function,
    undefined: MARKERS.undefined,
  };
  return hookScript(CHANNEL, install, config, leavePage);
}

/**
 * Signals to the page that it is being left: the browser reports nothing that a document sends while it is unloaded, so
 * requests held back for that moment must be sent earlier. Self-contained: it runs in the page.
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

/** Runs in the page before its window is closed. */
export function announceClosing(name: string): void {
  dispatchEvent(new Event(name));
}

type Config = {
  binding: string;
  closing: string;
  layers: string[];
  most: number;
  unread: string;
  function: string;
  undefined: string;
};
/** Remaining budget of one copy. */
type Left = { values: number; characters: number };
type Layer = { push: (...items: unknown[]) => unknown };

/** Self-contained: its source is sent to the page. It captures the globals it needs before the page can change them. */
function install(hooks: Hooks, config: Config, leave: () => void): void {
  const global = window as typeof window & Record<string, unknown>;
  const report = global[config.binding] as ((text: string) => void) | undefined;
  Reflect.deleteProperty(global, config.binding);
  if (typeof report !== "function" || window !== window.top) return;
  const { apply, ownKeys, getOwnPropertyDescriptor: descriptorOf, defineProperty: define } = Reflect;
  const { getPrototypeOf: parentOf } = Reflect;
  const { isArray } = Array;
  const { stringify } = JSON;
  const { min } = Math;
  const { now } = Date;
  const tagOf = Object.prototype.toString;
  const iso = Date.prototype.toISOString;
  const PageNode = Node;
  const later = setTimeout;
  const AddressOf = URL;
  const id = String(performance.timeOrigin + Math.random());
  const unread = stringify(config.unread);
  const callback = stringify(config.function);
  const cleared = stringify(config.undefined);
  const currentEvent = descriptorOf(global, "event")?.get;
  /** Returns the type of the event the page is currently handling if it is a user input; "" for events the page dispatched itself. */
  const handled = (): string => {
    try {
      const event = currentEvent ? (apply(currentEvent, global, []) as Event | undefined) : undefined;
      return event?.isTrusted ? event.type : "";
    } catch {
      return "";
    }
  };
  let count = 0;

  /** Returns JSON of a copy: bounded, without cycles and elements, and without calling getters. Written by hand, because pages add toJSON. */
  const copy = (value: unknown, depth: number, above: unknown[], left: Left): string => {
    left.values -= 1;
    if (value === null || value === undefined) return "null";
    if (typeof value === "string") {
      left.characters -= min(value.length, 1_000);
      return left.characters < 0 ? unread : stringify(value.slice(0, 1_000));
    }
    if (typeof value === "boolean") return value ? "true" : "false";
    if (typeof value === "number") return value - value === 0 ? `${value}` : stringify(`${value}`);
    if (typeof value === "bigint") return stringify(`${value}`);
    if (typeof value === "function") return callback;
    if (typeof value !== "object" || depth > 12 || left.values <= 0) return unread;
    for (const one of above) if (one === value) return unread;
    try {
      if (value instanceof PageNode) return unread;
      const tag = apply(tagOf, value, []) as string;
      if (tag === "[object Date]") return stringify(apply(iso, value, []));
      const inner = [...above, value];
      const list = isArray(value) || tag === "[object Arguments]";
      const parts: string[] = [];
      if (list) {
        const length = Math.min(200, (descriptorOf(value, "length")?.value as number) || 0);
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
  const property = (from: object, key: string, depth: number, above: unknown[], left: Left): string | null => {
    const found = descriptorOf(from, key);
    if (found === undefined || found.enumerable === false) return null;
    if (!("value" in found)) return unread;
    // Undefined properties are dropped; in lists null keeps the position.
    if (found.value === undefined) return isArray(from) ? null : cleared;
    return copy(found.value, depth + 1, above, left);
  };

  const { slice } = String.prototype;
  const stackOf = (): string => apply(slice, hooks.stack(14), [0, 3_000]) as string;

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
  const recorded = new WeakMap<object, true>();
  const record = (name: string, item: unknown, stack: string): void => {
    if (!isRecorded(item)) return;
    apply(mapSet, recorded, [item, true]);
    count += 1;
    if (count > config.most) {
      if (count === config.most + 1) report(`{"t":"over"}`);
      return;
    }
    const form = formOf(item);
    const text = form === "function" ? "null" : copy(item, 0, [], { values: 2_000, characters: 60_000 });
    report(
      `{"t":"push","d":${stringify(id)},"l":${stringify(name)},"f":"${form}","e":${stringify(handled())},"at":${now()},"v":${text},"s":${stringify(stack)}}`,
    );
  };

  const mapGet = WeakMap.prototype.get;
  const mapSet = WeakMap.prototype.set;
  /** Maps watched objects to their names, and holds the page's own push functions that are observed. */
  const layers = new WeakMap<object, string>();
  const heard = new WeakMap<object, true>();
  /** Objects currently being pushed: a push inside a push passes on the same ones. */
  let inFlight: readonly unknown[] = [];
  const isInFlight = (item: unknown): boolean => {
    for (let at = 0; at < inFlight.length; at += 1) if (inFlight[at] === item) return true;
    return false;
  };

  const pushed = (self: unknown, items: readonly unknown[]): void => {
    const name =
      typeof self === "object" && self !== null ? (apply(mapGet, layers, [self]) as string | undefined) : undefined;
    if (name === undefined) return;
    for (let at = 0; at < items.length; at += 1)
      if (!isInFlight(items[at])) record(name, items[at], count < config.most ? stackOf() : "");
  };
  hooks.method(Array.prototype, "push", pushed);

  /** Hooks a push function defined by the page where it is defined: on the layer, or on its prototype. */
  const hearOwnPush = (layer: object): void => {
    for (let at: object | null = layer; at !== null && at !== Array.prototype; at = parentOf(at)) {
      const found = descriptorOf(at, "push");
      if (found === undefined) continue;
      const own: unknown = found.value;
      if (typeof own !== "function" || apply(mapGet, heard, [own])) return;
      const fake = hooks.around(own as Layer["push"], pushed, (items) => {
        const before = inFlight;
        inFlight = [...before, ...items];
        return () => {
          inFlight = before;
        };
      });
      apply(mapSet, heard, [fake, true]);
      define(at, "push", { ...found, value: fake });
      return;
    }
  };

  const watch = (name: string, layer: unknown): void => {
    if (layer === null || typeof layer !== "object") return;
    if (apply(mapGet, layers, [layer]) === undefined) {
      apply(mapSet, layers, [layer, name]);
      // A new layer often contains the entries of the old one.
      if (isArray(layer))
        for (let at = 0; at < layer.length && at < config.most; at += 1)
          if (isRecorded(layer[at]) && !apply(mapGet, recorded, [layer[at]])) record(name, layer[at], stackOf());
    }
    hearOwnPush(layer);
  };

  for (const name of config.layers) {
    let current = global[name];
    let there = name in global;
    const quietly = (layer: unknown): void => {
      try {
        watch(name, layer);
      } catch {
        // A layer that cannot be watched is left alone.
      }
    };
    const accessor = {
      configurable: true,
      enumerable: there,
      get: (): unknown => {
        // The page may have replaced its push since.
        if (there) quietly(current);
        return current;
      },
      set: (next: unknown): void => {
        if (!there) define(global, name, { ...accessor, enumerable: true });
        there = true;
        current = next;
        quietly(next);
      },
    };
    define(global, name, accessor);
    hooks.present(global, name, () => {
      const found = descriptorOf(global, name);
      if (found?.get !== accessor.get) return found;
      return there ? { value: current, writable: true, enumerable: true, configurable: true } : undefined;
    });
  }

  /** The browser may start such a request after the document is gone, and does not report it then. */
  let hearing = false;
  const Fields = URLSearchParams;
  hooks.method(Navigator.prototype, "sendBeacon", (_, [url, body]) => {
    if (!hearing) return;
    const text = typeof body === "string" || body instanceof Fields ? `${body}` : "";
    const address = new AddressOf(`${url}`, document.baseURI).href;
    report(
      `{"t":"beacon","d":${stringify(id)},"at":${now()},"u":${stringify(address)},"b":${stringify(text)},"s":${stringify(stackOf())}}`,
    );
  });

  let leaving = false;
  /** Set when the service is about to close the window: the browser then reports everything, and the page's own events are enough. */
  let closing = false;
  addEventListener(config.closing, () => {
    closing = true;
  });
  addEventListener("beforeunload", () => {
    if (leaving || closing) return;
    hearing = true;
    try {
      leave();
    } catch {
      // The page's own handlers may throw.
    }
    hearing = false;
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
