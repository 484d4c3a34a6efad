// The criteria by which calls count as techniques: each just met, and just missed.
import { expect } from "chai";
import { BULK, type Call, techniquesOf } from "../../../../domain/pillars/privacy/fingerprinting.ts";

const calls = (...apis: string[]): Call[] => apis.map((api) => ({ api, detail: "" }));
const details = (api: string, all: readonly (string | number)[]): Call[] =>
  all.map((detail) => ({ api, detail: String(detail) }));
const canvas = (change: Record<string, unknown> = {}): Call[] => [
  {
    api: "Canvas.read",
    detail: JSON.stringify({ t: "Cwm fjordbank", c: 1, w: 240, h: 60, s: false, v: false, f: "", ...change }),
  },
];
const families = (count: number) => Array.from({ length: count }, (_, at) => `Family ${at}`);
const silentTone = ["OfflineAudioContext.startRendering", "OfflineAudioContext.createOscillator"];
const offer = ["RTCPeerConnection.createDataChannel", "RTCPeerConnection.createOffer"];
const bulk = Object.entries(BULK).flatMap(([owner, names]) => names.map((name) => `${owner}.${name}`));

const CASES: [of: string, made: Call[], gives: string[]][] = [
  ["hidden text of many letters", canvas(), ["canvas"]],
  ["hidden text in two colours", canvas({ t: "abc", c: 2 }), ["canvas"]],
  ["a few letters in one colour", canvas({ t: "abc" }), []],
  ["emoji alone", canvas({ t: "🏳️‍⚧️🇨🇶🫆🐨🏴🙂😃🎉🚀🧪🪐🫠", c: 3 }), []],
  ["a canvas that is seen", canvas({ v: true }), []],
  ["a drawing with save()", canvas({ s: true }), []],
  ["a canvas of 10 pixels", canvas({ h: 10 }), []],
  ["a picture of a whole poster", canvas({ w: 4_000, h: 3_000 }), []],
  ["a photo", canvas({ f: "image/jpeg" }), []],
  ["what is no canvas read", [{ api: "Canvas.read", detail: "{" }], []],
  [
    "the card and extensions",
    [...details("WebGL.getParameter", [37_446]), ...calls("WebGL.getSupportedExtensions")],
    ["webgl"],
  ],
  ["the card and many parameters", details("WebGL.getParameter", [37_445, 1, 2, 3, 4, 5, 6, 7, 8, 9]), ["webgl"]],
  ["the card alone", details("WebGL.getParameter", [37_445, 37_446]), []],
  [
    "parameters without the card",
    [...details("WebGL.getParameter", families(30)), ...calls("WebGL.getSupportedExtensions")],
    [],
  ],
  ["a silent tone that is read", calls(...silentTone, "AudioBuffer.getChannelData"), ["audio"]],
  ["a tone that is rendered", calls(...silentTone), []],
  ["samples of a song", calls("OfflineAudioContext.startRendering", "AudioBuffer.getChannelData"), []],
  ["21 families", details("Fonts.measure", families(21)), ["fonts"]],
  ["20 families", details("Fonts.measure", families(20)), []],
  [
    "one family in many sizes and spellings",
    details(
      "Fonts.measure",
      families(30).flatMap((_, at) => [`${at}px Arial`, `bold ${at}px/1.2 "Arial"`]),
    ),
    [],
  ],
  ["an offer of data", calls(...offer), ["webrtc"]],
  ["a call with pictures", calls(...offer, "RTCPeerConnection.addTrack"), []],
  ["everything of navigator and screen", calls(...bulk), ["bulk"]],
  ["what a layout asks for", calls(...bulk.filter((name) => name.startsWith("Screen."))), []],
  ["seven properties", calls(...bulk.slice(0, 7)), []],
  ["nothing", [], []],
];

describe("techniques of fingerprints", () => {
  for (const [of, made, gives] of CASES)
    it(`${gives.join(", ") || "none"}: ${of}`, () => expect(techniquesOf(made)).to.deep.equal(gives));
});
