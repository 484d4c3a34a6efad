// Drives one page along the ways of an exploration. Each way starts with the same session: the one right after entering the site.
import type { Page } from "playwright";
import type { BrowserPool, PageLease } from "../../../browsers/browserPool.ts";
import type { SiteEntry } from "../../../browsers/page/access.ts";
import { type Entrance, enterSite } from "../../../browsers/page/enterSite.ts";
import { CaptureFailure, type ExplainFailure } from "../../../browsers/page/failures.ts";
import { fillField } from "../../../browsers/page/fill.ts";
import { DocumentGoneError, LateError, worldsOf } from "../../../browsers/page/frameWorlds.ts";
import { type Guard, Late } from "../../../browsers/page/guard.ts";
import { inTime } from "../../../browsers/page/inTime.ts";
import { DEFAULT_LIMITS } from "../../../browsers/page/limits.ts";
import { openPage } from "../../../browsers/page/navigate.ts";
import { optionsOf, withPage } from "../../../browsers/page/withPage.ts";
import { LABEL_WORDS, labelReader } from "../../../domain/consent/labelKind.ts";
import type { Act, Filling, SeenPage, TreeEntry } from "../../../domain/explore/explore.ts";
import { EXPLORE_LIMITS } from "../../../domain/explore/limits.ts";
import { readTree, saysLoading } from "../../../domain/explore/tree.ts";
import { DEFAULT_VIEWPORTS } from "../../../domain/visual/shot.ts";
import { readControls } from "./inPage.ts";
import { readSession, restore } from "./keptSession.ts";
import { guardRequests, type Refusal, type RequestGuard } from "./requestGuard.ts";

const { loadMs, actionMs, quietMs } = EXPLORE_LIMITS;
/** A click that navigates starts its navigation within this time. */
const AFTER_CLICK_MS = 40;
/** Maximum reads of a page with scripts until two consecutive reads are equal. */
const LOOKS = 6;
const BETWEEN_LOOKS_MS = 120;
/** Maximum reads of a page that shows no controls yet, or shows that it is loading. */
const SHELL_LOOKS = 25;
/** For everything in one page. */
const TOTAL_MS = 600_000;

/** What was seen at the end of a way. `url`: the page's address at that time. */
export type Sight = { url: string; page: SeenPage; entries: TreeEntry[]; sent: number };
/** A way that leads to no state. `ended`: the session is no longer reliable, so a new one must be started. */
export type NoSight = { reason: string; ended: boolean };

export type Walker = {
  /** Name of the button that closed the consent banner; null if there was none. */
  consent: string | null;
  walk(path: string, acts: readonly Act[]): Promise<{ sight: Sight } | NoSight>;
  /** Returns how many visible elements have exactly this text. */
  countText(text: string): Promise<number>;
  picture(): Promise<Uint8Array | null>;
};

export type WalkerOptions = {
  origin: string;
  startPath: string;
  access: SiteEntry | undefined;
  explainFailure?: ExplainFailure;
  judge(url: string): Refusal | null;
  /** undefined: look for a banner; null: there is none; otherwise the button that closes it. */
  consent: string | null | undefined;
};

const REFUSED: Readonly<Record<Refusal, string>> = {
  elsewhere: "It leads to another site.",
  destructive: "It looks destructive, so its request was not sent.",
  robots: "robots.txt disallows it.",
  unfit: "Its target is not a page.",
};

/** Enters the site in a fresh context and uses it; the context is always closed. Chromium only. */
export async function withWalker<T>(
  pool: BrowserPool,
  options: WalkerOptions,
  signal: AbortSignal,
  use: (walker: Walker) => Promise<T>,
): Promise<T> {
  const wish = optionsOf({ viewport: DEFAULT_VIEWPORTS.desktop, reducedMotion: true });
  return withPage(pool, "chromium", wish, { signal, totalMs: TOTAL_MS }, async (lease, guard) =>
    use(await openWalker(lease, guard, options)),
  );
}

async function openWalker(lease: PageLease, guard: Guard, options: WalkerOptions): Promise<Walker> {
  const { origin, startPath, access, explainFailure, judge } = options;
  const limits = { ...DEFAULT_LIMITS, loadMs };
  const entrance = await enterSite(lease, { url: origin + startPath, access, guard, limits, explainFailure });
  const requests = await guard.run(guardRequests(lease, judge), actionMs);
  const parts: Parts = { lease, page: lease.page, guard, entrance, requests, origin, access, explainFailure };
  await open(parts, startPath);
  await entrance.requireSignedIn();
  await settle(parts);
  const consent = await closeBanner(parts, options.consent);
  let session = await readSession(parts);
  let renewed = entrance.renewed();
  let fresh = true;
  return {
    consent,
    async walk(path, acts) {
      try {
        if (!fresh) await restore(parts, session);
        fresh = false;
        requests.sent();
        requests.refused();
        await open(parts, path);
        if (entrance.renewed() > renewed) {
          renewed = entrance.renewed();
          session = await readSession(parts);
        }
        await settle(parts);
        for (const act of acts) {
          const problem = await perform(parts, act);
          if (problem !== null) return { reason: problem, ended: false };
        }
        return { sight: { ...(await look(parts)), sent: requests.sent() } };
      } catch (error) {
        guard.signal.throwIfAborted();
        const refused = requests.refused();
        if (refused !== null) return { reason: REFUSED[refused], ended: false };
        if (error instanceof CaptureFailure) return { reason: error.reason.message, ended: false };
        if (error instanceof Late || error instanceof LateError || error instanceof DocumentGoneError)
          return { reason: "The page did not answer in time.", ended: true };
        throw error;
      }
    },
    countText: (text) =>
      guard.run(lease.page.getByText(text, { exact: true }).filter({ visible: true }).count(), actionMs),
    picture: async () => {
      const shot = lease.page.screenshot({ type: "jpeg", quality: 60, timeout: actionMs, animations: "disabled" });
      return guard.run(
        shot.catch(() => null),
        actionMs * 2,
      );
    },
  };
}

type Parts = {
  lease: PageLease;
  page: Page;
  guard: Guard;
  entrance: Entrance;
  requests: RequestGuard;
  origin: string;
  access: SiteEntry | undefined;
  explainFailure?: ExplainFailure;
};

async function open({ page, guard, entrance, origin, explainFailure }: Parts, path: string): Promise<void> {
  const url = origin + path;
  await entrance.openWith(url, () => openPage(page, url, guard, entrance.traffic, loadMs, explainFailure));
}

/** Waits until the page has loaded and its network is quiet, each for a bounded time. */
async function settle({ page, guard, entrance }: Parts): Promise<void> {
  await inTime(guard, page.waitForLoadState("load", { timeout: 0 }), loadMs);
  await entrance.traffic.quiet(quietMs);
}

/** Performs the action; returns why it failed, or null. */
async function perform(parts: Parts, act: Act): Promise<string | null> {
  const { page, guard, requests } = parts;
  const one = (role: string, name: string) =>
    page.getByRole(role as Parameters<Page["getByRole"]>[0], { name, exact: true });
  const fill = async ({ role, name, how, value }: Filling): Promise<void> => {
    const field = one(role, name);
    if (how === "select") await field.selectOption({ label: value }, { timeout: actionMs });
    else if (how === "check") await field.check({ timeout: actionMs });
    else await fillField(field, value, actionMs);
  };
  const done = async (): Promise<void> => {
    if (act.kind === "click") {
      const found = one(act.role, act.name);
      return (act.nth === undefined ? found : found.nth(act.nth - 1)).click({ timeout: actionMs });
    }
    for (const field of act.fields) await fill(field);
    const last = act.fields.findLast(({ how }) => how === "fill");
    if (act.submit !== "") await one("button", act.submit).click({ timeout: actionMs });
    else if (last) await one(last.role, last.name).press("Enter", { timeout: actionMs });
  };
  try {
    await guard.run(done(), actionMs * 12);
  } catch (error) {
    guard.signal.throwIfAborted();
    const refused = requests.refused();
    if (refused !== null) return REFUSED[refused];
    if (error instanceof CaptureFailure || error instanceof Late) throw error;
    return act.kind === "click" ? `The ${act.role} could not be clicked.` : "The form could not be filled in and sent.";
  }
  await guard.sleep(AFTER_CLICK_MS);
  await settle(parts);
  const refused = requests.refused();
  return refused === null ? null : REFUSED[refused];
}

/** Reads roles and names as Playwright's locators see them, with the forms and controls behind them. */
async function look(parts: Parts): Promise<Omit<Sight, "sent">> {
  const { page, guard, lease, entrance, explainFailure, origin } = parts;
  const failure = entrance.traffic.documentFailure(explainFailure);
  if (failure) throw failure;
  let before = "";
  for (let looks = 1; ; looks += 1) {
    const [tree, seen] = await Promise.all([
      guard.run(page.locator("body").ariaSnapshot({ timeout: actionMs }), actionMs * 2),
      guard
        .run(worldsOf(lease, guard).main(), actionMs)
        .then((world) => world.evaluate<SeenPage>(`(${readControls})()`, actionMs)),
    ]);
    // A client-rendered page is empty at first, or shows that it is loading, and two such reads are equal.
    const isShell = (seen.controls.length === 0 && seen.forms.length === 0) || seen.busy || saysLoading(tree);
    if (!seen.scripted || looks >= SHELL_LOOKS || (!isShell && (tree === before || looks >= LOOKS))) {
      const url = page.url();
      if (URL.parse(url)?.origin !== origin) throw new CaptureFailure("page_error", REFUSED.elsewhere);
      return { url, page: seen, entries: readTree(tree) };
    }
    before = tree;
    await guard.sleep(BETWEEN_LOOKS_MS);
  }
}

const kindOf = labelReader(LABEL_WORDS);

/** Rejects if the banner allows it, otherwise accepts, because what is behind it cannot be reached otherwise. */
async function closeBanner(parts: Parts, known: string | null | undefined): Promise<string | null> {
  if (known === null) return null;
  const { entries } = await look(parts);
  const buttons = entries.filter(({ role, name }) => role === "button" && name !== "");
  const named = known ?? bannerButton(buttons.map(({ name }) => name));
  if (named === null || buttons.filter(({ name }) => name === named).length !== 1) return known ?? null;
  const problem = await perform(parts, { kind: "click", role: "button", name: named });
  return problem === null ? named : null;
}

function bannerButton(names: readonly string[]): string | null {
  const alone = names.filter((name) => names.filter((other) => other === name).length === 1);
  const reject = alone.find((name) => kindOf(name) === "reject");
  if (reject !== undefined) return reject;
  // "OK" alone is not a banner: accepting counts only next to a settings choice, or if it mentions cookies.
  const accept = alone.find((name) => kindOf(name) === "accept");
  const settings = alone.some((name) => kindOf(name) === "settings");
  return accept !== undefined && (settings || /cookie/i.test(accept)) ? accept : null;
}
