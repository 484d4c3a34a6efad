import { expect } from "chai";
import { nearestViewport } from "../../../domain/import/backstopViewports.ts";
import { playwrightModes } from "../../../domain/import/playwrightModes.ts";
import { playwrightShots } from "../../../domain/import/playwrightShots.ts";

const of = (config: Record<string, unknown>) => playwrightModes(config, nearestViewport);

describe("the projects of a Playwright configuration", () => {
  for (const [use, mode, options] of [
    [{ colorScheme: "dark" }, "dark", { colorScheme: "dark" }],
    [{ locale: "de-DE" }, "de-de", { locale: "de-DE" }],
    [{ timezoneId: "Europe/Berlin" }, "berlin", { timeZone: "Europe/Berlin" }],
    [{ reducedMotion: "reduce" }, "reduced-motion", { reducedMotion: true }],
    [{ contextOptions: { reducedMotion: "no-preference" } }, "motion", { reducedMotion: false }],
    [{ forcedColors: "active" }, "forced-colors", { forcedColors: true }],
    [{ deviceScaleFactor: 1.5 }, "1-5x", { scale: 1.5 }],
    [
      { colorScheme: "dark", locale: "ja-JP", deviceScaleFactor: 2 },
      "dark-ja-jp-2x",
      { colorScheme: "dark", locale: "ja-JP", scale: 2 },
    ],
  ] as const)
    it(`${JSON.stringify(use)} is the mode ${mode}`, () => {
      const { modes, projects, leftOut } = of({ projects: [{ name: "one", use }] });
      expect(modes).to.deep.equal({ [mode]: options });
      expect(projects).to.deep.equal([{ project: "one", mode }]);
      expect(leftOut).to.deep.equal([]);
    });

  it("what is as it is without a mode asks for none", () => {
    const use = {
      colorScheme: "light",
      locale: "en-US",
      timezoneId: "UTC",
      forcedColors: "none",
      deviceScaleFactor: 1,
    };
    expect(of({ use })).to.deep.equal({ projects: [{ project: "" }], modes: {}, leftOut: [] });
  });

  it("what no mode can say is named with its place", () => {
    const use = { colorScheme: "no-preference", deviceScaleFactor: 8, timezoneId: "Mars/Base", locale: "de-DE" };
    const { modes, leftOut } = of({ projects: [{ name: "a" }, { name: "b", use }] });
    expect(modes).to.deep.equal({ "de-de": { locale: "de-DE" } });
    expect(leftOut.map(({ path }) => path)).to.deep.equal([
      "projects[1].use.colorScheme",
      "projects[1].use.timezoneId",
      "projects[1].use.deviceScaleFactor",
    ]);
  });

  it("a project has the common options, its own before them, and equal ones share a mode", () => {
    const { modes, projects } = of({
      use: { locale: "de-DE" },
      projects: [
        { name: "desk", use: { plumblineDevice: "Desktop Firefox" } },
        { name: "Mobile Dark", use: { plumblineDevice: "Pixel 5", colorScheme: "dark" } },
        { name: "english", use: { locale: "en-US", viewport: { width: 800, height: 600 }, browserName: "webkit" } },
      ],
    });
    expect(projects).to.deep.equal([
      { project: "desk", browser: "firefox", viewport: "desktop", mode: "de-de" },
      { project: "Mobile-Dark", browser: "chromium", viewport: "phone", mode: "dark-de-de" },
      { project: "english", browser: "webkit", viewport: "tablet" },
    ]);
    expect(Object.keys(modes)).to.deep.equal(["de-de", "dark-de-de"]);
  });

  it("tell screenshots of one name apart by their modes", () => {
    const { projects } = of({ projects: [{ name: "chromium" }, { name: "night", use: { colorScheme: "dark" } }] });
    const paths = ["s-snapshots/home-chromium-linux.png", "s-snapshots/home-night-linux.png"];
    const { shots, leftOut } = playwrightShots(
      paths.map((path) => ({ path, width: 1280 })),
      { otherwise: "chromium", nearest: nearestViewport, projects },
    );
    expect(shots.map(({ name, browser, mode }) => [name, browser, mode])).to.deep.equal([
      ["home", "chromium", undefined],
      ["home", "chromium", "dark"],
    ]);
    expect(leftOut).to.deep.equal([]);
  });

  it("without projects its mode is that of every file", () => {
    const { projects } = of({ use: { colorScheme: "dark" } });
    const { shots } = playwrightShots([{ path: "s-snapshots/home-linux.png", width: 1280 }], {
      otherwise: "firefox",
      nearest: nearestViewport,
      projects,
    });
    expect(shots[0]).to.include({ mode: "dark", browser: "firefox" });
  });
});
