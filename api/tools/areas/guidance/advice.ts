// Tools that give advice based on the project's data: what to do, in which order, and what blocks a release.
import { mixed, number, object, string } from "yup";
import { SEVERITIES } from "../../../../domain/audit/finding.ts";
import { PILLARS } from "../../../../domain/audit/pillars.ts";
import { blockersOf, type Item, LEVELS } from "../../../../domain/guidance/blockers.ts";
import { FORMULA, type Issue, rankIssues } from "../../../../domain/guidance/issues.ts";
import { EFFORTS, type Step } from "../../../../domain/guidance/step.ts";
import { stepsOf } from "../../../../domain/guidance/steps.ts";
import { DEFAULT_LIMIT, pageOf } from "../../../lib/paging.ts";
import { choice, wholeNumber } from "../../../lib/validate.ts";
import { gatherFacts } from "../../../operations/guidance/gatherFacts.ts";
import { MAX_PROBLEMS } from "../../../operations/guidance/openProblems.ts";
import { listData, rowsData } from "../../answers.ts";
import { described, environmentArg, pagingArgs, projectArg, verboseArg } from "../../args.ts";
import { oneLine, plural, reasonText } from "../../sentences.ts";
import { type AnyTool, defineTool } from "../../tool.ts";
import { actionsOf, callData, callView, rightsWarning } from "./calls.ts";

const place = { project: projectArg(), environment: environmentArg() };

const stepFields = {
  code: string().required(),
  title: string().required(),
  why: string().required(),
  figures: mixed().required(),
  effort: string().oneOf(EFFORTS).required(),
  gain: object({ sentence: string().required(), points: number().nullable().defined() }).required(),
  call: callData().required(),
};
const stepView = ({ call, ...step }: Step) => ({ ...step, call: callView(call) });

const recommendNextAction = defineTool({
  name: "recommend_next_action",
  title: "What to do now",
  description:
    "The one thing to do now in this project, with why, figures and the ready call. Call it when you do not know where to begin; generate_action_plan gives all steps.",
  intent: {
    does: "the one thing to do now",
    when: [["next"]],
    not: ["release", "merge"],
  },
  area: "guidance",
  profile: "full",
  mutating: false,
  args: place,
  data: object({
    ...stepFields,
    after: rowsData({ code: string().required(), title: string().required(), call: callData().required() }),
  }),
  example: {},
  async run({ ctx, caller, project, environment }) {
    const facts = await gatherFacts(ctx, caller, { project, environment });
    const [first, ...rest] = stepsOf(facts) as [Step, ...Step[]];
    const after = rest.slice(0, 3);
    const calls = [first, ...after].map(({ call }) => call);
    return {
      summary: oneLine(`${first.title}: ${first.why}`),
      data: {
        ...stepView(first),
        after: after.map(({ code, title, call }) => ({ code, title, call: callView(call) })),
      },
      warnings: rightsWarning(facts, calls),
      nextActions: actionsOf(calls),
    };
  },
});

const MAX_STEPS = 20;
const USUAL_STEPS = 10;

const generateActionPlan = defineTool({
  name: "generate_action_plan",
  title: "Action plan",
  description:
    "Ordered steps for the project, each with reason, effort class, expected gain and the ready call. Call it to plan work; begin with the first step.",
  intent: {
    does: "ordered steps with effort and gain",
    when: [
      ["plan", "fix"],
      ["plan", "create"],
      ["plan", "next"],
    ],
    not: ["tracking"],
  },
  area: "guidance",
  profile: "full",
  mutating: false,
  args: {
    ...place,
    maxSteps: described(wholeNumber(1, MAX_STEPS), `Default ${USUAL_STEPS}`),
    effort: described(choice(EFFORTS), "Only steps of this class: a call, a look, or a fix of the site"),
  },
  data: object({
    qualityScore: number().nullable().defined(),
    total: number().required(),
    steps: rowsData({ order: number().required(), ...stepFields }),
  }),
  example: { maxSteps: 5 },
  async run({ ctx, caller, project, environment }, { maxSteps, effort }) {
    const facts = await gatherFacts(ctx, caller, { project, environment });
    const all = stepsOf(facts).filter((step) => effort === undefined || step.effort === effort);
    const steps = all.slice(0, maxSteps ?? USUAL_STEPS);
    const calls = steps.map(({ call }) => call);
    const [first] = steps;
    return {
      summary: oneLine(
        first ? `${plural(all.length, "step")}; the first: ${first.title}.` : `No step has the effort class ${effort}.`,
      ),
      data: {
        qualityScore: facts.quality.score,
        total: all.length,
        steps: steps.map((step, i) => ({ order: i + 1, ...stepView(step) })),
      },
      warnings: [
        ...rightsWarning(facts, calls),
        ...(steps.length < all.length
          ? [
              `${plural(all.length - steps.length, "step")} not listed: maxSteps may be up to ${MAX_STEPS}, and effort lists those of one class.`,
            ]
          : []),
      ],
      nextActions: actionsOf(calls),
    };
  },
});

/** Maximum number of issues, and of pages per issue, so that an answer stays within 25,000 tokens. */
const SHORT = { issues: 50, pages: 3 };
const LONG = { issues: 20, pages: 20 };

const prioritizeIssues = defineTool({
  name: "prioritize_issues",
  title: "Issues by priority",
  description:
    "Open visual failures and audit findings of all pillars as issues, ranked by a stated formula with its figures. Call it to decide what to fix first; then make the issue's call.",
  intent: {
    does: "open issues, ranked",
    when: [
      ["priority", "issue"],
      ["priority", "fix"],
      ["fix", "issue"],
    ],
  },
  area: "guidance",
  profile: "full",
  mutating: false,
  pageText: ["issues[].message", "issues[].pages"],
  args: { ...place, pillar: choice(PILLARS), ...pagingArgs, verbose: verboseArg() },
  quiet: ["verbose"],
  data: object({
    formula: string().required(),
    total: number().required(),
    issues: rowsData({
      rank: number().required(),
      id: string().required(),
      pillar: string().oneOf(PILLARS).required(),
      rule: string().required(),
      severity: string().oneOf(SEVERITIES).required(),
      score: number().required(),
      factors: object({
        severity: number().required(),
        reach: number().required(),
        newness: number().required(),
        importance: number().required(),
      }).required(),
      why: string().required(),
      message: string().required(),
      count: number().required(),
      newCount: number().required(),
      pages: listData(string().defined()),
      pageCount: number().required(),
      call: callData().required(),
      help: string(),
      runId: string().nullable(),
    }),
    nextCursor: string().nullable().defined(),
  }),
  example: { limit: 5 },
  async run({ ctx, caller, project, environment }, { pillar, limit, cursor, verbose }) {
    const facts = await gatherFacts(ctx, caller, { project, environment });
    const all = rankIssues(facts).filter((issue) => pillar === undefined || issue.pillar === pillar);
    const most = verbose ? LONG : SHORT;
    const size = Math.min(limit ?? DEFAULT_LIMIT, most.issues);
    const { from, entries, nextCursor } = pageOf(all, { limit: size, cursor });
    const [first] = all;
    return {
      summary: oneLine(
        first
          ? `${plural(all.length, "issue")}; the first, ${first.score} points: ${first.named}.`
          : `No open issue${pillar ? ` of ${pillar}` : ""} on the branch ${facts.mainBranch}.`,
      ),
      data: {
        formula: FORMULA,
        total: all.length,
        issues: entries.map((issue, i) => issueView(issue, from + i + 1, most.pages, verbose === true)),
        nextCursor,
      },
      warnings:
        facts.problems.length < MAX_PROBLEMS
          ? []
          : [`Only the ${MAX_PROBLEMS} issues of the highest score are ranked.`],
      nextActions: actionsOf(entries.map(({ call }) => call)),
    };
  },
});

function issueView(
  { help, runId, call, pages, fault: _fault, named: _named, ...issue }: Issue,
  rank: number,
  most: number,
  verbose: boolean,
) {
  return {
    rank,
    ...issue,
    pages: pages.slice(0, most),
    call: callView(call),
    ...(verbose ? { help, runId } : {}),
  };
}

const VERDICT_TEXT = {
  blocked: "The release is blocked",
  undecided: "The release check is inconclusive",
  ready: "Nothing blocks the release",
};

const identifyBlockersForRelease = defineTool({
  name: "identify_blockers_for_release",
  title: "Blockers of a release",
  description:
    "What blocks releasing the main branch, by the project's thresholds, and what does not and why. Call it before a release; for one pull request call gate_pr_quality.",
  intent: {
    does: "what blocks a release",
    when: [["release", "block"], ["release"]],
    also: ["fail", "issue"],
  },
  area: "guidance",
  profile: "full",
  mutating: false,
  pageText: ["items[].message", "items[].data"],
  args: place,
  data: object({
    verdict: string().oneOf(["blocked", "undecided", "ready"]).required(),
    counts: object(Object.fromEntries(LEVELS.map((level) => [level, number().required()]))).required(),
    items: rowsData({
      level: string().oneOf(LEVELS).required(),
      code: string().required(),
      pillar: string().nullable().defined(),
      message: string().required(),
      data: mixed().required(),
      call: callData().nullable().defined(),
    }),
    thresholds: object().required(),
  }),
  example: {},
  async run({ ctx, caller, project, environment }) {
    const facts = await gatherFacts(ctx, caller, { project, environment });
    const { verdict, items } = blockersOf(facts);
    const of = (level: Item["level"]) => items.filter((item) => item.level === level);
    const calls = items.flatMap(({ call }) => call ?? []);
    const decisive = items[0];
    return {
      summary: oneLine(
        `${VERDICT_TEXT[verdict]}: ${of("blocks").length} block, ${of("undecided").length} inconclusive, ${of("warns").length} to review.${verdict !== "ready" && decisive ? ` ${reasonText(decisive.message)}` : ""}`,
      ),
      data: {
        verdict,
        counts: Object.fromEntries(LEVELS.map((level) => [level, of(level).length])),
        items: items.map(({ call, ...item }) => ({ ...item, call: call && callView(call) })),
        thresholds: facts.thresholds,
      },
      warnings: rightsWarning(facts, calls),
      nextActions: actionsOf(calls),
    };
  },
});

export const adviceTools: readonly AnyTool[] = [
  recommendNextAction,
  prioritizeIssues,
  generateActionPlan,
  identifyBlockersForRelease,
];
