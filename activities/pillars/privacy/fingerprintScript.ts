// Runs in every document of a privacy visit before its own scripts: reports calls that are typical of fingerprinting.
import { randomUUID } from "node:crypto";
import { type Hooks, hookScript, listenForHooks } from "../../../browsers/page/inPage/hooks.ts";
import { BULK } from "../../../domain/pillars/privacy/fingerprinting.ts";

/** Random per process, so that no page can know it. */
const CHANNEL = randomUUID();

export const FINGERPRINT_SCRIPT = hookScript(CHANNEL, install, { bulk: BULK });

/** For our isolated script world, which has `hear`. */
export const FINGERPRINT_LISTENER = `globalThis.fingerprintsHeard ??= ((${listenForHooks})(${JSON.stringify(CHANNEL)}, (text) => globalThis.hear(text)), true);`;

type Config = { bulk: Record<string, string[]> };
type Canvas = { text: string; colours: string[]; saved: boolean };

/** Self-contained: its source is sent to the page. */
function install(hooks: Hooks, { bulk }: Config): void {
  const { apply, getOwnPropertyDescriptor: descriptorOf } = Reflect;
  const { stringify } = JSON;
  const mapGet = WeakMap.prototype.get;
  const mapSet = WeakMap.prototype.set;
  const { slice, indexOf } = String.prototype;
  const global = window as unknown as Record<string, { prototype?: object } | undefined>;
  const prototypes: Record<string, object | undefined> = {};
  const prototypeOf = (name: string): object | undefined => {
    if (!(name in prototypes)) prototypes[name] = global[name]?.prototype;
    return prototypes[name];
  };
  /** Captures getters now, because a page may replace them, and our script would then call the page. */
  const reader = (owner: string, name: string): ((self: unknown) => unknown) => {
    const get = descriptorOf(prototypeOf(owner) ?? {}, name)?.get;
    return (self) => (get ? apply(get, self, []) : undefined);
  };
  const cut = (text: unknown, most: number): string =>
    typeof text === "string" ? (apply(slice, text, [0, most]) as string) : "";

  /** Returns the first of a list of font families: what a script measures is whether that one is installed. */
  const firstOf = (list: unknown): string => {
    const text = cut(list, 200);
    const comma = apply(indexOf, text, [","]) as number;
    return comma < 0 ? text : cut(text, comma);
  };

  const MAX_TOLD = 400;
  const MAX_STACKS = 3_000;
  const MAX_FONTS = 200;
  const MAX_OF_ONE = 40;
  let told = 0;
  let stacks = 0;
  let fonts = 0;
  const asked = { __proto__: null } as unknown as Record<string, number>;
  const known = { __proto__: null } as unknown as Record<string, true>;
  /** Reports each kind of call once per script. */
  const tell = (api: string, detail: string): void => {
    const kind = `${api} ${detail}`;
    const times = (asked[kind] ?? 0) + 1;
    asked[kind] = times;
    const isFont = api === "Fonts.measure";
    if (times > (isFont ? 2 : MAX_OF_ONE) || (isFont && fonts >= MAX_FONTS) || stacks >= MAX_STACKS || told >= MAX_TOLD)
      return;
    stacks += 1;
    const stack = hooks.stack(12);
    const key = `${kind} ${stack}`;
    if (known[key]) return;
    known[key] = true;
    if (isFont) fonts += 1;
    else told += 1;
    hooks.tell(
      `{"type":"fingerprint","api":${stringify(api)},"detail":${stringify(cut(detail, 400))},"stack":${stringify(cut(stack, 2_000))}}`,
    );
  };

  for (const owner in bulk)
    for (const name of bulk[owner] ?? []) {
      const note = (): void => tell(`${owner}.${name}`, "");
      hooks.getter(prototypeOf(owner), name, note);
      hooks.method(prototypeOf(owner), name, note);
    }

  const connected = reader("Node", "isConnected");
  const checkVisibility = descriptorOf(prototypeOf("Element") ?? {}, "checkVisibility")?.value as () => boolean;
  const boxOf = descriptorOf(prototypeOf("Element") ?? {}, "getBoundingClientRect")?.value as () => DOMRect;
  const [rightOf, bottomOf] = [reader("DOMRectReadOnly", "right"), reader("DOMRectReadOnly", "bottom")];
  /** Whether a visitor can see the canvas; one that is never added to the document serves only the script. */
  const isSeen = (canvas: unknown): boolean => {
    if (!(connected(canvas) as boolean)) return false;
    if (!apply(checkVisibility, canvas, [{ opacityProperty: true, visibilityProperty: true }])) return false;
    const box = apply(boxOf, canvas, []);
    return (rightOf(box) as number) > 0 && (bottomOf(box) as number) + window.scrollY > 0;
  };

  const drawn = new WeakMap<object, Canvas>();
  const drawingOf = (canvas: object): Canvas => {
    const found = apply(mapGet, drawn, [canvas]) as Canvas | undefined;
    if (found) return found;
    const made: Canvas = { text: "", colours: [], saved: false };
    apply(mapSet, drawn, [canvas, made]);
    return made;
  };
  for (const [context, canvas] of [
    ["CanvasRenderingContext2D", "HTMLCanvasElement"],
    ["OffscreenCanvasRenderingContext2D", "OffscreenCanvas"],
  ] as const) {
    const canvasOf = reader(context, "canvas");
    const styleOf = reader(context, "fillStyle");
    const [widthOf, heightOf] = [reader(canvas, "width"), reader(canvas, "height")];
    const fontOf = reader(context, "font");
    const write = (self: unknown, [text]: readonly unknown[]): void => {
      const drawing = drawingOf(canvasOf(self) as object);
      if (drawing.text.length < 120) drawing.text += cut(text, 60);
      const style = styleOf(self);
      let fresh = drawing.colours.length < 3;
      for (const colour of drawing.colours) if (colour === style) fresh = false;
      if (fresh && typeof style === "string") drawing.colours[drawing.colours.length] = style;
    };
    const save = (self: unknown): void => {
      drawingOf(canvasOf(self) as object).saved = true;
    };
    const read = (element: object, width: unknown, height: unknown, type: unknown): void => {
      const drawing = apply(mapGet, drawn, [element]) as Canvas | undefined;
      if (!drawing || drawing.text === "") return;
      const seen = canvas === "HTMLCanvasElement" && isSeen(element);
      tell(
        "Canvas.read",
        `{"t":${stringify(drawing.text)},"c":${drawing.colours.length},"w":${Number(width)},"h":${Number(height)},"s":${drawing.saved},"v":${seen},"f":${stringify(cut(type, 30))}}`,
      );
    };
    hooks.method(prototypeOf(context), "fillText", write);
    hooks.method(prototypeOf(context), "strokeText", write);
    hooks.method(prototypeOf(context), "save", save);
    hooks.method(prototypeOf(context), "restore", save);
    hooks.method(prototypeOf(context), "getImageData", (self, [, , width, height]) =>
      read(canvasOf(self) as object, width, height, ""),
    );
    hooks.method(prototypeOf(context), "measureText", (self) => tell("Fonts.measure", firstOf(fontOf(self))));
    const whole = (self: unknown, type: unknown): void => read(self as object, widthOf(self), heightOf(self), type);
    hooks.method(prototypeOf(canvas), "toDataURL", (self, [type]) => whole(self, type));
    hooks.method(prototypeOf(canvas), "toBlob", (self, [, type]) => whole(self, type));
    hooks.method(prototypeOf(canvas), "convertToBlob", (self) => whole(self, ""));
  }

  for (const context of ["WebGLRenderingContext", "WebGL2RenderingContext"]) {
    const canvasOf = reader(context, "canvas");
    const unseen =
      (name: string, detail: (args: readonly unknown[]) => string) =>
      (self: unknown, args: readonly unknown[]): void => {
        const canvas = canvasOf(self) as object | null;
        if (canvas === null || connected(canvas) !== true || !isSeen(canvas)) tell(`WebGL.${name}`, detail(args));
      };
    hooks.method(
      prototypeOf(context),
      "getParameter",
      unseen("getParameter", ([number]) => (typeof number === "number" ? `${number}` : "")),
    );
    for (const name of ["getSupportedExtensions", "getShaderPrecisionFormat", "readPixels"])
      hooks.method(
        prototypeOf(context),
        name,
        unseen(name, () => ""),
      );
  }

  const plain = (owner: string, names: readonly string[], prototype = owner): void => {
    for (const name of names) hooks.method(prototypeOf(prototype), name, () => tell(`${owner}.${name}`, ""));
  };
  plain("OfflineAudioContext", ["startRendering"]);
  const Offline = prototypeOf("OfflineAudioContext");
  const isBefore = Object.prototype.isPrototypeOf;
  for (const name of ["createOscillator", "createDynamicsCompressor"])
    hooks.method(prototypeOf("BaseAudioContext"), name, (self) => {
      if (Offline && apply(isBefore, Offline, [self])) tell(`OfflineAudioContext.${name}`, "");
    });
  plain("AudioBuffer", ["getChannelData", "copyFromChannel"]);
  plain("RTCPeerConnection", ["createDataChannel", "createOffer", "addTrack", "addTransceiver"]);

  const styleOf = reader("HTMLElement", "style");
  const propertyOf = descriptorOf(prototypeOf("CSSStyleDeclaration") ?? {}, "getPropertyValue")?.value as () => string;
  const measure = (self: unknown): void => {
    const style = styleOf(self);
    const family = style ? apply(propertyOf, style, ["font-family"] as never) : "";
    if (family !== "") tell("Fonts.measure", firstOf(family));
  };
  for (const name of ["offsetWidth", "offsetHeight"]) hooks.getter(prototypeOf("HTMLElement"), name, measure);
  hooks.method(prototypeOf("Element"), "getBoundingClientRect", measure);
  hooks.method(prototypeOf("FontFaceSet"), "check", (_, [font]) => tell("Fonts.measure", firstOf(font)));
}
