import { expect } from "chai";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { scrubTrace } from "../../../activities/functional/scrubTrace.ts";

const line = (event: object) => `${JSON.stringify(event)}\n`;
const snapshot = (html: unknown) => ({ type: "frame-snapshot", snapshot: { html } });
const trace = (text: string, more: Record<string, Uint8Array> = {}) =>
  zipSync({ "trace.trace": strToU8(text), ...more }, { level: 1 });
const cleaned = (html: unknown) => {
  const out = strFromU8(unzipSync(scrubTrace(trace(line(snapshot(html))), []))["trace.trace"] as Uint8Array);
  return (JSON.parse(out) as ReturnType<typeof snapshot>).snapshot.html;
};

describe("a trace of a hostile page", () => {
  for (const [what, html, expected] of [
    [
      "a right tree",
      ["HTML", { lang: "en" }, ["BODY", {}, "Text", [[1, 4]]]],
      ["HTML", { lang: "en" }, ["BODY", {}, "Text", [[1, 4]]]],
    ],
    ["attributes that are markup", ["P", { 'a"><b': "1", id: "x" }], ["P", { id: "x" }]],
    ["handlers of events", ["P", { onclick: "1", OnLoad: "2" }], ["P", {}]],
    ["values that are no texts", ["P", { id: { a: 1 }, class: 7 }, 5, null], ["P", {}, "", ""]],
    ["an element that is markup", ["p><script", {}, "a"], ["SPAN", {}, "a"]],
    ["a frame of another site", ["iframe", { src: "https://evil.example", title: "t" }], ["iframe", { title: "t" }]],
    ["a frame's own snapshot", ["IFRAME", { src: "/snapshot/frame@1" }], ["IFRAME", { src: "/snapshot/frame@1" }]],
    ["references that are no numbers", [["<b>", "x"]], [[0, 0]]],
    ["no tree at all", { html: "<b>" }, ""],
  ] as const)
    it(`${what}: names that are well-formed stay`, () => expect(cleaned(html)).to.deep.equal(expected));

  it("a secret that looks like other JSON leaves it readable", () => {
    const event = { type: "before", isMain: true, startTime: 51234.25, apiName: "Type 1234" };
    const scrubbed = unzipSync(scrubTrace(trace(line(event)), ["1234", "true"]))["trace.trace"] as Uint8Array;
    expect(JSON.parse(strFromU8(scrubbed))).to.deep.equal({ ...event, apiName: "Type ••••••" });
  });

  it("fields named __proto__ change nothing", () => {
    const text = line(snapshot(["P", {}])).replace('"html"', '"__proto__":{"polluted":1},"html"');
    expect(scrubTrace(trace(text, { __proto__: strToU8("x") } as never), [])).to.be.instanceOf(Uint8Array);
    expect(({} as { polluted?: number }).polluted).to.equal(undefined);
  });

  for (const [what, zip] of [
    [
      "nested deeper than any page",
      () =>
        trace(
          `${'{"type":"frame-snapshot","snapshot":{"html":'}${'["A",{},'.repeat(40_000)}""${"]".repeat(40_000)}}}\n`,
        ),
    ],
    ["lines that are no JSON", () => trace("<html>\n")],
    ["no trace within", () => zipSync({ "a.txt": strToU8("a") })],
    ["no archive", () => strToU8("PK no archive")],
    ["a bomb", () => trace(line(snapshot("")), { "resources/a": new Uint8Array(1_000_001) })],
  ] as const)
    it(`${what}: refused`, () => expect(() => scrubTrace(zip(), [], 1_000_000)).to.throw());
});
