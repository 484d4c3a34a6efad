// What a pillar shows beyond pages and findings, read from what its run and pages stored.
import type { AuditPillar } from "../audit/pillars.ts";
import { MOST_CONSENT_PAGES, MOST_PROOF_ROWS } from "./bounds.ts";
import { CONSENT_STATES, type ConsentRow, type Extras, type PerfFigure, type Picture, type ProofRow } from "./input.ts";
import { type Fields, fieldsOf, listOf, numberOf, textOf, textsOf } from "./stored.ts";

export type StoredPage = { url: string; metrics: Record<string, number | null>; details: Fields };

/** `site`: the part of the run that looked at the whole site. `pictureOf`: the picture of an artifact where it was loaded. */
export type Stored = {
  runExtra: Fields;
  pages: readonly StoredPage[];
  site: StoredPage | null;
  pictureOf(artifactId: string, caption: string): Picture | null;
};

export function readExtras(pillar: AuditPillar, stored: Stored): Extras {
  return READERS[pillar](stored);
}

const READERS: Record<AuditPillar, (stored: Stored) => Extras> = { perf, seo, a11y, security, tracking, privacy };

const FIGURES = ["score", "lcp", "fcp", "cls", "tbt", "si", "ttfb"] as const;
const PERF_AVERAGE: Record<string, string> = {
  score: "perfScore",
  lcp: "perfAvgLcp",
  fcp: "perfAvgFcp",
  cls: "perfAvgCls",
  tbt: "perfAvgTbt",
  ttfb: "perfAvgTtfb",
};

function perf({ runExtra, pages }: Stored): Extras {
  const meanOf = (name: string) => mean(pages.flatMap(({ metrics }) => metrics[name] ?? []));
  const averages = FIGURES.flatMap((key): PerfFigure[] => {
    const value = numberOf(runExtra[PERF_AVERAGE[key] ?? ""]) ?? meanOf(key);
    return value === null ? [] : [{ key, value, low: meanOf(`${key}Min`), high: meanOf(`${key}Max`) }];
  });
  const first = pages.find(({ details }) => textOf(details.formFactor) !== null)?.details ?? {};
  const runs = Math.max(0, ...pages.map(({ metrics }) => metrics.runs ?? 0));
  const budget = fieldsOf(runExtra.perfBudgetResult);
  const version = textOf(first.lighthouseVersion);
  return {
    facts: version === null ? [] : [{ label: "Lighthouse", value: version }],
    perf: {
      device: textOf(first.formFactor),
      runsPerPage: runs > 0 ? runs : null,
      benchmarkIndex: meanOf("benchmarkIndex"),
      averages,
      budget: typeof budget.pass === "boolean" ? { pass: budget.pass, violations: textsOf(budget.violations) } : null,
    },
  };
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

function seo({ runExtra }: Stored): Extras {
  const score = numberOf(runExtra.seoLighthouseScore);
  return score === null ? {} : { facts: [{ label: "Lighthouse's SEO score", value: String(score) }] };
}

function a11y({ pages }: Stored): Extras {
  const version = pages.map(({ details }) => textOf(details.axeVersion)).find((one) => one !== null);
  return version ? { facts: [{ label: "axe-core", value: version }] } : {};
}

function security({ pages, site }: Stored): Extras {
  // Without the host's part the worst page speaks, as in the score.
  const lowest = [...pages].sort((a, b) => scoreOfModifiers(a) - scoreOfModifiers(b))[0];
  const details = (site ?? lowest)?.details ?? {};
  const date = textOf(fieldsOf(details.advisories).date);
  const modifiers = listOf(details.modifiers).flatMap((one) => {
    const [name, points] = [textOf(fieldsOf(one).name), numberOf(fieldsOf(one).points)];
    return name === null || points === null ? [] : [{ name, points }];
  });
  return {
    facts: date === null ? [] : [{ label: "Advisories about libraries of", value: date.slice(0, 10) }],
    security: { grade: textOf(details.grade), modifiers },
  };
}

const scoreOfModifiers = ({ details }: StoredPage): number =>
  listOf(details.modifiers).reduce<number>((sum, one) => sum + (numberOf(fieldsOf(one).points) ?? 0), 100);

function tracking({ pages, pictureOf }: Stored): Extras {
  const events = pages.flatMap(({ url, details }) =>
    listOf(details.events).map((event) => ({ url, event: fieldsOf(event) })),
  );
  const rows = events.slice(0, MOST_PROOF_ROWS).map(({ url, event }): ProofRow => {
    const id = textOf(event.planEventId) ?? "";
    const label = textOf(event.label) ?? id;
    const screenshotId = textOf(event.screenshotId);
    const reason = textOf(event.reason);
    return {
      kind: event.kind === "page" ? "page" : "event",
      id,
      label,
      url,
      verdict: event.status === "pass" ? "proven" : event.status === "fail" ? "failed" : "not_exercised",
      plan: planText(event),
      push: pushText(fieldsOf(event.push)),
      beacon:
        listOf(event.beacons)
          .map((beacon) => beaconText(fieldsOf(beacon)))
          .filter(Boolean)
          .join("; ") || null,
      violations: [
        ...(reason === null ? [] : [reason]),
        ...listOf(event.violations).flatMap((violation) => textOf(fieldsOf(violation).message) ?? []),
      ],
      picture: screenshotId === null ? null : pictureOf(screenshotId, label),
    };
  });
  return { tracking: { rows, total: events.length } };
}

function planText(event: Fields): string {
  const type = textOf(event.eventType);
  const unjudged = textsOf(event.notJudged);
  const left = unjudged.length > 0 ? `; not judged: ${unjudged.join(", ")}` : "";
  return `${type === null ? "data of the page" : `event ${type}`}${left}`;
}

function pushText(push: Fields): string | null {
  const at = numberOf(push.atMs);
  const name = textOf(push.name);
  if (at === null && name === null) return null;
  const frame = textsOf(push.stack)[0];
  return [`${name ?? "data"} at ${ms(at)}`, frame ? `from ${frame}` : null, textOf(push.copy)]
    .filter(Boolean)
    .join(", ");
}

function beaconText(beacon: Fields): string {
  const provider = textOf(beacon.provider);
  if (provider === null) return "";
  return `${[provider, textOf(beacon.event)].filter(Boolean).join(" ")} at ${ms(numberOf(beacon.atMs))}`;
}

const ms = (at: number | null): string =>
  at === null ? "an unknown time" : `${Math.round(at).toLocaleString("en-GB")} ms`;

function privacy({ pages }: Stored): Extras {
  const told = pages.filter(({ details }) => details.before !== undefined);
  const shown = told.slice(0, MOST_CONSENT_PAGES).map(({ url, details }) => {
    const banner = fieldsOf(details.banner);
    return {
      url,
      banner: details.banner ? (textOf(banner.cmp) ?? "recognised by the words on its buttons") : null,
      states: CONSENT_STATES.map((state) => consentRow(state, fieldsOf(details[state]))),
    };
  });
  return { privacy: { pages: shown, total: told.length } };
}

function consentRow(state: ConsentRow["state"], stored: Fields): ConsentRow {
  if (state !== "before" && stored.state !== "measured") {
    const reason = textOf(stored.reason) ?? "Nothing is known of this state.";
    return { state, reason, cookies: null, storage: null, thirdParties: null, beacons: null, names: [] };
  }
  const [cookies, storage, parties, beacons] = [stored.cookies, stored.storage, stored.parties, stored.beacons].map(
    listOf,
  );
  const named = [
    ...(cookies ?? []).map((one) => textOf(fieldsOf(one).name)),
    ...(parties ?? []).map((one) => textOf(fieldsOf(one).entity) ?? textOf(fieldsOf(one).site)),
  ];
  return {
    state,
    reason: null,
    cookies: cookies?.length ?? 0,
    storage: storage?.length ?? 0,
    thirdParties: parties?.length ?? 0,
    beacons: (beacons ?? []).reduce<number>((sum, one) => sum + (numberOf(fieldsOf(one).count) ?? 1), 0),
    names: [...new Set(named.filter((name) => name !== null))].slice(0, 12),
  };
}
