// A Chromium behind a proxy, with one site that it may visit and one that it may not.
import { expect } from "chai";
import { type Browser, chromium, type Page } from "playwright";
import { chromiumThroughProxy } from "../../../platform/net/browserOptions.ts";
import { type FilterProxy, startFilterProxy } from "../../../platform/net/filterProxy.ts";
import { allow, closeAfterEach, findProgram, names, refusalLog } from "./helpers.ts";
import { page, redirectTo, type Site, startSite } from "./site.ts";

const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const MEBIBYTE = 1024 * 1024;

export type Stage = {
  site: Site;
  forbidden: Site;
  proxy: FilterProxy;
  browser: Browser;
  refusals: ReturnType<typeof refusalLog>;
  close(): Promise<void>;
};

/** Every name known to the stage resolves to 127.0.0.1. */
export const KNOWN = names({
  "shop.test": ["127.0.0.1"],
  "inside.test": ["127.0.0.1"],
  "*.pivot.test": ["127.0.0.1"],
  "secure.test": ["127.0.0.1"],
});

/** Returns the headless shell or a full Chromium, if one is installed. */
export function findChromium(): string | undefined {
  return findProgram("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome");
}

/** Starts everything; the allow list contains only the site, by address and port. */
export async function startStage(executablePath: string): Promise<Stage> {
  const site = await startSite({
    "/": page("<title>shop</title><body>shop"),
    "/events": (_incoming, answer) => {
      answer.writeHead(200, { "content-type": "text/event-stream" });
      answer.flushHeaders();
    },
    "/stream": (_incoming, answer) => {
      let left = 32;
      const more = (): void => {
        while (left > 0) {
          left -= 1;
          if (!answer.write(Buffer.alloc(MEBIBYTE, left))) return void answer.once("drain", more);
        }
        answer.end();
      };
      more();
    },
    "/upload": (incoming, answer) => {
      let size = 0;
      incoming.on("data", (chunk: Buffer) => {
        size += chunk.length;
      });
      incoming.on("end", () => answer.end(String(size)));
    },
    "/to-self": redirectTo("/"),
  });
  const forbidden = await startSite();
  const refusals = refusalLog();
  const proxy = await startFilterProxy({
    allowList: allow(`127.0.0.1:${site.port}`),
    resolve: KNOWN.resolve,
    onRefused: refusals.add,
  });
  const launch = chromiumThroughProxy(proxy);
  const browser = await chromium.launch({ executablePath, proxy: launch.proxy, args: [...ARGS, ...launch.args] });
  return {
    site,
    forbidden,
    proxy,
    browser,
    refusals,
    close: async () => {
      await browser.close();
      await proxy.close();
      await site.close();
      await forbidden.close();
    },
  };
}

/** A stage and, for each test, a new tab on it. */
export type StageHere = { stage: Stage; tab: Page; closers: (() => Promise<unknown>)[] };

/**
 * Registers hooks: one stage for the suite, which is skipped if no Chromium is installed. Fails every test in which the forbidden site was
 * reached.
 */
export function useStage(): StageHere {
  const here = {} as StageHere;
  before(async function () {
    const executablePath = findChromium();
    if (executablePath === undefined) return this.skip();
    here.stage = await startStage(executablePath);
  });
  beforeEach(async () => {
    here.tab = await (await here.stage.browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  });
  afterEach(() => here.tab.context().close());
  here.closers = closeAfterEach();
  afterEach(() => expect(here.stage.forbidden.connections(), "connections to the forbidden site").to.equal(0));
  after(() => here.stage?.close());
  return here;
}
