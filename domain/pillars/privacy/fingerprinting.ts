// Detects scripts that fingerprint the browser, by criteria of published measurements applied to each script.

/**
 * Criteria in one table. Canvas, fonts, WebRTC and audio as Englehardt and Narayanan used them on a million sites ("Online
 * Tracking", CCS 2016, section 6; canvas after Acar et al., "The Web Never Forgets", CCS 2014). WebGL and bulk reads
 * as FPMON ("Fingerprinting the web", 2020) and FP-Inspector (IEEE S&P 2021) list them. Stricter than the sources where legitimate
 * pages do the same: a chart's image, an emoji test, game graphics, a font loader.
 *
 * | technique | what one script has to do                                                                                    |
 * | canvas    | draws 10 different letters or digits, or uses two colours, on an invisible canvas of 16 to 2,000 pixels, and |
 * |           | reads it losslessly; no save() or restore()                                                                  |
 * | webgl     | asks an invisible canvas for the graphics card's name, and for its extensions or ten more parameters         |
 * | audio     | generates a tone in an offline context and reads the samples                                                 |
 * | fonts     | measures text in more than 20 families                                                                       |
 * | webrtc    | creates a data channel and an offer, and no media                                                            |
 * | bulk      | reads 8 or more rarely needed properties of navigator and screen                                             |
 */
export const TECHNIQUES = ["canvas", "webgl", "audio", "fonts", "webrtc", "bulk"] as const;
export type Technique = (typeof TECHNIQUES)[number];

/** One type of call that a script made. `detail`: the name of a font family, the number of a parameter, or JSON for canvas reads. */
export type Call = { api: string; detail: string };

/** A script that used fingerprinting techniques. `script`: URL without query; null for the page's own document or an unknown script. */
export type FingerprintFact = {
  script: string | null;
  thirdParty: boolean;
  entity: string | null;
  /** Host of the page's own site that is only an alias (CNAME) of a third party's host. */
  alias?: string;
  techniques: Technique[];
  /** Names of the calls. */
  calls: string[];
};

/** Minimum number of techniques. A single one is common; together they identify a browser. */
export const MIN_TECHNIQUES = 2;

const MIN_LETTERS = 10;
const MIN_FAMILIES = 21;
const MIN_PARAMETERS = 10;
const MIN_BULK = 8;
const CANVAS_SIDE = { least: 16, most: 2_000 };
const MAX_CALLS = 40;
/** Parameters of WEBGL_debug_renderer_info: vendor and name of the graphics card. */
const CARD = new Set(["37445", "37446"]);

/** Properties that pages rarely need, as methods and getters of the prototypes `Navigator` and `Screen`. */
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
/** Reads that many legitimate scripts also make. They count for the `bulk` technique, but `MIN_RARE` other reads are required as well. */
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

/** Returns the techniques among the calls of one script, in the table's order. */
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

/** Returns the names of the calls for display, without duplicates. */
export function namesOfCalls(calls: readonly Call[]): string[] {
  return [...new Set(calls.map(({ api }) => api))].sort().slice(0, MAX_CALLS);
}

function isTellingCanvas(canvas: CanvasRead | undefined): boolean {
  if (!canvas || canvas.saved || canvas.seen || /jpeg|webp/.test(canvas.type)) return false;
  const { least, most } = CANVAS_SIDE;
  if ([canvas.width, canvas.height].some((side) => side < least || side > most)) return false;
  // Emoji alone only test whether the browser can draw them.
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

/** Returns the first family of lists such as `12px Arial, serif`, because measuring such a list tests whether the first font exists. */
function familiesOf(fonts: readonly string[]): Set<string> {
  const families = fonts.map((font) => {
    const list = font.replace(/^.*?\d[\d.]*(px|pt|em|rem|%|vw|vh)(\/\S+)?\s+/i, "");
    return (list.split(",")[0] ?? "").replaceAll(/["']/g, "").trim().toLowerCase();
  });
  return new Set(families.filter(Boolean));
}
