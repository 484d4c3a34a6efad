// A run's results in one shape for all report files.
import type { AnswerAt } from "../../api/endpoints/typedPath.ts";
import { restsOnDecision } from "../../domain/history/approvalSentences.ts";
import { answersNoMore } from "../../domain/visual/outcome.ts";
import { viewWords } from "../../domain/visual/viewWords.ts";
import type { Severity } from "../../domain/words/severities.ts";
import type { Service } from "../client/service.ts";
import type { Ended } from "../client/watch.ts";

/** One result. `outcome` error: inconclusive. */
export type ReportItem = {
  runId: string;
  /** Title of its run. */
  run: string;
  /** Identifier for machines: `visual`, or the rule of a finding. */
  rule: string;
  /** What is wrong if the rule fails; null for results other than findings, or if the rule has no wording for it. */
  fault: string | null;
  /** Title of the result: a scenario, or the page and the element on it. */
  name: string;
  outcome: "passed" | "failed" | "error" | "warning";
  severity: Severity;
  /** A sentence. */
  message: string;
  help: string;
  /** For a pass that rests on decisions made elsewhere: who made them. */
  remark?: string;
  /** URL of the page. */
  page: string;
  /** For a finding that several pages share: the first of them. */
  pages?: string[] | undefined;
  /** The same for the same fault in every run. */
  fingerprint: string;
  /** Whether it is missing in the reference run; null if there was none. */
  isNew: boolean | null;
};

const RESULTS = "/api/ci/runs/{runId}/results";
type Page = AnswerAt<"GET", typeof RESULTS>;
type Shot = Extract<Page, { results: unknown }>["results"][number];
type Scenario = Extract<Page, { scenarios: unknown }>["scenarios"][number];
type Finding = Extract<Page, { findings: unknown }>["findings"][number];

/** Maximum number of results in a report; nobody reads a longer one, and the service's own report has all of them. */
const MAX_ITEMS = 5_000;

/**
 * Returns the results of the ended runs; those of a full audit come from its parts. If there are too many, results that passed are left
 * out, and `note` says so.
 */
export async function readItems(
  service: Service,
  ended: readonly Ended[],
  titleOf: (type: string) => string,
  note: (text: string) => void = () => undefined,
  max = MAX_ITEMS,
): Promise<ReportItem[]> {
  const items: ReportItem[] = [];
  const isPassed = ({ outcome }: ReportItem): boolean => outcome === "passed";
  let others = 0;
  const add = (found: readonly ReportItem[]): void => {
    items.push(...found);
    others += found.filter((item) => !isPassed(item)).length;
  };
  const queue = ended
    .filter(({ run }) => run.status !== "running")
    .map(({ run, title }) => ({ runId: run.runId, title }));
  for (let next = queue.shift(); next && others < max; next = queue.shift()) {
    let cursor: string | undefined;
    do {
      const page: Page = await service.get(RESULTS, {
        params: { runId: next.runId },
        query: { cursor, limit: 100 },
      });
      queue.push(
        ...("children" in page ? page.children : []).map(({ runId, type }) => ({ runId, title: titleOf(type) })),
      );
      const { runId, title } = next;
      add(("results" in page ? page.results : []).map((shot) => ofShot(shot, runId, title)));
      add(("scenarios" in page ? page.scenarios : []).map((scenario) => ofScenario(scenario, runId, title)));
      add(("findings" in page ? page.findings : []).flatMap((finding) => ofFinding(finding, runId, title)));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && others < max);
  }
  if (items.length <= max && others < max) return items;
  note(`The report files hold ${max} results at most: ${others < max ? "all that did not pass" : "no passed ones"}.`);
  let room = max - others;
  return items.filter((item) => !isPassed(item) || room-- > 0).slice(0, max);
}

/**
 * Returns an error for each run that has not said anything about the site, so that no report without failures stands for a run that did not
 * complete. `found`: the results of all runs.
 */
export function withoutResult(ended: readonly Ended[], found: readonly ReportItem[]): ReportItem[] {
  const isSaid = ({ outcome }: ReportItem): boolean => outcome === "failed" || outcome === "error";
  const said = new Set(found.filter(isSaid).map(({ runId }) => runId));
  return ended.flatMap(({ run: { runId }, title: run, outcome: { word, reasons } }) => {
    if (said.has(runId) || (word !== "inconclusive" && word !== "running")) return [];
    const message = reasons.join(" ") || "The run has not ended yet.";
    return [
      {
        runId,
        run,
        rule: "run",
        fault: null,
        name: run,
        outcome: "error",
        severity: "serious",
        message,
        help: "",
        page: "",
        fingerprint: "run",
        isNew: null,
      },
    ];
  });
}

function ofScenario(scenario: Scenario, runId: string, run: string): ReportItem {
  const { featureName, featureId, scenarioId, name, browser, viewport, status, message, failure, pages } = scenario;
  return {
    runId,
    run,
    rule: "functional",
    fault: null,
    severity: "serious",
    help: failure?.advice ?? "",
    page: pages[0] ?? "",
    isNew: null,
    name: `${featureName}: ${name} (${viewport}, ${browser})`,
    // An undefined step and an unreachable site say nothing about the site, and neither does a scenario that was skipped.
    outcome: status === "passed" ? "passed" : status === "failed" ? "failed" : "error",
    message: failure?.headline ?? message ?? status,
    fingerprint: [featureId, scenarioId, viewport, browser].join("\n"),
  };
}

function ofShot(shot: Shot, runId: string, run: string): ReportItem {
  const { scenarioLabel, viewport, browser, selector, mode, status } = shot;
  const passed = status === "passed" || status === "approved";
  const approval = shot.reasons.find(restsOnDecision);
  return {
    runId,
    run,
    rule: "visual",
    fault: null,
    severity: "serious",
    help: "",
    page: shot.url,
    isNew: null,
    name: `${scenarioLabel}${selector ? ` ${selector}` : ""} (${viewWords(shot)})`,
    // A screenshot that could not be taken is not a failure of the site, unless its page now answers with an error and did not before.
    outcome: passed ? "passed" : status === "failed" || answersNoMore(shot) ? "failed" : "error",
    message: shot.reasons.map(({ message }) => message).join(" ") || status,
    fingerprint: [scenarioLabel, selector ?? "", viewport, browser, ...(mode === undefined ? [] : [mode])].join("\n"),
    ...(passed && approval && { remark: approval.message }),
  };
}

/** Omits findings that are neither failed nor passed, except those that a rule considers worth a look. */
function ofFinding(finding: Finding, runId: string, run: string): ReportItem[] {
  // An earlier version of the service sends no `fault`.
  const { fingerprint, rule, fault = null, severity, outcome, page, target, message, help } = finding;
  const pages = finding.pages?.first;
  if (outcome === "inapplicable" || outcome === "review") return [];
  const name = `${pathOf(page)}${target ? ` ${target}` : ""}`;
  const judged = outcome === "failed" || outcome === "passed" ? outcome : "warning";
  const isNew = finding.new;
  return [{ runId, run, rule, fault, name, outcome: judged, severity, message, help, page, pages, fingerprint, isNew }];
}

export function pathOf(page: string): string {
  const url = URL.parse(page);
  return url ? `${url.pathname}${url.search}` : page;
}
