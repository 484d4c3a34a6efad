// Causes that follow directly from a result's reasons: pages that failed, screenshots that could not be compared.
import type { Reason, ReasonCode } from "../outcome.ts";
import type { ShotCause, ShotCauseKind } from "./shotCause.ts";

type Named = Pick<ShotCause, "confidence" | "action" | "advice"> & { kind: ShotCauseKind };

const UNREACHABLE: Named = {
  kind: "unreachable",
  confidence: 0.95,
  action: "fix",
  advice: "Check that the site is up and that its address in the environment is right; then run the test again.",
};
const SLOW: Named = {
  kind: "page_slow",
  confidence: 0.9,
  action: "fix",
  advice: "Run the test again. If it happens again, find out why the page is slow.",
};
const NOT_A_PAGE: Named = {
  kind: "page_failed",
  confidence: 0.95,
  action: "fix",
  advice: "Correct the scenario's address, or fix the site's response.",
};
const MISSING_PART: Named = {
  kind: "missing_element",
  confidence: 0.95,
  action: "fix",
  advice: "The element is gone or has another selector: fix the page, or the scenario's selector.",
};
const OUR_SIDE: Named = {
  kind: "browser",
  confidence: 0.95,
  action: "fix",
  advice: "The page did not cause this: check the worker (check_setup_health) and run the test again.",
};
const BASELINE: Pick<Named, "confidence" | "action"> = { confidence: 1, action: "approve" };

/** Not a rule of the project: the element changed by itself during the capture, and now its size or place changed too. */
const RESTLESS: Named = {
  kind: "dynamic",
  confidence: 0.85,
  action: "rule",
  advice: "It keeps changing: add an ignore rule for it (create_comparison_rule).",
};

/** Reasons that are causes. Reasons that only state a verdict (mismatch, flaky, …) are evaluated elsewhere. */
const CAUSE_OF: Partial<Record<ReasonCode, Named>> = {
  http_error: NOT_A_PAGE,
  download: NOT_A_PAGE,
  too_large: NOT_A_PAGE,
  too_many_redirects: NOT_A_PAGE,
  page_error: { ...NOT_A_PAGE, confidence: 0.9, advice: "Open the page in a browser and fix what breaks it." },
  host_not_found: UNREACHABLE,
  connection_failed: UNREACHABLE,
  certificate_error: { ...UNREACHABLE, advice: "Renew or correct the site's certificate." },
  address_refused: {
    ...UNREACHABLE,
    kind: "refused",
    confidence: 1,
    advice: "The address is private and not allowed here: use a public one, or ask the operator to allow it.",
  },
  timeout: SLOW,
  ready_selector_missing: {
    ...MISSING_PART,
    advice: "The element that the scenario waits for did not appear: fix the page, or the scenario's readySelector.",
  },
  selector_not_found: MISSING_PART,
  sign_in_failed: {
    ...MISSING_PART,
    kind: "step",
    advice: "Fix the sign-in of the environment: its steps or call, or its user and password.",
  },
  step_failed: { ...MISSING_PART, kind: "step", advice: "Fix the step of the scenario, or the page." },
  browser_unavailable: OUR_SIDE,
  browser_crashed: { ...OUR_SIDE, confidence: 0.8 },
  storage_full: {
    ...OUR_SIDE,
    kind: "storage",
    confidence: 1,
    advice: "The page did not cause this: the operator must free space on the service's disk. Then run the test again.",
  },
  not_run: { ...OUR_SIDE, kind: "not_run", confidence: 1, advice: "The run ended early: run the test again." },
  no_baseline: {
    ...BASELINE,
    kind: "no_baseline",
    advice: "No baseline yet: check the screenshot and approve it, or call run_baseline.",
  },
  baseline_missing_file: {
    ...BASELINE,
    kind: "baseline_lost",
    advice: "The baseline's file is lost: approve the new screenshot, or call run_baseline.",
  },
  different_renderer: {
    kind: "renderer",
    confidence: 0.5,
    action: "approve",
    advice: "Capture the baselines again with run_baseline after a change of browser, fonts or machine.",
  },
  still_loading: {
    kind: "still_loading",
    confidence: 0.5,
    action: "fix",
    advice: "Let the scenario wait longer (delay or readySelector).",
  },
  redirected: {
    kind: "page_failed",
    confidence: 0.5,
    action: "fix",
    advice: "A different page was shown: correct the scenario's address, or the environment's access.",
  },
  cut: {
    kind: "page_size",
    confidence: 0.4,
    action: "fix",
    advice: "The page exceeds the maximum screenshot height: capture parts of it with selectors.",
  },
  layout_changed: {
    kind: "layout_rule",
    confidence: 0.95,
    action: "approve",
    advice: "A rule checks the layout here: approve if the new layout is intended.",
  },
  dynamic_region_changed: {
    kind: "layout_rule",
    confidence: 0.95,
    action: "approve",
    advice: "The element under a dynamic rule changed its position or size: approve if that is intended.",
  },
};

/** Returns one cause for each reason that names one, in the order of the reasons. `share` is null because they concern the whole result. */
export function reasonCauses(reasons: readonly Reason[]): ShotCause[] {
  return reasons.flatMap(({ code, message, data }) => {
    const named = data?.restless === true ? RESTLESS : CAUSE_OF[code];
    if (!named) return [];
    const selector = typeof data?.selector === "string" ? data.selector : "";
    return [{ ...named, selector, evidence: message, share: null }];
  });
}

/** Whether nothing was compared, so that nothing can be said about pixels. */
export function isUnjudged(reasons: readonly Reason[]): boolean {
  return reasons.some(({ code }) => CAUSE_OF[code] !== undefined && !ABOUT_PIXELS.includes(code));
}

const ABOUT_PIXELS: readonly ReasonCode[] = [
  "different_renderer",
  "still_loading",
  "redirected",
  "cut",
  "layout_changed",
  "dynamic_region_changed",
];
