// The state of the site: health, scores, pillars, what to fix first, whether it can be merged or released.
import { isAudit, PILLAR_NEEDS, PILLARS, type Pillar } from "../../../domain/audit/pillars.ts";
import { scoreInWords } from "../../../domain/health/siteHealth.ts";
import type { PillarHealth } from "../../../domain/health/types.ts";
import { PILLAR_WORDS, type PillarWords } from "../../../domain/words/pillars.ts";
import { RUN_WORDS, type RunWords } from "../../../domain/words/runs.ts";
import { PILLAR_TOOLS } from "../../tools/pillarTools.ts";
import { bullet, dataOf, nextLine, quoted, runLine, timeOf } from "../sentences.ts";
import type { Talk } from "../talk.ts";
import { type Topic, told } from "../topic.ts";

type Health = {
  coverage: number;
  confidence: string;
  movedBy: { sentence: string }[];
  pillars: (Pick<PillarHealth, "pillar" | "score" | "newestFailed"> & { trend: string; lastRunAt: string | null })[];
};

/** Names of pillars, as people write them. */
const NAMES = Object.values<PillarWords>(PILLAR_WORDS)
  .flatMap(({ name, title }) => [name, title.toLowerCase()])
  .join("|");

const health: Topic = {
  id: "health",
  feature: "health",
  action: "overview",
  asks: [
    "How healthy is the site?",
    "How is my shop doing?",
    "What is the state of the web site?",
    "Give me an overview of the quality",
    "What is the quality score?",
    "Is everything fine with the site?",
    "Is the site in good shape?",
  ],
  sure: [
    /\bhow (good|well|bad|healthy) (are|do) (we|things)\b/,
    /\bhow (healthy|good|bad) is\b/,
    /\b(site|shop|project|overall) health\b/,
    /\bquality score\b/,
    new RegExp(
      `^(?!.*\\b(pages?|${NAMES})\\b).*\\bwhy\\b.{0,30}\\bscore\\b.{0,30}\\b(lower|higher|fell|fallen|drop\\w*|down|up|rose|worse|better|chang\\w*)\\b`,
    ),
  ],
  not: /\b(fail\w*|merge|release|page load|slow)\b/,
  async answer(talk) {
    const answer = await talk.call("get_site_health");
    if (!answer.ok) return [answer.summary];
    const { pillars, movedBy } = dataOf<Health>(answer);
    const figures = pillars.map((one) =>
      bullet(
        `${quoted(scoreInWords(one))}${one.lastRunAt && one.score !== null ? `, last run on ${timeOf(one.lastRunAt)}` : ""}`,
      ),
    );
    const moved = movedBy.map(({ sentence }) => bullet(quoted(sentence)));
    const lines = [...figures, ...(moved.length > 0 ? ["What moved the score since the run before:", ...moved] : [])];
    const [weakest] = answer.nextActions.filter(({ tool }) => tool === "get_pillar_report");
    if (!weakest || talk.left() === 0) return [answer.summary, ...lines, ...nextLine(talk, answer.nextActions)];
    const report = await talk.call(weakest.tool, weakest.args);
    const { runId } = dataOf<{ runId?: string }>(report);
    return [
      answer.summary,
      ...lines,
      `The weakest pillar: ${report.summary}`,
      ...runLine(talk, runId),
      ...nextLine(talk, report.nextActions),
    ];
  },
};

type Report = {
  runId: string;
  findings?: { rule: string; severity: string; message: string; page?: string; new?: boolean | null }[];
  rules?: { rule: string; help?: string; findings: number; pages: number }[];
};

const MAX_FINDINGS = 5;

/** Returns the summary of one pillar's latest report. */
export async function pillarLines(talk: Talk, pillar: Pillar): Promise<string[]> {
  const tool = PILLAR_NEEDS[pillar] === "plan" ? "tracking_get_audit_report" : "get_pillar_report";
  return told<Report>(talk, tool, tool === "get_pillar_report" ? { pillar } : {}, (data) => [
    ...(data.findings ?? [])
      .slice(0, MAX_FINDINGS)
      .map(({ severity, message, page }) =>
        bullet(`${severity}: ${quoted(message)}${page ? ` (${quoted(page)})` : ""}`),
      ),
    ...(data.rules ?? [])
      .slice(0, 3)
      .filter(({ help }) => help)
      .map(({ rule, help }) => bullet(`How to fix ${rule}: ${quoted(help)}`)),
    ...runLine(talk, data.runId),
  ]);
}

/** Returns the pillar that is meant; null if the question names none. */
const pillarOf = ({ entities, context }: Talk): Pillar | null =>
  entities.pillars[0] ?? PILLARS.find((one) => one === context.pillar || one === context.feature) ?? null;

/** Names of the audits as they appear in questions, and what people ask about an audit. */
const NAMED = Object.values<RunWords>(RUN_WORDS)
  .filter(({ pillar }) => pillar !== null && isAudit(pillar))
  .flatMap(({ word, also = [] }) => [word, ...also])
  .join("|");
const ABOUT =
  "report|audit|findings?|problems?|issues?|violations?|score|errors?|wrong|holes?|vulnerabilit\\w+|weakness\\w*";

const pillar: Topic = {
  id: "pillar",
  feature: "reports",
  action: "pillar",
  asks: [
    "What is wrong with accessibility?",
    "How good is our SEO?",
    "What did the security audit find?",
    "Show me the latest privacy report",
    "What are the performance problems?",
    "Which accessibility violations are there?",
    "Which findings does the tracking audit have?",
    "What is our SEO score?",
  ],
  sure: [new RegExp(`\\b(${NAMED})\\b.{0,30}\\b(${ABOUT})\\b`), new RegExp(`\\b(${ABOUT})\\b.{0,40}\\b(${NAMED})\\b`)],
  not: /\b(run|start|launch)\b.*\baudit\b|\bhow did\b|\bhistory\b|\bover time\b|\btrend\b|\bslow\b|\btracked\b|\bfirst\b/,
  async answer(talk) {
    const named = pillarOf(talk);
    if (named === null) return health.answer(talk);
    return pillarLines(talk, named);
  },
};

const history: Topic = {
  id: "history",
  feature: "reports",
  action: "history",
  asks: [
    "How did the performance score develop?",
    "Show the SEO history",
    "Is accessibility getting better over time?",
    "What is the trend of the security score?",
  ],
  sure: [/\b(history|trend|over time|develop\w*|getting (better|worse))\b/],
  not: /\brun history\b|\blast runs\b/,
  async answer(talk) {
    const named = pillarOf(talk);
    const tool = named && isAudit(named) ? PILLAR_TOOLS[named]?.history : undefined;
    if (!tool) return health.answer(talk);
    type Past = { runs: { runId: string; at: string; score: number | null; verdict: string | null }[] };
    return told<Past>(talk, tool, { limit: 10 }, ({ runs }) =>
      runs.map(({ runId, at, score, verdict }) =>
        bullet(
          `${timeOf(at)}: ${score === null ? "no score" : `score ${score}`}${verdict ? `, ${verdict}` : ""} (${runId})`,
        ),
      ),
    );
  },
};

type Gate = { verdict: string; reasons: { level: string; message: string }[]; pillars: { runId: string | null }[] };

const gate: Topic = {
  id: "gate",
  feature: "gate",
  action: "pull-request",
  asks: [
    "Can I merge PR 12?",
    "Is pull request 12 ready to merge?",
    "Does the branch new-menu pass the quality gate?",
    "What does the gate say about merge request 12?",
    "Is it safe to merge?",
  ],
  sure: [/\bmerg(e|ed|ing|eable)\b/, /\b(pr|mr|pull request)\s*#?\d+/, /\bquality gate\b|\bthe gate\b/],
  not: /\b(comment|post)\b/,
  async answer(talk) {
    const { entities, context } = talk;
    const prNumber = entities.prNumber ?? context.prNumber;
    const branch = entities.branch ?? context.branch;
    if (prNumber == null && branch == null && entities.commitSha === null)
      return ["Which pull request, branch or commit is meant? Name its number, its name or its hash."];
    const answer = await talk.call("gate_pr_quality", { prNumber, branch, commitSha: entities.commitSha });
    const { verdict, reasons = [], pillars = [] } = dataOf<Partial<Gate>>(answer);
    const lines = reasons.slice(0, 8).map(({ level, message }) => bullet(`${level}: ${quoted(message)}`));
    const failures = answer.nextActions.find(({ tool }) => tool === "get_run_failures");
    const failed: string[] = [];
    if (verdict === "fail" && failures && talk.left() > 0) {
      type Failures = { failures?: { scenarioLabel: string; viewport: string; mismatchPercent: number | null }[] };
      const found = dataOf<Failures>(await talk.call(failures.tool, failures.args)).failures ?? [];
      for (const { scenarioLabel, viewport, mismatchPercent } of found.slice(0, MAX_FINDINGS))
        failed.push(
          bullet(
            `${quoted(scenarioLabel)} on ${viewport}${mismatchPercent === null ? "" : ` differs by ${mismatchPercent} %`}`,
          ),
        );
    }
    const first = { pass: "Yes.", warn: "Yes, with warnings.", fail: "No." }[verdict ?? ""] ?? "Not decided yet.";
    return [
      `${first} ${answer.summary}`,
      ...lines,
      ...failed,
      ...pillars.flatMap(({ runId }) => runLine(talk, runId)).slice(0, 3),
      ...nextLine(talk, answer.nextActions),
    ];
  },
};

const release: Topic = {
  id: "release",
  feature: "gate",
  action: "release",
  asks: ["Are we ready to release?", "What blocks the release?", "Can we go live?", "May we deploy today?"],
  sure: [/\b(releas\w+|go(ing)? live|deploy\w*|ship)\b/],
  answer: (talk) =>
    told<{ items: { level: string; message: string }[] }>(talk, "identify_blockers_for_release", {}, ({ items }) =>
      items
        .filter(({ level }) => level !== "clear")
        .slice(0, 8)
        .map(({ level, message }) => bullet(`${level}: ${quoted(message)}`)),
    ),
};

type Issues = { issues: { rank: number; message: string; severity: string; why: string; pages: string[] }[] };

const first: Topic = {
  id: "first",
  feature: "guidance",
  action: "priorities",
  asks: [
    "What should I fix first?",
    "What are the most important problems?",
    "Which issue is the worst?",
    "What are our top issues?",
    "What is most urgent?",
    "Show all problems",
  ],
  sure: [
    /\bfix(ed)? first\b/,
    /\b(most (important|urgent|serious)|worst|top) .{0,12}(issues?|problems?|bugs?|findings?|things?|pages?)\b/,
    /\bmost problems\b|\bhow many (open )?(problems|issues|findings)\b/,
    /\bmost urgent\b/,
    /\bpriorit/,
    /\bworr(y|ies|ied|ying)\b/,
  ],
  not: /\bpages?\b.*\b(perf\w*|traffic|to test)\b|\bperf\w* pages?\b|\b(problems|issues|findings)\b.*\b(page|traffic)\b/,
  answer: (talk) =>
    told<Issues>(
      talk,
      "prioritize_issues",
      { limit: 3, ...(talk.entities.pillars[0] && { pillar: talk.entities.pillars[0] }) },
      ({ issues }) =>
        issues.map(
          ({ rank, message, severity, why }) => `${rank}. ${quoted(message)} It is ${severity}: ${quoted(why)}`,
        ),
    ),
};

const next: Topic = {
  id: "next",
  feature: "guidance",
  action: "next",
  asks: ["What should I do next?", "What now?", "Where do I start?", "What is the next step?"],
  sure: [
    /\bwhat (should|shall|can|do) (i|we) do (now|next|today)\b/,
    /^what now\b/,
    /\bwhere (do|should|shall) (i|we) (start|begin)\b/,
    /\bnext step\b/,
  ],
  answer: (talk) =>
    told<{ gain: { sentence: string } }>(talk, "recommend_next_action", {}, ({ gain }) => [gain.sentence]),
};

const plan: Topic = {
  id: "plan",
  feature: "guidance",
  action: "plan",
  asks: ["Make a plan to improve the site", "Give me an action plan", "What are the steps to get better?"],
  sure: [/\b(action plan|plan (to|for) (fix|improv|mak|get)\w*|roadmap|to-?do list)\b/],
  not: /\btracking plan\b/,
  answer: (talk) =>
    told<{ steps: { order: number; title: string; why: string }[] }>(
      talk,
      "generate_action_plan",
      { maxSteps: 5 },
      ({ steps }) => steps.map(({ order, title, why }) => `${order}. ${quoted(title)}. ${quoted(why)}`),
    ),
};

const setup: Topic = {
  id: "setup",
  feature: "setup",
  action: "check",
  asks: [
    "Are there set-up problems?",
    "Is everything configured correctly?",
    "Why can I not start testing?",
    "Is the project set up properly?",
    "Are the workers and browsers available?",
  ],
  sure: [/\bset-?\s?up\b/, /\bconfigur/, /\b(workers?|browsers?) (available|running|there|alive)\b/],
  answer: (talk) =>
    told<Record<"blockers" | "warnings", { message: string }[]>>(
      talk,
      "check_setup_health",
      {},
      ({ blockers, warnings }) => [
        ...blockers.map(({ message }) => bullet(`blocks: ${quoted(message)}`)),
        ...warnings.map(({ message }) => bullet(`warning: ${quoted(message)}`)),
      ],
    ),
};

export const standingTopics: readonly Topic[] = [gate, release, first, next, plan, setup, history, pillar, health];
