// A page cannot distinguish a hooked function from the browser's own: every inspection gives the same result with and without hooks.
import { expect } from "chai";
import type { Page } from "playwright";
import { FINGERPRINT_SCRIPT } from "../../../activities/pillars/privacy/fingerprintScript.ts";
import { bodyScript } from "../../../activities/pillars/tracking/bodyScript.ts";
import { BINDING, pageScript } from "../../../browsers/page/inPage/trackingScript.ts";
import { useSite } from "../../activities/capture/engine/harness.ts";
import { warmPool } from "../../support/warmPool.ts";

/** Hooked functions as owner and name; `get` for getters. */
const HOOKS: [owner: string, name: string, get?: true][] = [
  ["Function.prototype", "toString"],
  ["HTMLCanvasElement.prototype", "toDataURL"],
  ["HTMLCanvasElement.prototype", "toBlob"],
  ["CanvasRenderingContext2D.prototype", "fillText"],
  ["CanvasRenderingContext2D.prototype", "getImageData"],
  ["CanvasRenderingContext2D.prototype", "measureText"],
  ["OffscreenCanvas.prototype", "convertToBlob"],
  ["WebGLRenderingContext.prototype", "getParameter"],
  ["OfflineAudioContext.prototype", "startRendering"],
  ["BaseAudioContext.prototype", "createOscillator"],
  ["AudioBuffer.prototype", "getChannelData"],
  ["RTCPeerConnection.prototype", "createOffer"],
  ["FontFaceSet.prototype", "check"],
  ["Element.prototype", "getBoundingClientRect"],
  ["HTMLElement.prototype", "offsetWidth", true],
  ["Navigator.prototype", "hardwareConcurrency", true],
  ["Navigator.prototype", "plugins", true],
  ["Navigator.prototype", "sendBeacon"],
  ["Screen.prototype", "colorDepth", true],
  ["XMLHttpRequest.prototype", "open"],
  ["XMLHttpRequest.prototype", "send"],
  ["window", "fetch"],
  ["window", "WebSocket"],
  ["window", "EventSource"],
  ["EventTarget.prototype", "addEventListener"],
  ["Array.prototype", "push"],
];

/** Self-contained, runs in the page: returns as text the results of every way to inspect one function that this test knows. */
function looks(hooks: typeof HOOKS): Record<string, string> {
  const attempt = (look: () => unknown): string => {
    try {
      const seen = look();
      return typeof seen === "string" ? seen : (JSON.stringify(seen) ?? String(seen));
    } catch (error) {
      return String((error as Error).stack ?? error).replaceAll(/:\d+:\d+/g, "");
    }
  };
  const describe = (found: PropertyDescriptor | undefined) =>
    found &&
    Object.entries(found).map(([key, value]) => `${key} ${typeof value === "function" ? "function" : String(value)}`);
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const fresh = frame.contentWindow as typeof window;
  const answers: Record<string, string> = {};
  const all = hooks.flatMap(([owner, name, get]) =>
    [window, fresh].map((realm, at) => ({ owner, name, get, realm, where: at === 0 ? "" : " in a fresh frame" })),
  );
  for (const { owner, name, get, realm, where } of all) {
    const holder = owner
      .split(".")
      .reduce((one, key) => (key === "window" ? realm : (one as never)[key]), realm as object);
    const found = Object.getOwnPropertyDescriptor(holder, name);
    const fn = (get ? found?.get : found?.value) as (...args: unknown[]) => unknown;
    const other = realm === window ? fresh : (window as typeof window);
    const asked: Record<string, () => unknown> = {
      descriptor: () => describe(found),
      text: () => fn.toString(),
      "text by the prototype": () => Function.prototype.toString.call(fn),
      "text by another document": () =>
        (other as unknown as { Function: typeof Function }).Function.prototype.toString.call(fn),
      "text as a string": () => `${fn as unknown as string}`,
      "text of the text's function": () => `${fn.toString.toString()} ${Function.prototype.toString.toString()}`,
      name: () => fn.name,
      length: () => fn.length,
      "own keys": () => Reflect.ownKeys(fn).map(String),
      "descriptors of its own": () =>
        Reflect.ownKeys(fn).map((key) => describe(Object.getOwnPropertyDescriptor(fn, key))),
      prototype: () => [
        "prototype" in fn,
        Object.getPrototypeOf(fn) === (realm as unknown as { Function: typeof Function }).Function.prototype,
      ],
      "own prototype": () => Object.hasOwn(fn, "prototype"),
      construct: () => String(new (fn as unknown as new () => object)()),
      extend: () => String(class extends (fn as unknown as new () => object) {}),
      "called without this": () =>
        get || !/^(fetch|push|addEventListener)$/.test(name) ? fn.call(undefined) : fn.call(null),
      "called on a plain object": () => (name === "push" ? fn.call(Object.freeze([1]), 2) : fn.call({})),
      "called on its prototype": () => (name === "push" ? 0 : String(fn.call(holder))),
      caller: () => (fn as unknown as { caller: unknown }).caller,
      arguments: () => (fn as unknown as { arguments: unknown }).arguments,
      cycle: () => {
        const before = Object.getPrototypeOf(fn);
        try {
          Object.setPrototypeOf(fn, Object.create(fn));
        } finally {
          Object.setPrototypeOf(fn, before);
        }
      },
      "text of a child": () => Object.create(fn).toString(),
      same: () => fn === (get ? Object.getOwnPropertyDescriptor(holder, name)?.get : (holder as never)[name]),
    };
    for (const [look, ask] of Object.entries(asked)) answers[`${owner}.${name}${where}: ${look}`] = attempt(ask);
  }
  answers["names of the window"] = attempt(
    () => Object.getOwnPropertyNames(fresh).length + Object.getOwnPropertyNames(window).sort().join(),
  );
  const walked: string[] = [];
  for (const key in window) walked.push(key);
  answers["walk of the window"] = attempt(() => walked.sort().join());
  answers["keys of the window"] = attempt(() => Object.keys(window).sort().join());
  answers["symbols of the window"] = attempt(() => Object.getOwnPropertySymbols(window).map(String));
  answers["keys of the document"] = attempt(() => Reflect.ownKeys(document).map(String));
  answers["limit of stacks"] = attempt(() => describe(Object.getOwnPropertyDescriptor(Error, "stackTraceLimit")));
  const page = window as unknown as { dataLayer?: unknown[] };
  const realms = [window, fresh] as unknown as { Object: typeof Object; Reflect: typeof Reflect }[];
  const lookAtLayer = (when: string): void => {
    const asked: Record<string, () => unknown> = {
      type: () => typeof page.dataLayer,
      descriptors: () => realms.map((realm) => describe(realm.Object.getOwnPropertyDescriptor(window, "dataLayer"))),
      reflected: () => realms.map((realm) => describe(realm.Reflect.getOwnPropertyDescriptor(window, "dataLayer"))),
      among: () => realms.map((realm) => describe(realm.Object.getOwnPropertyDescriptors(window).dataLayer)),
      owned: () =>
        realms.map((realm) => [realm.Object.hasOwn(window, "dataLayer"), realm.Reflect.has(window, "dataLayer")]),
      asked: () => [
        // biome-ignore lint/suspicious/noPrototypeBuiltins: it is one of the looks.
        window.hasOwnProperty("dataLayer"),
        // biome-ignore lint/suspicious/noPrototypeBuiltins: it is one of the looks.
        window.propertyIsEnumerable("dataLayer"),
        String((window as unknown as { __lookupGetter__(name: string): unknown }).__lookupGetter__("dataLayer")),
      ],
      names: () =>
        realms.map((realm) => [
          realm.Object.getOwnPropertyNames(window).includes("dataLayer"),
          realm.Reflect.ownKeys(window).includes("dataLayer"),
          realm.Object.keys(window).includes("dataLayer"),
        ]),
      "own keys": () => page.dataLayer && Reflect.ownKeys(page.dataLayer).map(String),
      push: () =>
        page.dataLayer && [page.dataLayer.push === Array.prototype.push, Object.hasOwn(page.dataLayer, "push")],
      kind: () => page.dataLayer && Object.getPrototypeOf(page.dataLayer) === Array.prototype,
    };
    for (const [look, ask] of Object.entries(asked)) answers[`the layer ${when}: ${look}`] = attempt(ask);
  };
  lookAtLayer("before it is there");
  page.dataLayer = [];
  lookAtLayer("when it is new");
  page.dataLayer.push({ event: "one" });
  page.dataLayer = page.dataLayer.concat([]);
  lookAtLayer("when it is another");
  const own = function push(this: unknown[], ...items: unknown[]) {
    return Array.prototype.push.apply(this, items);
  };
  page.dataLayer.push = own as never;
  const theirs = page.dataLayer.push as unknown as typeof own;
  answers["a push of the page's own"] = attempt(() => [
    theirs.toString(),
    Function.prototype.toString.call(theirs),
    theirs.name,
    theirs.length,
    "prototype" in theirs,
    Reflect.ownKeys(theirs).map(String),
    describe(Object.getOwnPropertyDescriptor(page.dataLayer, "push")),
  ]);
  frame.remove();
  return answers;
}

describe("functions that are heard", function () {
  this.timeout(120_000);
  const sites = useSite();

  const answersOf = async (script: string): Promise<Record<string, string>> => {
    // Run by a script of the page, because a debugger's own frames would differ from the page's.
    const url = sites.site.on(
      "/looks",
      `<p>text</p><script>document.body.title = JSON.stringify((${looks})(${JSON.stringify(HOOKS)}));</script>`,
    );
    const options = { width: 800, height: 600, scale: 1, mobile: false, reducedMotion: false, stillImages: false };
    const lease = await warmPool().acquire(
      "chromium",
      { ...options, initScript: script },
      new AbortController().signal,
    );
    try {
      const page: Page = lease.page;
      await lease.cdp?.session.send("Runtime.enable");
      await lease.cdp?.session.send("Runtime.addBinding", { name: BINDING });
      await page.goto(url);
      return JSON.parse(await page.evaluate(() => document.body.title)) as Record<string, string>;
    } finally {
      await lease.release();
    }
  };
  /** Without a hook, and with the replacement of the binding removed, as the scripts do. */
  const unheard = `delete globalThis[${JSON.stringify(BINDING)}];`;

  for (const [name, script] of Object.entries({
    "those of fingerprints": `${unheard}${FINGERPRINT_SCRIPT}`,
    "those of data layers": pageScript(["dataLayer"]),
    "those of bodies": `${bodyScript(BINDING, 1_000)}${unheard}`,
  }))
    it(`look like the browser's own: ${name}`, async () => {
      const [own, heard] = [await answersOf(unheard), await answersOf(script)];
      const different = Object.keys(own).filter((look) => own[look] !== heard[look]);
      expect(
        different.map((look) => `${look}: ${heard[look]?.slice(0, 300)} instead of ${own[look]?.slice(0, 300)}`),
      ).to.deep.equal([]);
      expect(Object.keys(own)).to.have.length.above(HOOKS.length * 30);
    });
});
