// Tools that interpret a message, a site's pages and the results of runs.
import { boolean, mixed, number, object, string } from "yup";
import { SEVERITIES } from "../../../../domain/audit/finding.ts";
import { type Call, callOf } from "../../../../domain/guidance/calls.ts";
import { cut } from "../../../../domain/guidance/facts.ts";
import { type FailureHistory, MAX_CLUSTERS } from "../../../../domain/guidance/failureHistory.ts";
import { suggestScenarios } from "../../../../domain/guidance/quickScenarios.ts";
import { RUN_NAME } from "../../../../domain/runTypes.ts";
import { requiredText, wholeNumber } from "../../../lib/validate.ts";
import { gatherFacts } from "../../../operations/guidance/gatherFacts.ts";
import { readFailureHistories } from "../../../operations/guidance/readFailureHistories.ts";
import { readIntent } from "../../../operations/guidance/readIntent.ts";
import { listData, rowsData } from "../../answers.ts";
import { described, environmentArg, projectArg, runIdArg, verboseArg } from "../../args.ts";
import { intentsOfTools } from "../../intents.ts";
import { runOf } from "../../runOf.ts";
import { oneLine, plural, quotedText } from "../../sentences.ts";
import { type AnyTool, defineTool, isMutating } from "../../tool.ts";
import { actionsOf, callData, callView, rightsWarning } from "./calls.ts";

const place = { project: projectArg(), environment: environmentArg() };
const MAX_MATCHES = 5;

const analyzeUserIntent = defineTool({
  name: "analyze_user_intent",
  title: "Which tool a message means",
  description:
    "Ranks tools for a message in English, with args filled from what it names, a confidence, and what is unclear. Call it when you do not know which tool to use; then make the first call.",
  area: "guidance",
  profile: "full",
  mutating: false,
  args: { ...place, message: described(requiredText(2_000), "The user's message") },
  data: object({
    matches: rowsData({
      tool: string().required(),
      does: string().required(),
      confidence: number().required(),
      args: object().required(),
      filled: listData(string().required()),
      missing: listData(string().required()),
      because: listData(string().required()),
      needsConfirm: boolean().required(),
    }),
    named: mixed().required(),
    unclear: listData(string().required()),
  }),
  example: { message: "Why did the home page fail on phone?" },
  async run({ ctx, caller, project, environment, tools }, { message }) {
    const intents = intentsOfTools(tools);
    const { matches, entities, unclear } = await readIntent(ctx, caller, { project, environment }, message, intents);
    const shown = matches.slice(0, MAX_MATCHES);
    const [first] = shown;
    const ready = shown.filter(({ missing }) => missing.length === 0);
    const fallback = callOf(
      { project: project.slug, environment: environment?.slug ?? null },
      "What to do now",
      "decideNext",
    );
    return {
      summary: oneLine(
        first
          ? `${first.tool} (${Math.round(first.confidence * 100)} %): ${first.does}.${unclear.length > 0 ? ` Unclear: ${unclear[0]}` : ""}`
          : (unclear[0] ?? "No intent was recognised."),
      ),
      data: {
        matches: shown.map((match) => ({ ...match, needsConfirm: isMutating(match.tool) })),
        named: Object.fromEntries(
          Object.entries(entities).filter(
            ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
          ),
        ),
        unclear,
      },
      nextActions: first ? ready.map(({ does, tool, args }) => ({ label: does, tool, args })) : actionsOf([fallback]),
    };
  },
});

const MAX_SUGGESTIONS = 5;

const suggestQuickScenarios = defineTool({
  name: "suggest_quick_scenarios",
  title: "Pages worth covering first",
  description:
    "The three to five pages worth covering first that have no scenario, with why and ready create_scenario args. Call it after crawl_site or when coverage is thin; then create_scenario for each.",
  intent: {
    does: "pages worth covering first",
    when: [
      ["suggest", "scenario"],
      ["suggest", "page"],
      ["create", "suggest"],
    ],
    not: ["fail"],
  },
  area: "guidance",
  profile: "full",
  mutating: false,
  pageText: ["suggestions[].label", "suggestions[].url"],
  args: { ...place, limit: described(wholeNumber(1, MAX_SUGGESTIONS), `Default ${MAX_SUGGESTIONS}`) },
  data: object({
    knownPages: number().required(),
    uncovered: number().required(),
    crawled: boolean().required(),
    suggestions: rowsData({
      label: string().required(),
      url: string().required(),
      kind: string().required(),
      points: number().required(),
      alike: number().required(),
      why: string().required(),
      call: callData().required(),
    }),
  }),
  example: {},
  async run({ ctx, caller, project, environment }, { limit }) {
    const facts = await gatherFacts(ctx, caller, { project, environment });
    const { suggestions, known, uncovered } = suggestScenarios(facts, limit ?? MAX_SUGGESTIONS);
    const calls = suggestions.map(({ label, args }) =>
      callOf(facts, `Create the scenario ${quotedText(label)}`, "createScenario", args),
    );
    const crawl = callOf(facts, "Crawl the site", "crawl");
    const actions: Call[] = facts.crawled ? calls : [...calls.slice(0, 4), crawl];
    return {
      summary: oneLine(
        suggestions.length > 0
          ? `${plural(suggestions.length, "page")} of ${uncovered} without a scenario: ${suggestions.map(({ label }) => quotedText(label, 40)).join(", ")}.`
          : `All ${plural(known, "known page")} ${known === 1 ? "has" : "have"} a scenario.`,
      ),
      data: {
        knownPages: known,
        uncovered,
        crawled: facts.crawled,
        suggestions: suggestions.map(({ label, kind, points, alike, why, args }, i) => ({
          label,
          url: args.url,
          kind,
          points,
          alike,
          why,
          call: callView(calls[i] as Call),
        })),
      },
      warnings: [
        ...(facts.crawled
          ? []
          : [
              "The site was never crawled: only its base address, audited pages and the tracking plan's pages are known.",
            ]),
        ...rightsWarning(facts, actions),
      ],
      nextActions: actionsOf(actions),
    };
  },
});

/** Maximum number of clusters in an answer that is not verbose. */
const FEW_CLUSTERS = 8;

const analyzeResults = defineTool({
  name: "analyze_results",
  title: "Results of runs",
  description:
    "A run, or the newest of every type, in plain sentences: clusters of equal causes, what changed since the run before, and what to check first. Call it when runs have ended.",
  intent: {
    does: "results of runs, and what changed",
    when: [["analyze"], ["analyze", "report"], ["report", "explain"]],
    hints: ["runId"],
  },
  area: "guidance",
  profile: "full",
  mutating: false,
  pageText: ["runs[].clusters", "runs[].changes", "runs[].lookFirst.what"],
  args: { ...place, runId: described(runIdArg(), "Default: the latest run of every type"), verbose: verboseArg() },
  quiet: ["verbose"],
  data: object({
    runs: rowsData({
      runId: string().required(),
      type: string().required(),
      status: string().required(),
      verdict: string().nullable().defined(),
      happened: listData(string().required()),
      clusters: rowsData({
        cause: string().required(),
        message: string().required(),
        severity: string().oneOf(SEVERITIES).required(),
        count: number().required(),
        places: listData(string().required()),
        placeCount: number().required(),
        hint: string().nullable().defined(),
        call: callData().required(),
      }),
      clusterCount: number().required(),
      changes: mixed().nullable().defined(),
      lookFirst: object({ what: string().required(), why: string().required(), call: callData().required() })
        .nullable()
        .defined(),
    }),
  }),
  example: {},
  async run(use, { runId, verbose }) {
    const { ctx, caller, project, environment } = use;
    const run = runId === undefined ? null : await runOf(use, runId);
    const stories = await readFailureHistories(ctx, caller, { project, environment }, run);
    const most = verbose ? MAX_CLUSTERS : FEW_CLUSTERS;
    const first = worstFailure(stories);
    const looks = [...(first ? [first] : []), ...stories].flatMap(({ lookFirst }) => lookFirst?.call ?? []);
    const next = callOf(
      { project: project.slug, environment: environment?.slug ?? null },
      "What to do now",
      "decideNext",
    );
    return {
      summary: oneLine(
        first
          ? `${first.happened.slice(0, 2).join(" ")}${first.lookFirst ? ` Look first: ${first.lookFirst.what}` : ""}`
          : stories.length > 0
            ? `${plural(stories.length, "run")}: nothing to review. ${stories.map(({ type }) => RUN_NAME[type]).join(", ")}.`
            : "There is no run yet.",
      ),
      data: {
        runs: stories.map(({ clusters, lookFirst, ...story }) => ({
          ...story,
          clusters: clusters.slice(0, most).map(({ call, ...cluster }) => ({ ...cluster, call: callView(call) })),
          lookFirst: lookFirst && { ...lookFirst, what: cut(lookFirst.what, 300), call: callView(lookFirst.call) },
        })),
      },
      nextActions: actionsOf(looks.length > 0 ? looks : [next]),
    };
  },
});

/** Returns the worst failure: a scenario that did not run comes before one that ran and failed. */
function worstFailure(stories: readonly FailureHistory[]): FailureHistory | undefined {
  const wanted = stories.filter(({ lookFirst }) => lookFirst !== null);
  return (
    wanted.find(({ status }) => status === "failed") ?? wanted.find(({ verdict }) => verdict === "fail") ?? wanted[0]
  );
}

export const understandingTools: readonly AnyTool[] = [analyzeUserIntent, suggestQuickScenarios, analyzeResults];
