import { expect } from "chai";
import { BrowserUnavailableError } from "../../browsers/errors.ts";
import { findBrowser, type Machine } from "../../browsers/find.ts";
import { hashOfFonts } from "../../browsers/fonts.ts";
import type { BrowserName } from "../../domain/visual/shot.ts";

const PLAYWRIGHT = "/home/user/.cache/ms-playwright";
const PATHS: Record<BrowserName, string> = {
  chromium: `${PLAYWRIGHT}/chromium-1248/chrome-linux/chrome`,
  firefox: `${PLAYWRIGHT}/firefox-1555/firefox/firefox`,
  webkit: `${PLAYWRIGHT}/webkit-2370/pw_run.sh`,
};
const SHELL = `${PLAYWRIGHT}/chromium_headless_shell-1248/INSTALLATION_COMPLETE`;

function machine(files: string[], programs: string[] = [], scripts: Record<string, string> = {}): Machine {
  return {
    exists: (path) => files.includes(path),
    readStart: (path) => scripts[path] ?? "",
    which: (program) => (programs.includes(program) ? `/usr/bin/${program}` : undefined),
    playwrightPath: (kind) => PATHS[kind],
  };
}

describe("finding a browser", () => {
  const cases: [name: string, kind: BrowserName, machine: Machine, expected: object][] = [
    [
      "Playwright's shell first",
      "chromium",
      machine([SHELL, PATHS.chromium], ["chromium-headless-shell"]),
      { product: "chromium-headless-shell" },
    ],
    [
      "then the system's shell",
      "chromium",
      machine([PATHS.chromium], ["chromium", "chromium-headless-shell"]),
      { product: "chromium-headless-shell", executablePath: "/usr/bin/chromium-headless-shell" },
    ],
    [
      "then Playwright's full Chromium",
      "chromium",
      machine([PATHS.chromium], ["chromium"]),
      { product: "chromium", channel: "chromium" },
    ],
    [
      "then the system's",
      "chromium",
      machine([], ["google-chrome", "chromium"]),
      { product: "chromium", executablePath: "/usr/bin/chromium" },
    ],
    [
      "Playwright's Firefox first",
      "firefox",
      machine([PATHS.firefox], ["firefox-esr"]),
      { product: "firefox-playwright" },
    ],
    [
      "then the system's, over BiDi",
      "firefox",
      machine([], ["firefox", "firefox-esr"]),
      { product: "firefox", executablePath: "/usr/bin/firefox-esr", channel: "moz-firefox" },
    ],
    ["only Playwright's WebKit", "webkit", machine([PATHS.webkit]), { product: "webkit" }],
    [
      "the program behind a script that does nothing else",
      "chromium",
      machine(["/usr/lib/chromium/shell"], ["chromium-headless-shell"], {
        "/usr/bin/chromium-headless-shell": '#!/bin/sh -e\n\n/usr/lib/chromium/shell "$@"\n',
      }),
      { executablePath: "/usr/lib/chromium/shell" },
    ],
    [
      "the script itself when it does more",
      "chromium",
      machine(["/usr/lib/chromium/shell"], ["chromium-headless-shell"], {
        "/usr/bin/chromium-headless-shell": '#!/bin/sh\nexport A=1\n/usr/lib/chromium/shell "$@"\n',
      }),
      { executablePath: "/usr/bin/chromium-headless-shell" },
    ],
  ];
  for (const [name, kind, on, expected] of cases)
    it(`${kind}: ${name}`, () => expect(findBrowser(kind, undefined, on)).to.include(expected));

  it("takes the path it is given", () => {
    expect(findBrowser("chromium", "/opt/chrome", machine([]))).to.deep.equal({
      product: "chromium",
      executablePath: "/opt/chrome",
    });
    expect(findBrowser("firefox", "/opt/firefox", machine([]))).to.include({ channel: "moz-firefox" });
  });

  for (const [kind, command] of [
    ["chromium", "apt-get install chromium-headless-shell"],
    ["firefox", "apt-get install firefox-esr"],
    ["webkit", "npx playwright install --with-deps webkit"],
  ] as const)
    it(`says which command brings ${kind}`, () => {
      expect(() => findBrowser(kind, undefined, machine([]))).to.throw(BrowserUnavailableError, command);
    });
});

describe("the fingerprint of the fonts", () => {
  it("does not depend on the order", () => {
    expect(hashOfFonts("A:style=Bold\nB\n")).to.equal(hashOfFonts("B\nA:style=Bold\nB\n"));
    expect(hashOfFonts("A\n")).not.to.equal(hashOfFonts("B\n"));
  });
});
