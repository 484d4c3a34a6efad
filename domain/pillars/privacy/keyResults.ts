// Evaluates cookies and storage keys that were set without consent: before the choice and after rejecting.

import { type CheckResult, failed, inapplicable, passed, review, warning } from "../../audit/finding.ts";
import { firstResults } from "../../audit/firstResults.ts";
import { plural } from "../../text.ts";
import type { CookieFact, StorageFact } from "./gathered.ts";
import { purposeOf, stableName } from "./knownKeys.ts";

/** A first-party cookie of unknown purpose that lasts longer than this needs a manual check. */
const LONG_DAYS = 30;
/** Maximum number of results per page, unless more fail: which ones come first differs from run to run. */
const MAX_RESULTS = 40;

type Words = {
  /** "before any choice was made" */
  when: string;
  /** Undefined before the choice, when nothing can be left over. */
  leftOver?: string;
  nothing: string;
  allNecessary: string;
};

type Key = { name: string; where: string; kind: string; lasting: boolean; days: number | null };

export function judgeCookies(cookies: readonly CookieFact[], necessary: readonly string[], words: Words) {
  return judge(
    cookies.map((cookie) => ({
      fact: cookie,
      key: {
        name: cookie.name,
        where: cookie.domain,
        kind: "cookie",
        lasting: cookie.lifetimeDays !== null,
        days: cookie.lifetimeDays,
      },
      longOwn: (cookie.lifetimeDays ?? 0) > LONG_DAYS,
      evidence: {
        name: stableName(cookie.name),
        domain: cookie.domain,
        thirdParty: cookie.thirdParty,
        lifetimeDays: cookie.lifetimeDays,
        httpOnly: cookie.httpOnly,
        secure: cookie.secure,
        sameSite: cookie.sameSite,
        setBy: cookie.setBy ?? "a script of the page, or not seen",
      },
    })),
    necessary,
    words,
  );
}

export function judgeStorage(storage: readonly StorageFact[], necessary: readonly string[], words: Words) {
  return judge(
    storage.map((entry) => ({
      fact: entry,
      key: {
        name: entry.key,
        where: entry.origin,
        kind: KIND_NAME[entry.kind],
        lasting: entry.kind !== "sessionStorage",
        days: null,
      },
      // Scripts mostly use storage for the page itself (states, drafts), so first-party keys need no manual check.
      longOwn: false,
      evidence: {
        key: stableName(entry.key),
        kind: entry.kind,
        origin: entry.origin,
        thirdParty: entry.thirdParty,
        bytes: entry.bytes,
      },
    })),
    necessary,
    words,
  );
}

const KIND_NAME = { localStorage: "localStorage key", sessionStorage: "sessionStorage key", indexedDB: "database" };

type Judged = {
  fact: { thirdParty: boolean; leftOver: boolean };
  key: Key;
  longOwn: boolean;
  evidence: Record<string, unknown>;
};

function judge(all: readonly Judged[], necessary: readonly string[], words: Words): CheckResult[] {
  if (all.length === 0) return [inapplicable(words.nothing)];
  const byTarget = new Map<string, CheckResult>();
  for (const one of all) {
    const result = resultOf(one, necessary, words);
    if (result && !byTarget.has(result.target)) byTarget.set(result.target, result);
  }
  if (byTarget.size === 0) return [passed(words.allNecessary)];
  const results = [...byTarget.values()];
  return firstResults(results, Math.max(MAX_RESULTS, results.filter(({ outcome }) => outcome === "failed").length));
}

function resultOf({ fact, key, longOwn, evidence }: Judged, necessary: readonly string[], words: Words) {
  const { purpose, vendor } = purposeOf(key.name, necessary, key.kind === "cookie" ? key.where : "");
  if (purpose === "necessary") return undefined;
  const name = stableName(key.name);
  const listed = purpose === "functional" ? ` (the Open Cookie Database lists it as functional, of ${vendor})` : "";
  const target = `${key.kind} ${name}${fact.thirdParty ? ` of ${key.where}` : ""}`;
  const shown = `The ${key.kind} ${name}${key.days === null ? "" : ` (lasts ${inDays(key.days)})`}`;
  if (purpose === "tracker" || (purpose === "identifier" && key.lasting)) {
    const what = purpose === "tracker" ? ` of ${vendor}` : ", whose name suggests a visitor id,";
    if (fact.leftOver && words.leftOver)
      return warning(`${shown}${what} ${words.leftOver}.`, target, { severity: "moderate", evidence });
    return failed(`${shown}${what} was set ${words.when}.`, target, {
      severity: purpose === "tracker" ? "serious" : "moderate",
      evidence,
    });
  }
  // It was already reported before the choice.
  if (fact.leftOver) return undefined;
  if (fact.thirdParty && key.lasting)
    return warning(
      `${shown} of the other site ${key.where} was set ${words.when}; its purpose is unknown${listed}.`,
      target,
      {
        severity: "minor",
        evidence,
      },
    );
  if (!fact.thirdParty && longOwn)
    return review(`${shown} was set ${words.when}; whether the page needs it is not known${listed}.`, target, {
      severity: "minor",
      evidence,
    });
  return undefined;
}

function inDays(count: number): string {
  const whole = Math.max(1, Math.round(count));
  return plural(whole, "day");
}
