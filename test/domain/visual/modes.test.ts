import { expect } from "chai";
import { modeShape, modesShape } from "../../../domain/import/modeShape.ts";
import {
  baselineModesOf,
  modeInOrder,
  modeNamed,
  modeNamesOf,
  tooManyCombinations,
  unsupportedBy,
  viewportIn,
} from "../../../domain/visual/modes.ts";
import { DEFAULT_VIEWPORTS } from "../../../domain/visual/shot.ts";
import { viewWords } from "../../../domain/visual/viewWords.ts";

const refusal = (shape: { validateSync(value: unknown, options: object): unknown }, value: unknown): string => {
  try {
    shape.validateSync(value, { strict: true });
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("modes", () => {
  it("are the scenario's own, else those of the project, else the page as it is", () => {
    expect(modeNamesOf({ modes: ["dark"] }, ["print"])).to.deep.equal(["dark"]);
    expect(modeNamesOf({ modes: [] }, ["print"])).to.deep.equal(["print"]);
    expect(modeNamesOf({})).to.deep.equal(["default"]);
    expect(baselineModesOf({ modes: ["default", "dark"] })).to.deep.equal([{}, { mode: "dark" }]);
  });

  it("are found by name, whatever objects inherit", () => {
    const modes = { dark: { colorScheme: "dark" } } as const;
    expect(modeNamed("dark", modes)).to.deep.equal({ name: "dark", colorScheme: "dark" });
    expect(modeNamed("default", modes)).to.equal(null);
    expect(modeNamed("constructor", modes)).to.equal(undefined);
  });

  it("replace the viewport's scale, and nothing else of it", () => {
    const { phone } = DEFAULT_VIEWPORTS;
    expect(viewportIn(phone, { scale: 2 })).to.deep.equal({ ...phone, scale: 2 });
    expect(viewportIn(phone, { colorScheme: "dark" })).to.equal(phone);
    expect(viewportIn(phone, undefined)).to.equal(phone);
  });

  it("are refused by browsers that would show another page", () => {
    expect(unsupportedBy("chromium", { name: "contrast", forcedColors: true })).to.equal(null);
    expect(unsupportedBy("firefox", { name: "contrast", forcedColors: true })).to.match(
      /^Firefox .*forced colors.*"contrast"/,
    );
    expect(unsupportedBy("firefox", { name: "paper", media: "print" })).to.match(/^Firefox .*print/);
    expect(unsupportedBy("firefox", { name: "dark", colorScheme: "dark" })).to.equal(null);
    expect(unsupportedBy("firefox", { name: "plain", forcedColors: false, media: "screen" })).to.equal(null);
  });

  it("are bounded with viewports and browsers, and the count is told", () => {
    expect(tooManyCombinations(3, 3, 4)).to.equal(null);
    expect(tooManyCombinations(3, 2, 7)).to.equal(
      "3 viewports × 2 browsers × 7 modes make 42 screenshots of one scenario; the maximum is 36",
    );
  });

  it("have their fields in one order", () => {
    const written = Object.keys(modeInOrder({ media: "print", colorScheme: "dark" }));
    expect(written).to.deep.equal(["colorScheme", "media"]);
  });

  it("stand beside viewport and browser in names", () => {
    expect(viewWords({ viewport: "desktop", browser: "chromium" })).to.equal("desktop, chromium");
    expect(viewWords({ viewport: "desktop", browser: "chromium", mode: "dark" })).to.equal("desktop, dark, chromium");
  });

  const wrong: [what: object, said: RegExp][] = [
    [{}, /must have at least one setting/],
    [{ locale: "xx-YYYYYYYYYY" }, /must be a language/],
    [{ locale: "german" }, /must be a language/],
    [{ timeZone: "Europe/Nowhere" }, /must be a time zone/],
    [{ scale: 4 }, /less than or equal to 3/],
    [{ scale: 0.1 }, /greater than or equal to 0.5/],
    [{ colorScheme: "sepia" }, /must be one of.*light, dark/],
    [{ colour: "dark" }, /colour/],
  ];
  for (const [what, said] of wrong)
    it(`refuse ${JSON.stringify(what)}`, () => {
      expect(refusal(modeShape, what)).to.match(said);
    });

  it("take every field", () => {
    const all = { colorScheme: "dark", locale: "de-DE", timeZone: "Asia/Tokyo", reducedMotion: false, scale: 2 };
    expect(refusal(modeShape, { ...all, forcedColors: true, media: "print" })).to.equal("");
  });

  it("have names of their own, and at most 20 of them", () => {
    const dark = { colorScheme: "dark" };
    expect(refusal(modesShape, { dark, "de-dark": dark })).to.equal("");
    expect(refusal(modesShape, { default: dark })).to.match(/default, which is the page without a mode/);
    expect(refusal(modesShape, { Dark: dark })).to.match(/lower-case letters, digits and dashes/);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`m${at}`, dark]));
    expect(refusal(modesShape, many)).to.match(/at most 20 modes/);
  });
});
