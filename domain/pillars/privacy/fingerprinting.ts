// Which scripts take the fingerprint of a browser: techniques by the criteria of published measurements, judged for each script.

/**
 * Criteria, in one table. Canvas, fonts, WebRTC and audio as Englehardt and Narayanan used them on a million sites ("Online
 * Tracking", CCS 2016, section 6; canvas after Acar et al., "The Web Never Forgets", CCS 2014). WebGL and reads in bulk
 * as FPMON ("Fingerprinting the web", 2020) and FP-Inspector (IEEE S&P 2021) list them. Stricter than they are where sound
 * pages do the same: a chart's picture, a test for emoji, the graphics of a game, a loader of fonts.
 *
 * | technique | what one script has to do                                                                                    |
 * | canvas    | writes 10 different letters or digits, or in two colours, on a canvas of 16 to 2,000 pixels that nobody sees, and |
 * |           | reads it without loss; no save() or restore()                                                                |
 * | webgl     | asks an unseen canvas for the graphics card's name, and for its extensions or ten more parameters             |
 * | audio     | makes a tone in an offline context and reads the samples                                                     |
 * | fonts     | measures text in more than 20 families                                                                        |
 * | webrtc    | makes a data channel and an offer, and no media                                                               |
 * | bulk      | reads 8 or more rarely needed properties of navigator and screen                                             |
 */
export const TECHNIQUES = ["canvas", "webgl", "audio", "fonts", "webrtc", "bulk"] as const;
export type Technique = (typeof TECHNIQUES)[number];

/** One kind of call that a script made. `detail`: a family's name, a parameter's number; of canvas reads JSON. */
export type Call = { api: string; detail: string };

/** A script that used techniques. `script` has no query; null: the page's own document, or not seen. */
export type FingerprintFact = {
  script: string | null;
  thirdParty: boolean;
  entity: string | null;
  /** A host of the page's own site that is only another name (CNAME) of somebody else's. */
  alias?: string;
  techniques: Technique[];
  /** Names of what it called. */
  calls: string[];
};

/** Each alone is ordinary; together they number a browser. */
export const MIN_TECHNIQUES = 2;

const MIN_LETTERS = 10;
const MIN_FAMILIES = 21;
const MIN_PARAMETERS = 10;
const MIN_BULK = 8;
const CANVAS_SIDE = { least: 16, most: 2_000 };
const MAX_CALLS = 40;
/** WEBGL_debug_renderer_info: the card's maker and name. */
const CARD = new Set(["37445", "37446"]);

/** What a page seldom needs, as methods and getters: `Navigator` and `Screen` are the prototypes. */
export const BULK: Readonly<Record<string, readonly string[]>> = {
  Navigator: [
    "hardwareConcurrency",
    "deviceMemory",
    "plugins",
    "mimeTypes",
    "platform",
    "languages",
    "maxTouchPoints",
    "vendor",
    "vendorSub",
    "productSub",
    "oscpu",
    "buildID",
    "doNotTrack",
    "cookieEnabled",
    "webdriver",
    "pdfViewerEnabled",
    "connection",
    "keyboard",
    "getBattery",
  ],
  NavigatorUAData: ["getHighEntropyValues"],
  MediaDevices: ["enumerateDevices"],
  Screen: ["colorDepth", "pixelDepth", "availWidth", "availHeight", "availLeft", "availTop", "orientation"],
  SpeechSynthesis: ["getVoices"],
};
/** Reads that sound scripts make too, in numbers: they count, and three of the others have to be among them. */
const ORDINARY = new Set(["colorDepth", "availWidth", "availHeight", "orientation", "languages", "cookieEnabled"]);
const MIN_RARE = 5;

type CanvasRead = {
  text: string;
  colours: number;
  width: number;
  height: number;
  saved: boolean;
  seen: boolean;
  type: string;
};

/** The techniques among the calls of one script, in the table's order. */
export function techniquesOf(calls: readonly Call[]): Technique[] {
  const apis = new Set(calls.map(({ api }) => api));
  const detailsOf = (...names: string[]) =>
    new Set(calls.filter(({ api }) => names.includes(api)).map(({ detail }) => detail));
  const read = [...BULK_NAMES].filter((name) => apis.has(name));
  const rare = read.filter((name) => !ORDINARY.has(name.split(".")[1] ?? ""));
  const parameters = [...detailsOf("WebGL.getParameter")];
  const holds: Readonly<Record<Technique, boolean>> = {
    canvas: [...detailsOf("Canvas.read")].some((detail) => isTellingCanvas(canvasOf(detail))),
    webgl:
      parameters.some((number) => CARD.has(number)) &&
      (apis.has("WebGL.getSupportedExtensions") || parameters.length >= MIN_PARAMETERS),
    audio:
      apis.has("OfflineAudioContext.startRendering") &&
      (apis.has("OfflineAudioContext.createOscillator") || apis.has("OfflineAudioContext.createDynamicsCompressor")) &&
      (apis.has("AudioBuffer.getChannelData") || apis.has("AudioBuffer.copyFromChannel")),
    fonts: familiesOf([...detailsOf("Fonts.measure")]).size >= MIN_FAMILIES,
    webrtc:
      apis.has("RTCPeerConnection.createDataChannel") &&
      apis.has("RTCPeerConnection.createOffer") &&
      !apis.has("RTCPeerConnection.addTrack") &&
      !apis.has("RTCPeerConnection.addTransceiver"),
    bulk: read.length >= MIN_BULK && rare.length >= MIN_RARE,
  };
  return TECHNIQUES.filter((technique) => holds[technique]);
}

const BULK_NAMES = new Set(Object.entries(BULK).flatMap(([owner, names]) => names.map((name) => `${owner}.${name}`)));

/** Names of calls for a person, each once. */
export function namesOfCalls(calls: readonly Call[]): string[] {
  return [...new Set(calls.map(({ api }) => api))].sort().slice(0, MAX_CALLS);
}

function isTellingCanvas(canvas: CanvasRead | undefined): boolean {
  if (!canvas || canvas.saved || canvas.seen || /jpeg|webp/.test(canvas.type)) return false;
  const { least, most } = CANVAS_SIDE;
  if ([canvas.width, canvas.height].some((side) => side < least || side > most)) return false;
  // Emoji alone ask whether the browser can draw them.
  const letters = new Set(canvas.text.match(/[\p{L}\p{N}]/gu));
  return letters.size >= MIN_LETTERS || (letters.size > 0 && canvas.colours >= 2);
}

function canvasOf(detail: string): CanvasRead | undefined {
  try {
    const { t, c, w, h, s, v, f } = JSON.parse(detail) as Record<string, unknown>;
    return {
      text: String(t),
      colours: Number(c),
      width: Number(w),
      height: Number(h),
      saved: s === true,
      seen: v === true,
      type: String(f),
    };
  } catch {
    return undefined;
  }
}

/** First families of lists such as `12px Arial, serif`: what is measured is whether the first one is there. */
function familiesOf(fonts: readonly string[]): Set<string> {
  const families = fonts.map((font) => {
    const list = font.replace(/^.*?\d[\d.]*(px|pt|em|rem|%|vw|vh)(\/\S+)?\s+/i, "");
    return (list.split(",")[0] ?? "").replaceAll(/["']/g, "").trim().toLowerCase();
  });
  return new Set(families.filter(Boolean));
}
