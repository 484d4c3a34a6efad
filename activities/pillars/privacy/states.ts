// One visit for each state of consent, each in its own browser context.

import { closeWindow, LEAVING_SCRIPT } from "../../../browsers/page/closeWindow.ts";
import { CaptureFailure } from "../../../browsers/page/failures.ts";
import { leavePage } from "../../../browsers/page/inPage/trackingScript.ts";
import { bounded } from "../../../browsers/page/inTime.ts";
import { openPage } from "../../../browsers/page/navigate.ts";
import { type Visit, visitPage } from "../../../browsers/page/visit.ts";
import type { Gathered } from "../../../domain/audit/page.ts";
import type { ChosenState, PrivacyData, Snapshot } from "../../../domain/pillars/privacy/gathered.ts";
import { purposeOf, stableName } from "../../../domain/pillars/privacy/knownKeys.ts";
import { DEFAULT_VIEWPORTS } from "../../../domain/visual/shot.ts";
import { type ResolveAlias, rememberingAlias } from "../../../platform/net/resolveAlias.ts";
import type { GatherTools as AuditTools } from "../../audit/pillar.ts";
import { type Autoconsent, watchBanners } from "../../consent/autoconsent.ts";
import {
  answerBanner,
  bannerReturned,
  type ConsentSelectors,
  type Found,
  type PageReader,
  unreadableBanner,
  waitForBanner,
} from "./banner.ts";
import { cloakedHosts } from "./cloaked.ts";
import { FINGERPRINT_LISTENER, FINGERPRINT_SCRIPT } from "./fingerprintScript.ts";
import { type FingerprintLog, fingerprintsOf, logFingerprints } from "./fingerprints.ts";
import { readNotice } from "./links.ts";
import type { Press } from "./pressByWords.ts";
import { bare, logRequests, type Phase, type RequestLog, settleChoice } from "./requests.ts";
import { type OwnSites, siteOf } from "./sites.ts";
import { factsOf, type Jar, readConsentCalls, takeJar, writtenSince } from "./snapshot.ts";
import { trafficOf } from "./traffic.ts";

/** For tests: `resolveAlias` replaces the system's name servers, `stayMs` the ten seconds on a page. */
export type GatherTools = AuditTools & { resolveAlias?: ResolveAlias; stayMs?: number };

/** Maximum wait for a banner after the page has loaded. */
const BANNER_MS = 6_000;
/** Watching ends after `quiet` ms without a request, not before `least` and not after `most`. */
const WATCH = { least: 1_500, quiet: 1_000, most: 8_000 };
/** After a scroll and after leaving. */
const SHORT_WATCH = { least: 600, quiet: 400, most: 2_000 };
/** Trackers wait for a visitor who stays, so a page is watched for this long after loading. */
const STAY_MS = 10_500;
const ANSWER_MS = 5_000;

/** One per worker, so that lookups are reused across pages. */
const resolveAlias = rememberingAlias();

type Opened = {
  visit: Visit;
  reader: PageReader;
  log: RequestLog;
  fingerprints: FingerprintLog;
  site: string;
  own: OwnSites;
  /** performance.now() at which the current document had loaded. */
  loadedAt: number;
  jar(): Promise<Jar>;
};
type Before = Pick<PrivacyData, "finalUrl" | "site" | "banner" | "before" | "privacyLink" | "fields">;

/** Calls `asked` as soon as there is a banner that can be answered, so that the other visits need not wait for the end of this one. */
export function gatherBefore(
  tools: GatherTools,
  url: string,
  selectors: ConsentSelectors,
  asked: () => void,
): Promise<Gathered<Before>> {
  return open(tools, url, selectors, async (opened): Promise<Before> => {
    const { reader, site, visit } = opened;
    const found = await waitForBanner(reader, BANNER_MS);
    if (found && unreadableBanner(found).unreadable === undefined) asked();
    await watch(opened);
    const notice = await readNotice(reader.autoconsent.worlds);
    await stay(opened, tools.stayMs);
    const calls = await readConsentCalls(reader.autoconsent.worlds);
    const jar = await opened.jar();
    await leave(opened);
    return {
      finalUrl: bare(visit.finalUrl) ?? url,
      site,
      banner: found
        ? {
            method: found.method,
            cmp: found.cmp,
            acceptLabel: found.seen?.accept ?? null,
            rejectLabel: found.seen?.reject ?? null,
            settingsLabel: found.seen?.settings ?? null,
            ...unreadableBanner(found),
          }
        : null,
      before: await snapshotOf(tools, opened, "before", [calls], jar),
      ...notice,
    };
  });
}

/** Anything unreachable, for whatever reason, is `not_measured`. */
export async function gatherChosen(
  tools: GatherTools,
  url: string,
  selectors: ConsentSelectors,
  press: Press,
): Promise<ChosenState> {
  const visited = await open(tools, url, selectors, (opened) => choose(tools, opened, url, press));
  if (visited.state === "gathered") return visited.data;
  return {
    state: "not_measured",
    code: "visit_failed",
    reason: visited.reason,
    method: null,
    cmp: null,
    pressed: false,
  };
}

async function choose(tools: GatherTools, opened: Opened, url: string, press: Press): Promise<ChosenState> {
  const { visit, reader, log } = opened;
  const found = await waitForBanner(reader, BANNER_MS);
  if (!found) return unreached("no_banner", "No consent banner appeared on this visit.", undefined, false);
  const { unreadable } = unreadableBanner(found);
  if (unreadable) return unreached("unreadable", unreadable, found, false);
  const earlier = await opened.jar();
  log.phase = "choosing";
  const answered = await answerBanner(reader, found, press);
  if (!answered.ok) return unreached(answered.code, answered.reason, found, answered.pressed);
  const { method, cmp, clicks, clickedAt, pressed, tested } = answered;
  settleChoice(log, clickedAt);
  const known = { method, cmp };
  const selfTest = tested && press === "reject" ? await reader.autoconsent.selfTest(tested) : null;
  await watch(opened);
  const atOnce = await opened.jar();
  const calls = await readConsentCalls(reader.autoconsent.worlds);

  if (new URL(url).hash !== "") await bounded(visit.guard, visit.page.goto("about:blank", { timeout: 0 }), ANSWER_MS);
  await openPage(visit.page, url, visit.guard, visit.traffic, visit.limits.loadMs);
  opened.loadedAt = performance.now();
  if (await bannerReturned(reader, found))
    return unreached("banner_returns", "The banner came back when the page was opened again.", known, pressed);
  await watch(opened);
  await stay(opened, tools.stayMs);
  const later = await opened.jar();
  const written = [...new Set([...writtenSince(earlier, atOnce), ...writtenSince(earlier, later)])]
    .filter((name) => purposeOf(name).purpose !== "tracker")
    .map(stableName);
  if (selfTest === false)
    return unreached(
      "self_test_failed",
      `The test of the rule for ${cmp} reports that the choice was not saved.`,
      known,
      pressed,
    );
  if (written.length === 0)
    return unreached(
      "not_written",
      "The banner closed, but no cookie or storage key that stores the choice was found.",
      known,
      pressed,
    );
  const again = await readConsentCalls(reader.autoconsent.worlds);
  await leave(opened);
  return {
    state: "measured",
    ...known,
    clicks,
    selfTest,
    written: written.slice(0, 20),
    snapshot: await snapshotOf(tools, opened, "after", [calls, again], later, earlier),
  };
}

async function open<T>(
  tools: GatherTools,
  url: string,
  selectors: ConsentSelectors,
  use: (opened: Opened) => Promise<T>,
): Promise<Gathered<T>> {
  let autoconsent: Autoconsent | undefined;
  let log: RequestLog | undefined;
  let fingerprints: FingerprintLog | undefined;
  const options = {
    url,
    initScript: FINGERPRINT_SCRIPT,
    viewport: DEFAULT_VIEWPORTS.desktop,
    access: tools.access && withoutChoice(tools.access),
    async prepare(lease: Visit["lease"], guard: Visit["guard"]): Promise<void> {
      const session = await lease.context.newCDPSession(lease.page);
      const requests = await logRequests(lease.page, session);
      const calls = logFingerprints(() => requests.phase);
      [log, fingerprints] = [requests, calls];
      autoconsent = await watchBanners(lease, guard, {
        script: `${FINGERPRINT_LISTENER}\n${LEAVING_SCRIPT}`,
        heard: calls.heard,
      });
    },
  };
  return visitPage(tools.visit, options, tools.signal, async (visit) => {
    if (!autoconsent || !log || !fingerprints) throw new Error("The visit was not prepared.");
    const { page, guard, context } = visit;
    const reader: PageReader = { page, guard, autoconsent, selectors };
    const [requests, calls] = [log, fingerprints];
    const site = siteOf(visit.finalUrl);
    const { preview } = tools.run;
    const own = preview ? [site, siteOf(preview.standsFor)] : [site];
    const setBy = (name: string): string | null =>
      bare(requests.asked.find(({ setCookies }) => setCookies.includes(name))?.url);
    const jar = async (): Promise<Jar> => {
      const cookies = await guard.run(
        context.cookies(),
        ANSWER_MS,
        () => new CaptureFailure("timeout", "The page keeps its browser so busy that its cookies could not be read."),
      );
      return takeJar(cookies, reader.autoconsent.worlds, own, setBy);
    };
    return use({ visit, reader, log: requests, fingerprints: calls, site, own, loadedAt: performance.now(), jar });
  });
}

/** The access may include a consent choice, so that screenshots show no banner; here the banner is the subject. */
function withoutChoice(access: NonNullable<GatherTools["access"]>): NonNullable<GatherTools["access"]> {
  if (!access.cookies) return access;
  const choice = /consent|cookie|gdpr|optanon|didomi|axeptio|klaro|tarteaucitron|borlabs|cmplz|usprivacy/i;
  return { ...access, cookies: access.cookies.filter(({ name }) => !choice.test(name)) };
}

/** Watches further requests of the page. */
async function watch({ visit, log }: Pick<Opened, "visit" | "log">, times = WATCH): Promise<void> {
  const began = performance.now();
  for (;;) {
    const now = performance.now();
    if (now - began >= times.most) return;
    if (now - began >= times.least && now - log.lastAt >= times.quiet) return;
    await visit.guard.sleep(100);
  }
}

/** Behaves like a visitor who reads on: scrolls, and stays for ten seconds. Requests sent in the meantime are recorded. */
async function stay(opened: Opened, stayMs = STAY_MS): Promise<void> {
  const { visit, log } = opened;
  const { page, guard } = visit;
  log.moment = "scroll";
  await bounded(guard, page.evaluate(scrollDown), ANSWER_MS);
  await watch(opened, SHORT_WATCH);
  log.moment = "later";
  const left = stayMs - (performance.now() - opened.loadedAt);
  if (left > 0) await guard.sleep(left);
}

/** Closes the window: after this nothing more can be read from the page. */
async function leave(opened: Opened): Promise<void> {
  const { visit, log } = opened;
  log.moment = "leave";
  if (!(await closeWindow(visit))) await bounded(visit.guard, visit.page.evaluate(leavePage), ANSWER_MS);
  await watch(opened, SHORT_WATCH);
}

/** Runs in the page. */
function scrollDown(): void {
  const { scrollHeight } = document.documentElement;
  window.scrollTo({ top: scrollHeight, behavior: "instant" });
}

async function snapshotOf(
  tools: GatherTools,
  { log, fingerprints, site, own, visit }: Opened,
  phase: Phase,
  consentCalls: Snapshot["consentCalls"],
  jar: Jar,
  earlier?: Jar,
): Promise<Snapshot> {
  const asked = log.asked.filter((one) => one.phase === phase);
  const scripts = fingerprints.scripts(phase);
  const urls = [...scripts.keys(), ...asked.map(({ url }) => url)];
  const cloaked = await cloakedHosts(urls, visit.finalUrl, site, tools.resolveAlias ?? resolveAlias);
  return {
    ...factsOf(jar, earlier),
    ...trafficOf(asked, own, cloaked),
    fingerprints: fingerprintsOf(scripts, own, visit.finalUrl, cloaked),
    consentCalls,
    cut: log.cut || jar.cut,
  };
}

function unreached(
  code: Extract<ChosenState, { state: "not_measured" }>["code"],
  reason: string,
  by: Pick<Found, "method" | "cmp"> | undefined,
  pressed: boolean,
): ChosenState {
  return { state: "not_measured", code, reason, method: by?.method ?? null, cmp: by?.cmp ?? null, pressed };
}
