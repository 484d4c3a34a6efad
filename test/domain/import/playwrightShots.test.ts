import { expect } from "chai";
import { nearestViewport } from "../../../domain/import/backstopViewports.ts";
import { playwrightShots } from "../../../domain/import/playwrightShots.ts";

const of = (...paths: (string | [string, number])[]) =>
  playwrightShots(
    paths.map((one) => (typeof one === "string" ? { path: one, width: 1280 } : { path: one[0], width: one[1] })),
    { otherwise: "chromium", nearest: nearestViewport },
  );

describe("a folder of Playwright's screenshots", () => {
  const names: [string, string, string, string][] = [
    ["shop.spec.ts-snapshots/checkout-error-chromium-linux.png", "checkout-error", "chromium", "desktop"],
    ["a/b/shop.spec.ts-snapshots/checkout-error-webkit-darwin.png", "checkout-error", "webkit", "desktop"],
    ["shop.spec.ts-snapshots/home-Mobile-Safari-linux.png", "home", "webkit", "phone"],
    ["shop.spec.ts-snapshots/home-Google-Chrome-win32.png", "home", "chromium", "desktop"],
    ["shop.spec.ts-snapshots/home-linux.png", "home", "chromium", "desktop"],
    ["home.png", "home", "chromium", "desktop"],
    ["shop.spec.ts-snapshots/cart/full-firefox-linux.png", "cart/full", "firefox", "desktop"],
  ];
  for (const [path, name, browser, viewport] of names)
    it(`${path} is "${name}" in ${browser}`, () => {
      const { shots, leftOut } = of(path);
      expect(leftOut).to.deep.equal([]);
      expect(shots[0]).to.include({ path, name, browser, viewport });
    });

  it("counts as the size that its width is closest to", () => {
    expect(of(["home-linux.png", 390]).shots[0]).to.include({ viewport: "phone" });
  });

  it("takes the picture of the platform that CI has, and lists the others", () => {
    const { shots, leftOut } = of("s-snapshots/home-chromium-darwin.png", "s-snapshots/home-chromium-linux.png");
    expect(shots.map(({ path }) => path)).to.deep.equal(["s-snapshots/home-chromium-linux.png"]);
    expect(leftOut).to.deep.equal([
      { path: "s-snapshots/home-chromium-darwin.png", reason: "is for darwin; the one for linux was imported" },
    ]);
  });

  it("lists what cannot be told apart", () => {
    const { shots, leftOut } = of(
      "a.spec.ts-snapshots/home-linux.png",
      "b.spec.ts-snapshots/home-linux.png",
      "-chromium-linux.png",
    );
    expect(shots).to.have.length(1);
    expect(leftOut.map(({ reason }) => reason)).to.have.members([
      "has no name of 1 to 200 characters",
      "has the name, browser and size of a.spec.ts-snapshots/home-linux.png: give it a different name",
    ]);
  });
});
