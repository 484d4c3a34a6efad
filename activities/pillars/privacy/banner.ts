// Waits for the consent banner of a page, answers it, and detects when it is gone.
import type { Page } from "playwright";
import type { Guard } from "../../../browsers/page/guard.ts";
import { bounded } from "../../../browsers/page/inTime.ts";
import type { ChoiceMethod } from "../../../domain/pillars/privacy/gathered.ts";
import type { Autoconsent, Popup } from "../../consent/autoconsent.ts";
import { type Seen, seeBanner } from "../../consent/readBanner.ts";
import { mayHide, refusesElsewhere } from "../../consent/rules.ts";
import { acceptByWords, type NotPressed, type Press, type Pressed, refuseByWords } from "./pressByWords.ts";

/** Selectors configured by the project, which take precedence. */
export type ConsentSelectors = { acceptSelector?: string; rejectSelector?: string };

export type PageReader = { page: Page; guard: Guard; autoconsent: Autoconsent; selectors: ConsentSelectors };

/** `afterMs`: how long it took to appear. `seen`: its buttons by their words, if these are known. */
export type Found = {
  method: ChoiceMethod;
  cmp: string | null;
  popup?: Popup;
  seen: Seen | undefined;
  afterMs: number;
};

const POLL_MS = 250;
/** After a banner was found by its words, time for a matching rule to find it. */
const GRACE_MS = 2_500;
/** On a busy machine the rules take longer than that, and so does each check of the page. */
const GRACE_LOOKS = 8;
const GONE_MS = 7_000;
/** A rule that checks an open banner again reports it immediately; on two busy cores within a second. */
const INSPECTION_MS = 1_500;
/** Maximum number of consecutive banners. */
const MAX_ROUNDS = 4;
const CLICK_MS = 5_000;

/** Returns the remark about a banner whose choices could not be read; {} for others. */
export function unreadableBanner({ method, seen }: Found): { unreadable?: string } {
  if (method !== "generic" || !seen || seen.readable) return {};
  const labels = seen.others.map((label) => `"${label}"`).join(", ");
  const which = labels === "" ? "" : ` (${labels})`;
  return {
    unreadable: `What looks like a consent banner has no button${which} that could be read as accepting or rejecting. Name them in the project's privacy settings: consent.acceptSelector, consent.rejectSelector.`,
  };
}

/** Undefined: none appeared within `maxMs`. An unreadable banner is returned only when the time is up. */
export async function waitForBanner(reader: PageReader, maxMs: number, graceMs = GRACE_MS): Promise<Found | undefined> {
  const { guard, autoconsent } = reader;
  const began = performance.now();
  let seenAt: number | undefined;
  let looks = 0;
  for (;;) {
    const now = performance.now();
    const any = await seeBanner(autoconsent.worlds);
    const seen = any?.readable ? any : undefined;
    if (await selectorVisible(reader)) return { method: "selector", cmp: null, seen, afterMs: now - began };
    const popup = await openPopup(autoconsent);
    if (popup) return { method: "autoconsent", cmp: popup.cmp, popup, seen, afterMs: (seenAt ?? now) - began };
    if (seen) seenAt ??= now;
    else seenAt = undefined;
    looks = seen ? looks + 1 : 0;
    if (seenAt !== undefined && now - seenAt >= graceMs && looks > Math.min(GRACE_LOOKS, graceMs / POLL_MS))
      return { method: "generic", cmp: null, seen, afterMs: seenAt - began };
    if (seenAt === undefined && now - began >= maxMs)
      return any && { method: "generic", cmp: null, seen: any, afterMs: now - began };
    await guard.sleep(POLL_MS);
  }
}

/** Presses buttons until no banner is left. If one cannot be pressed, or does not disappear, returns the reason. */
export async function answerBanner(reader: PageReader, first: Found, press: Press): Promise<Pressed | NotPressed> {
  let found = first;
  let clicks: number | null = 0;
  let pressed = false;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const did = await pressOnce(reader, found, press);
    if (!did.ok) return { ...did, pressed: pressed || did.pressed };
    pressed ||= did.pressed;
    clicks = clicks === null || did.clicks === null ? null : clicks + did.clicks;
    const next = await waitUntilGone(reader, found, did.method);
    if (next === undefined) return { ...did, clicks, pressed };
    if (sameBanner(found, next))
      return {
        ok: false,
        code: "banner_stays",
        reason: `The banner was still open ${GONE_MS / 1000} s after its button was pressed.`,
        pressed,
      };
    found = next;
  }
  const reason = `After ${MAX_ROUNDS} answers there was still another banner.`;
  return { ok: false, code: "endless_banners", reason, pressed };
}

async function pressOnce(reader: PageReader, found: Found, press: Press): Promise<Pressed | NotPressed> {
  const { autoconsent, guard, selectors } = reader;
  const selector = press === "accept" ? selectors.acceptSelector : selectors.rejectSelector;
  if (selector !== undefined) {
    const target = await visibleIn(reader, selector);
    const began = performance.now();
    const clicked =
      target &&
      (await bounded(
        guard,
        target.click({ timeout: CLICK_MS }).then(() => true),
        CLICK_MS + 1_000,
      ));
    if (clicked) return { ok: true, method: "selector", cmp: found.cmp, clicks: 1, clickedAt: began, pressed: true };
    const reason = `The ${press === "accept" ? "acceptSelector" : "rejectSelector"} of the consent options matches no visible button.`;
    return { ok: false, code: "choice_failed", reason, pressed: false };
  }
  const action = press === "accept" ? "optIn" : "optOut";
  if (found.popup && refusesElsewhere(found.popup.cmp, action) && found.seen) {
    const did = await refuseByWords(reader);
    if (did.ok) return { ...did, cmp: found.cmp };
  }
  if (found.popup && autoconsent.worlds.alive(found.popup.frame)) {
    const acted = await autoconsent.act(found.popup, action);
    const pressed = acted.outcome === "gone" || ((acted.clicks ?? 0) > 0 && !mayHide(found.popup.cmp, action));
    if (acted.outcome !== "failed")
      return {
        ok: true,
        method: "autoconsent",
        cmp: found.cmp,
        clicks: acted.clicks,
        clickedAt: acted.clickedAt,
        pressed,
        ...(acted.hasSelfTest ? { tested: found.popup } : {}),
      };
  }
  return press === "accept" ? acceptByWords(reader) : refuseByWords(reader);
}

/** Undefined once it is gone; otherwise the banner still open when the time is up, or another one as soon as it appears. */
async function waitUntilGone(reader: PageReader, found: Found, method: ChoiceMethod): Promise<Found | undefined> {
  const { page, guard } = reader;
  const end = performance.now() + GONE_MS;
  for (;;) {
    // Pressing the button may have loaded a new document.
    await bounded(guard, page.waitForLoadState("domcontentloaded", { timeout: 0 }), GONE_MS);
    const open = await openNow(reader, found, method);
    if (open === undefined) return undefined;
    if (!sameBanner(found, open) || performance.now() > end) return open;
    await guard.sleep(POLL_MS);
  }
}

/** Returns the banner as seen by the reader that found it, or another one that a rule finds. */
async function openNow(reader: PageReader, found: Found, method: ChoiceMethod): Promise<Found | undefined> {
  const { guard, autoconsent } = reader;
  if (method === "selector" && (await selectorVisible(reader))) return { ...found, method };
  const readable = async (): Promise<Seen | undefined> => {
    const any = await seeBanner(autoconsent.worlds);
    return any?.readable ? any : undefined;
  };
  const seen = found.seen ? await readable() : undefined;
  if (seen && method !== "autoconsent") return { method: "generic", cmp: null, seen, afterMs: 0 };
  await autoconsent.lookAgain();
  const end = performance.now() + INSPECTION_MS;
  for (;;) {
    const popup = await openPopup(autoconsent);
    if (popup) return { method: "autoconsent", cmp: popup.cmp, popup, seen, afterMs: 0 };
    if (performance.now() > end) break;
    await guard.sleep(POLL_MS);
  }
  const still = seen ? await readable() : undefined;
  return still ? { method: "generic", cmp: null, seen: still, afterMs: 0 } : undefined;
}

/** Whether the reopened page shows the banner again. A banner that was not seen before does not count. */
export async function bannerReturned(reader: PageReader, found: Found): Promise<boolean> {
  // As long as it took the first time, and a little more.
  const again = await waitForBanner(reader, Math.min(8_000, Math.max(2_500, found.afterMs + 2_000)), 0);
  if (again === undefined) return false;
  return again.method !== "generic" || (found.seen !== undefined && again.seen?.readable === true);
}

function sameBanner(a: Found, b: Found): boolean {
  return a.cmp !== null && b.cmp !== null
    ? a.cmp === b.cmp
    : a.seen?.accept === b.seen?.accept && a.seen?.reject === b.seen?.reject;
}

async function openPopup(autoconsent: Autoconsent): Promise<Popup | undefined> {
  const popup = autoconsent.popup();
  return popup && (await autoconsent.worlds.shown(popup.frame)) ? popup : undefined;
}

async function selectorVisible(reader: PageReader): Promise<boolean> {
  for (const selector of [reader.selectors.acceptSelector, reader.selectors.rejectSelector])
    if (selector !== undefined && (await visibleIn(reader, selector))) return true;
  return false;
}

async function visibleIn({ page, guard }: PageReader, selector: string) {
  for (const frame of page.frames().slice(0, 20)) {
    const target = frame.locator(selector).first();
    if (await bounded(guard, target.isVisible(), 2_000)) return target;
  }
  return undefined;
}
