import { expect } from "chai";
import type { BaselinePicture } from "../../../cli/import/uploadBaselines.ts";
import { fitPictures } from "../../../cli/try/fit.ts";
import type { ReadConfiguration } from "../../../cli/try/read.ts";
import { mergeSections, type Part } from "../../../domain/import/mergeSections.ts";
import { plainPng } from "../../support/png.ts";

type Phone = { width: number; height: number; scale: number; mobile: boolean };

/** A configuration whose phone viewport is `width` wide, with a page "Home" at its own address and a screenshot of it. */
function configuration(place: string, width: number, picture: Buffer, visited = true): ReadConfiguration {
  const phone: Phone = { width, height: 667, scale: 1, mobile: true };
  const part: Part = {
    file: place,
    sections: {
      environments: [{ slug: "site", baseUrl: "http://localhost:3000" }],
      scenarios: [{ label: "Home", url: `/${place}`, viewports: ["phone"] }],
      viewports: { phone },
    },
    leftOut: [],
    own: false,
    runs: [],
    budgets: {},
  };
  const query: BaselinePicture["query"] = {
    name: "Home",
    viewport: "phone",
    width,
    height: 667,
    browser: "chromium",
    browserVersion: "of BackstopJS",
    platform: "unknown",
    test: `${place}.png`,
  };
  if (visited) query.visited = "yes";
  return { as: "backstopjs", place, part, pictures: [{ bytes: picture, query }], keep: null, modes: {} };
}
const fittedOf = (...read: ReadConfiguration[]) => {
  const merged = mergeSections(
    read.map(({ part }) => part),
    null,
  );
  const { read: fitted, leftOut } = fitPictures(read, merged);
  return {
    names: fitted.map(({ pictures }) => pictures.map(({ query }) => `${query.name} ${query.width}`)),
    leftOut,
  };
};

describe("reference pictures in a project of several configurations", () => {
  const picture = (width: number) => plainPng(width, 20, [9, 9, 9]);

  it("have the label that their page got", () => {
    expect(fittedOf(configuration("a", 375, picture(375)), configuration("b", 375, picture(375)))).to.deep.equal({
      names: [["Home 375"], ["Home (b) 375"]],
      leftOut: [],
    });
  });

  it("are left out and named where the project's viewport has another width, or they are no PNG", () => {
    const { names, leftOut } = fittedOf(
      configuration("a", 375, picture(375)),
      configuration("b", 390, picture(390)),
      configuration("c", 375, Buffer.from("no PNG")),
    );
    expect(names).to.deep.equal([["Home 375"], [], []]);
    const reason = (file: string) => `${file}.png is not a PNG of the width of its viewport (phone, 375 pixels)`;
    expect(leftOut).to.deep.equal([
      { path: "b: scenarios.Home", reason: reason("b") },
      { path: "c: scenarios.Home", reason: reason("c") },
    ]);
  });

  it("of uploaded scenarios stay as they are", () => {
    expect(fittedOf(configuration("a", 375, picture(80), false))).to.deep.equal({ names: [["Home 375"]], leftOut: [] });
  });
});
