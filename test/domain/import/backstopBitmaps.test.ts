import { expect } from "chai";
import type { Fields } from "../../../domain/fields.ts";
import { backstopBitmaps, bitmapsFolder } from "../../../domain/import/backstopBitmaps.ts";
import { backstopSections } from "../../../domain/import/backstopSections.ts";

const VIEWPORTS = [
  { label: "phone", width: 375, height: 667 },
  { label: "my desk", width: 1280, height: 800 },
];
const URL_OF = { url: "http://localhost:3000/" };
const of = (config: Fields, files: string[]) => {
  const { sections } = backstopSections(config);
  return backstopBitmaps(config, files, { scenarios: sections.scenarios ?? [], sizes: sections.viewports ?? {} });
};

describe("reference bitmaps of BackstopJS", () => {
  const config = { id: "shop", viewports: VIEWPORTS, scenarios: [{ label: "Home: page/1", ...URL_OF }] };
  const FILES = ["shop_Home_page_1_0_document_0_phone.png", "shop_Home_page_1_0_document_1_my_desk.png"];

  it("belong to scenario and viewport by their names", () =>
    expect(of(config, [...FILES, "shop_Other_0_document_0_phone.png"])).to.deep.equal({
      bitmaps: [
        { file: FILES[0], label: "Home: page/1", viewport: "phone", width: 375, height: 667 },
        { file: FILES[1], label: "Home: page/1", viewport: "desktop", width: 1280, height: 800 },
      ],
      leftOut: [],
    }));

  it("with viewports and selectors of the scenario defaults", () => {
    const scenarioDefaults = { viewports: VIEWPORTS, selectors: ["body:noclip"] };
    const files = FILES.map((name) => name.replace("document", "bodynoclip"));
    const { bitmaps } = of({ ...config, viewports: VIEWPORTS.toReversed(), scenarioDefaults }, files);
    expect(bitmaps.map(({ file }) => file)).to.deep.equal(files);
  });

  it("without an id of the configuration any beginning does", () =>
    expect(
      of(
        { ...config, id: undefined },
        FILES.map((name) => name.replace("shop", "backstop_default")),
      ).bitmaps,
    ).to.have.length(2));

  for (const [what, change, files, reason] of [
    ["with a missing one are not taken at all", {}, FILES.slice(0, 1), /no reference bitmap for desktop/],
    ["of another id are not its own", { id: "other" }, FILES, /no reference bitmap for phone/],
    [
      "of elements are not taken",
      { scenarios: [{ label: "Home: page/1", ...URL_OF, selectors: ["#a"] }] },
      FILES,
      /only those of the whole page/,
    ],
    [
      "under a template of one's own are not read",
      { fileNameTemplate: "{scenarioLabel}" },
      FILES,
      /bitmaps with custom names/,
    ],
  ] as const)
    it(what, () => {
      const { bitmaps, leftOut } = of({ ...config, ...change }, [...files]);
      expect(bitmaps).to.deep.equal([]);
      expect(leftOut[0]?.reason).to.match(reason);
    });

  it("are in the folder that the configuration names", () => {
    expect(bitmapsFolder({ paths: { bitmaps_reference: "x/y" } })).to.equal("x/y");
    expect(bitmapsFolder({})).to.equal("backstop_data/bitmaps_reference");
  });
});
