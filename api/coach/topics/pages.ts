// Pages and their screenshots: why a page is slow, its state, why it differs, which pages have no baseline.
import type { Pillar } from "../../../domain/audit/pillars.ts";
import { PILLAR_NAME } from "../../../domain/audit/pillars.ts";
import { TYPE_OF_PILLAR } from "../../../domain/runTypes.ts";
import { BUDGET_KEYS, METRIC_WORDS } from "../../../domain/words/units.ts";
import { resolveProject } from "../../lib/access.ts";
import { MAX_LIMIT } from "../../lib/paging.ts";
import { bullet, changeWords, dataOf, nextLine, quoted, runLine } from "../sentences.ts";
import type { Talk } from "../talk.ts";
import { type Topic, told } from "../topic.ts";

type PageHealth = {
  page: string;
  pillars: {
    pillar: Pillar;
    status: string;
    runId: string | null;
    score: number | null;
    reason: string | null;
    metrics?: Record<string, number | null>;
  }[];
  worst: { pillar: Pillar; severity: string; message: string }[];
};

type PerfReport = {
  runId: string;
  findings: { page: string; message: string; rule: string }[];
  rules: { rule: string; help?: string }[];
  perf?: { pages?: { url: string; score: number | null; figures: { figure: string; median: number | null }[] }[] };
};

const figuresLine = (figures: readonly (readonly [string, number | null | undefined])[]): string =>
  BUDGET_KEYS.flatMap((key) => {
    const value = figures.find(([name]) => name === key)?.[1];
    if (value == null) return [];
    const unit = key === "score" ? "" : METRIC_WORDS[key].unit;
    return [`${key.toUpperCase()} ${value}${unit && ` ${unit}`}`];
  }).join(", ");

/** Returns the scenario or URL that is meant. */
function pageOf({ entities, context }: Talk): { scenarioLabel?: string; url?: string } | null {
  const scenarioLabel = entities.scenarios[0] ?? context.scenarioLabel;
  const url = entities.urls[0] ?? context.url;
  if (typeof scenarioLabel === "string") return { scenarioLabel };
  return typeof url === "string" ? { url } : null;
}

const slow: Topic = {
  id: "slow",
  feature: "perf",
  action: "page",
  asks: [
    "Why is the product page slow?",
    "Which page is the slowest?",
    "Why does the home page load so slowly?",
    "What makes the site slow?",
    "How fast is the cart?",
    "What is the LCP of the home page?",
  ],
  sure: [/\bslow\w*\b/, /\b(how fast|loading time|load time|lcp|web vitals|page speed)\b/],
  async answer(talk) {
    const report = await talk.call("perf_get_latest_report");
    const data = dataOf<Partial<PerfReport>>(report);
    const asked = pageOf(talk);
    if (asked && talk.left() > 0) {
      const answer = await talk.call("get_page_health", asked);
      const { page, pillars = [], worst = [] } = dataOf<Partial<PageHealth>>(answer);
      const perf = pillars.find(({ pillar }) => pillar === "perf");
      if (!answer.ok || !perf?.metrics)
        return [
          answer.ok ? `There are no figures of the performance of ${quoted(page)} yet.` : answer.summary,
          ...nextLine(talk, report.nextActions),
        ];
      const own = new Set(
        (data.findings ?? []).filter((one) => one.page.endsWith(page ?? "\0")).map(({ rule }) => rule),
      );
      return [
        `${quoted(page)} has a performance score of ${perf.score}: ${figuresLine(Object.entries(perf.metrics))}.`,
        ...worst
          .filter(({ pillar }) => pillar === "perf")
          .map(({ severity, message }) => bullet(`${severity}: ${quoted(message)}`)),
        ...helpLines(data, own),
        ...runLine(talk, perf.runId),
      ];
    }
    if (!report.ok) return [report.summary, ...nextLine(talk, report.nextActions)];
    const pages = [...(data.perf?.pages ?? [])].sort((a, b) => (a.score ?? 101) - (b.score ?? 101));
    return [
      report.summary,
      ...pages
        .slice(0, 3)
        .map(({ url, figures }) =>
          bullet(`${quoted(url)}: ${figuresLine(figures.map(({ figure, median }) => [figure, median] as const))}`),
        ),
      ...helpLines(data, new Set(data.findings?.map(({ rule }) => rule))),
      ...runLine(talk, data.runId),
    ];
  },
};

const helpLines = ({ rules = [] }: Partial<PerfReport>, wanted: ReadonlySet<string>): string[] =>
  rules
    .filter(({ rule, help }) => wanted.has(rule) && help)
    .slice(0, 3)
    .map(({ rule, help }) => bullet(`How to fix ${rule}: ${quoted(help)}`));

const page: Topic = {
  id: "page",
  feature: "pages",
  action: "health",
  asks: [
    "How is the home page?",
    "What is wrong with the cart page?",
    "How is the product page doing in all pillars?",
    "Show the health of the about page",
  ],
  sure: [/\b(how|health|state|wrong|problems?)\b.{0,25}\b(page|url)\b/],
  not: /\b(slow\w*|fast|baseline|fail\w*|differ\w*|which pages?|changed|cover\w*|compare|merge|prove|lcp|load)\b/,
  async answer(talk) {
    const asked = pageOf(talk);
    if (!asked) return ["Which page is meant? Name its scenario or its address."];
    const answer = await talk.call("get_page_health", asked);
    const { pillars = [], worst = [] } = dataOf<Partial<PageHealth>>(answer);
    return [
      answer.summary,
      ...pillars
        .filter(({ status }) => status !== "never")
        .map(({ pillar, status, score, reason }) =>
          bullet(
            `${PILLAR_NAME[pillar]}: ${status}${score === null ? "" : `, score ${score}`}${reason ? `. ${quoted(reason)}` : ""}`,
          ),
        ),
      ...worst.slice(0, 3).map(({ severity, message }) => bullet(`${severity}: ${quoted(message)}`)),
      ...runLine(talk, pillars.find(({ status }) => status === "failed")?.runId),
      ...nextLine(talk, answer.nextActions),
    ];
  },
};

type Failures = {
  runId: string;
  failures: { scenarioLabel: string; viewport: string; mismatchPercent: number | null }[];
  nextCursor: string | null;
};

const differs: Topic = {
  id: "differs",
  feature: "visual",
  action: "explain",
  asks: [
    "Why does the home page differ?",
    "Why did Home fail on desktop?",
    "Explain the visual failure of the product page",
    "What is different on the product page?",
    "Why does the screenshot of the cart not match?",
    "Can I approve Home?",
  ],
  sure: [
    /\b(why|explain|what)\b.{0,60}\b(differ\w*|mismatch\w*|not match|visual (failure|change|difference)|picture|screenshot)\b/,
    // Whether to approve is a question about the change, not a request.
    /\b(should|shall) (i|we) (safely )?(approve|accept)\b/,
    /\b(can|may|could|must) (i|we) (safely )?(approve|accept) (it|this|(the |these )?(\w+ )?(changes?|differences?|screenshots?|pictures?|page))\b/,
    /\b(safe|ok|okay|fine) to (approve|accept)\b/,
  ],
  not: /\b(between|runs|slow\w*)\b|\b(how|where)\b.*\b(approve|accept)\b|\b(approve|accept)\b.*\b(cookies?|banners?|terms|risks?|findings?|keys?|api|command line)\b/,
  async answer(talk) {
    const { entities } = talk;
    const [scenarioLabel] = entities.scenarios;
    const run = entities.runIds[0] ?? (await lastVisual(talk));
    if (run === null) return [`There is no recent completed visual test${changeWords(talk) || " on the main branch"}.`];
    const failures = await talk.call("get_run_failures", { runId: run, limit: MAX_LIMIT });
    const { runId, failures: found = [], nextCursor } = dataOf<Partial<Failures>>(failures);
    const fits = found.filter(
      (one) =>
        (!scenarioLabel || one.scenarioLabel === scenarioLabel) &&
        (entities.viewports.length === 0 || entities.viewports.some((name) => name === one.viewport)),
    );
    const [worst] = fits;
    if (!worst)
      return [
        !failures.ok || !scenarioLabel
          ? failures.summary
          : nextCursor
            ? `"${quoted(scenarioLabel)}" is not among the ${found.length} worst screenshots of that run; it has more.`
            : `"${quoted(scenarioLabel)}" has no failed screenshot in that run.`,
        ...runLine(talk, runId),
      ];
    const lines = fits
      .slice(0, 5)
      .map(({ scenarioLabel: label, viewport, mismatchPercent }) =>
        bullet(`${quoted(label)} on ${viewport}${mismatchPercent === null ? "" : ` differs by ${mismatchPercent} %`}`),
      );
    const explained = await talk.call("explain_vrt_failure", {
      scenarioLabel: worst.scenarioLabel,
      viewport: worst.viewport,
      runId,
    });
    const { advice = [] } = dataOf<{ advice?: string[] }>(explained);
    return [
      explained.summary,
      ...lines,
      ...advice.map(quoted),
      ...runLine(talk, runId),
      ...nextLine(talk, explained.nextActions),
    ];
  },
};

/** Returns the newest completed visual test of the pull request or branch that the question names, otherwise of the main branch. */
async function lastVisual({ ctx, caller, project, entities, call }: Talk): Promise<string | null> {
  const { prNumber } = entities;
  const { mainBranch } = await resolveProject(ctx, caller, project ?? undefined);
  const branch = entities.branch ?? (prNumber === null ? mainBranch : undefined);
  const { runs = [] } = dataOf<{ runs?: { runId: string; status: string; prNumber?: number }[] }>(
    await call("get_run_history", { type: TYPE_OF_PILLAR.visual, branch, limit: MAX_LIMIT }),
  );
  const fits = (own: number | undefined): boolean =>
    prNumber === null ? entities.branch !== null || own === undefined : own === prNumber;
  return runs.find((run) => run.status === "completed" && fits(run.prNumber))?.runId ?? null;
}

type Scenarios = {
  scenarios: { label: string; url: string; baseline: string; lastVerdict: string | null }[];
  nextCursor: string | null;
};

const bare: Topic = {
  id: "baselines",
  feature: "visual",
  action: "baselines",
  asks: [
    "Which pages have no baseline?",
    "Are baselines missing?",
    "Which scenarios lack a baseline?",
    "Do all pages have baselines?",
  ],
  sure: [
    /\b(no|without|lack\w*|missing|have|all)\b.{0,30}\b(baselines?|reference pictures?)\b/,
    /\bbaselines?\b.{0,15}\bmissing\b/,
  ],
  not: /\b(capture|create|run|take)\b/,
  answer: (talk) =>
    told<Scenarios>(talk, "list_scenarios", { limit: MAX_LIMIT }, ({ scenarios, nextCursor }) => {
      const bare = scenarios.filter(({ baseline }) => baseline !== "complete");
      if (bare.length === 0)
        return [
          nextCursor
            ? `The first ${scenarios.length} scenarios have their baselines; there are more.`
            : "Every scenario has its baselines.",
        ];
      return bare
        .slice(0, 20)
        .map(({ label, url, baseline }) =>
          bullet(
            `${quoted(label)} (${quoted(url)}): ${baseline === "none" ? "no baseline" : "some baselines are missing"}`,
          ),
        );
    }),
};

const scenarios: Topic = {
  id: "scenarios",
  feature: "visual",
  action: "scenarios",
  asks: ["Which scenarios are there?", "List the pages under test", "What do we test?", "Which pages are covered?"],
  sure: [
    /\b(list|show|which|what|how many)\b.{0,20}\bscenarios\b/,
    /\b(what|(which|how many) pages) do we test\b/,
    /\bpages (under test|are (tested|covered))\b/,
  ],
  not: /\b(baselines?|functional|feature|fail\w*|pass\w*|red|green)\b/,
  answer: (talk) =>
    told<Scenarios>(talk, "list_scenarios", {}, ({ scenarios }) =>
      scenarios
        .slice(0, 20)
        .map(({ label, url, lastVerdict }) =>
          bullet(`${quoted(label)} (${quoted(url)})${lastVerdict ? `: ${lastVerdict}` : ""}`),
        ),
    ),
};

const uncovered: Topic = {
  id: "uncovered",
  feature: "visual",
  action: "suggest",
  asks: [
    "Which pages should I test?",
    "Which pages are not covered?",
    "Suggest scenarios",
    "What pages are missing in our tests?",
  ],
  sure: [
    /\b(suggest\w*|propose)\b.{0,20}\b(scenarios?|pages?)\b/,
    /\bpages?\b.{0,20}\b(not covered|uncovered|should (i|we) (test|cover))\b/,
  ],
  answer: (talk) =>
    told<{ suggestions: { label: string; url: string; why: string }[] }>(
      talk,
      "suggest_quick_scenarios",
      {},
      ({ suggestions }) =>
        suggestions.map(({ label, url, why }) => bullet(`${quoted(label)} (${quoted(url)}): ${quoted(why)}`)),
    ),
};

export const pageTopics: readonly Topic[] = [slow, differs, bare, uncovered, scenarios, page];
