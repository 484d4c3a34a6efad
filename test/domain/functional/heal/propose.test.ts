import { expect } from "chai";
import { FITS, neighbourOf, propose } from "../../../../domain/functional/heal/propose.ts";
import { likeness, similarity } from "../../../../domain/functional/heal/similarity.ts";
import type { Fingerprint } from "../../../../domain/functional/target.ts";

const BLANK: Fingerprint = {
  tag: "button",
  role: "button",
  name: "",
  text: "",
  type: "",
  alt: "",
  id: "",
  classes: [],
  href: "",
  ariaLabel: "",
  attributes: {},
  neighbours: [],
  box: { x: 100, y: 100, width: 120, height: 40 },
  path: "html>body>main>form>button",
};
const named = (name: string, change: Partial<Fingerprint> = {}): Fingerprint => ({
  ...BLANK,
  name,
  text: name,
  ...change,
});
const link = (name: string, href: string): Fingerprint =>
  named(name, { tag: "a", role: "link", href, path: "html>body>nav>a" });

const SEND = named("Send the request", { id: "send", classes: ["button"], neighbours: ["A photo of the damage"] });
const any = () => true;

describe("the likeness of two elements", () => {
  it("is 1 for one and the same, and falls with what differs", () => {
    expect(similarity(SEND, SEND).score).to.equal(1);
    const moved = similarity(SEND, { ...SEND, box: { ...SEND.box, y: 900 } }).score;
    const renamed = similarity(SEND, { ...SEND, name: "Off it goes", text: "Off it goes" }).score;
    expect(moved).to.be.within(0.9, 0.999);
    expect(renamed).to.be.below(moved).and.above(0.35);
  });

  it("names what agreed, the heaviest first, and says nothing of what the element never had", () => {
    const { agreed } = similarity(SEND, { ...SEND, id: "other", classes: [] });
    expect(agreed.slice(0, 3)).to.deep.equal(["name", "text", "neighbours"]);
    expect(agreed).to.not.include.members(["alt", "href", "id", "classes"]);
  });

  it("of noted elements weighs name and address", () => {
    const journal = link("Our journal", "/journal");
    expect(likeness(journal, link("Our journal here", "/journal"))).to.be.above(
      likeness(journal, link("Our journal", "/about")),
    );
  });
});

describe("the proposal of an element", () => {
  const beside = [link("About", "/about"), link("Journal", "/journal")];

  for (const [what, now, expected] of [
    ["is the same one under another name", named("Send it", { id: "send", neighbours: SEND.neighbours }), "proposed"],
    ["is the same one in another form", named("Send the request", { tag: "input", type: "submit" }), "proposed"],
    ["is none: another thing is in its place", named("Log out", { neighbours: ["Account"] }), "gone"],
  ] as const)
    it(what, () => {
      const found = propose(SEND, [...beside, now], FITS.click ?? any, beside.map(neighbourOf));
      if (found.kind === "proposed") expect(found.best.fingerprint).to.equal(now);
      expect(found.kind === "proposed" ? "proposed" : found.why).to.equal(expected);
    });

  it("is none between two that are as like it as each other, and lists both", () => {
    const twins = [named("Send the request", { id: "send" }), named("Send the request", { id: "send" })];
    const found = propose(SEND, twins, any);
    expect(found).to.include({ kind: "none", why: "ambiguous" });
    expect(found.candidates.map(({ fingerprint }) => fingerprint.id)).to.deep.equal(["send", "send"]);
    expect(found)
      .to.have.property("message")
      .that.matches(/^Two elements are similar to the original one \(0\.\d\d and 0\.\d\d\)/);
  });

  it("is none between two that nobody tells apart, however far one is ahead", () => {
    const far = { ...SEND, id: "", classes: [], neighbours: [], box: { ...SEND.box, y: 3_000 } };
    const found = propose(SEND, [SEND, far], any, beside.map(neighbourOf));
    expect(found).to.include({ kind: "none", why: "ambiguous" });
    expect((found.candidates[0]?.score ?? 0) - (found.candidates[1]?.score ?? 0)).to.be.above(0.1);
  });

  it("is never an element that stood beside it before, however like it is", () => {
    const first = named("First name", { tag: "input", role: "textbox", text: "" });
    const last = named("Last name", { tag: "input", role: "textbox", text: "" });
    expect(propose(first, [last], FITS.fill ?? any, beside.map(neighbourOf)).kind).to.equal("proposed");
    expect(propose(first, [last], FITS.fill ?? any, [neighbourOf(last)])).to.include({ kind: "none", why: "gone" });
  });

  for (const [what, now, others, expected] of [
    ["one that is half like it, beside others", named("Send it", { id: "go" }), beside, "proposed"],
    ["one that is half like it, alone", named("Send it", { id: "go" }), null, "gone"],
    [
      "one that is nearly the same, alone",
      { ...SEND, classes: [] as string[], path: "html>body>form>div>button" },
      [],
      "proposed",
    ],
  ] as const)
    it(`without what stood beside it is nearly the same: ${what} is ${expected}`, () => {
      const found = propose(SEND, [now], any, others?.map(neighbourOf));
      expect(found.kind === "proposed" ? "proposed" : found.why).to.equal(expected);
    });

  it("is none of those that are more like another one that was there: they were renamed", () => {
    const others = [link("Our journal", "/journal"), link("About us", "/about")].map(neighbourOf);
    const now = [link("Our journal here", "/journal"), link("About us here", "/about")];
    expect(propose(link("Journal", "/news"), now, FITS.click ?? any, others)).to.include({ kind: "none", why: "gone" });
  });

  it("keeps one of two equal ones where one of them was the target", () => {
    const brand = link("Juniper & Oak", "/");
    const foot = { ...brand, path: "html>body>footer>a", box: { ...brand.box, y: 2_000 } };
    const found = propose(brand, [brand, foot], FITS.click ?? any, [neighbourOf(foot)]);
    expect(found.kind === "proposed" && found.best.fingerprint).to.equal(brand);
  });

  for (const [op, fits, not] of [
    ["fill", named("Name", { tag: "input", role: "textbox" }), named("Name")],
    ["select", named("Size", { tag: "select", role: "combobox" }), named("Size", { tag: "input", role: "textbox" })],
    ["check", named("Gift", { tag: "input", type: "checkbox", role: "checkbox" }), named("Gift")],
    ["upload", named("Photo", { tag: "input", type: "file" }), named("Photo", { tag: "input", type: "text" })],
    ["click", named("Pay", { tag: "div", role: "button" }), named("Pay", { tag: "input", role: "textbox" })],
  ] as const)
    it(`is one that ${op} can be done to`, () => {
      const found = propose({ ...fits }, [not, fits], FITS[op] ?? any);
      expect(found.candidates.map(({ fingerprint }) => fingerprint)).to.deep.equal([fits]);
    });

  // The target of waiting, hovering, scrolling or dragging may be anything visible, such as a status.
  for (const op of ["waitFor", "hover", "scroll", "drag"])
    it(`is anything that was there, for ${op}`, () => {
      const told = named("Your basket is ready", { tag: "div", role: "status", path: "html>body>main>div" });
      const changed = { ...told, classes: ["note"], box: { ...told.box, y: 300 } };
      const found = propose(told, [link("Journal", "/journal"), changed], FITS[op] ?? (() => false), [
        neighbourOf(link("Journal", "/journal")),
      ]);
      expect(found.kind === "proposed" && found.best.fingerprint).to.equal(changed);
      // Clicking it would do nothing, so it is not a candidate there.
      expect(propose(told, [changed], FITS.click ?? any, [])).to.include({ kind: "none", why: "gone" });
    });

  it("has no row for expectations: they are never healed", () => {
    expect(Object.keys(FITS).filter((op) => op.startsWith("expect"))).to.deep.equal([]);
  });
});
