// Reads, lists and checks features of functional tests.
import { array, mixed, number, object, string } from "yup";
import { groupOf, readiness } from "../../../../domain/functional/feature.ts";
import { compileFeature } from "../../../../domain/functional/gherkin/compile.ts";
import { tagFilter } from "../../../../domain/functional/gherkin/tags.ts";
import { planCompiled } from "../../../../domain/functional/planFeature.ts";
import { pageOf } from "../../../lib/paging.ts";
import { text } from "../../../lib/validate.ts";
import { listProjectFeatures, readFeatureOf, readHistory } from "../../../operations/functional/findFeature.ts";
import { projectLibrary } from "../../../operations/functional/library.ts";
import { listData, rowsData } from "../../answers.ts";
import { described, pagingArgs, projectArg, verboseArg } from "../../args.ts";
import { next } from "../../next.ts";
import { oneLine, plural, quotedText } from "../../sentences.ts";
import { defineTool, type NextAction } from "../../tool.ts";
import {
  coverageData,
  featureData,
  featureIdArg,
  featureSummaryData,
  featureView,
  gherkinArg,
  groupArg,
  nextOf,
  scenarioData,
  statusArg,
  summaryView,
} from "./shapes.ts";

const anyFeatureId = () => described(text(120), "Id of the feature; or give ticketId");
const ticketIdArg = () => described(text(100), "A ticket that the feature carries");

export const getFeature = defineTool({
  name: "frt_get_feature",
  title: "Functional feature",
  description:
    "A feature's Gherkin, scenarios, coverage and version, by featureId or ticketId. Call it before you change or run a feature; frt_find_scenarios finds one by words.",
  area: "functional",
  profile: "qa",
  mutating: false,
  args: { project: projectArg(), featureId: anyFeatureId(), ticketId: ticketIdArg(), verbose: verboseArg() },
  data: object({
    feature: featureData.required(),
    gherkin: string().required(),
    others: array().of(string().required()),
    history: array().of(
      object({
        version: number().required(),
        what: string().required(),
        at: string().required(),
        by: string().required(),
        status: string().required(),
      }),
    ),
  }),
  example: { featureId: "basket" },
  async run(use, { featureId, ticketId, verbose }) {
    const { feature, others } = await readFeatureOf(use.ctx, use.caller, { project: use.project, featureId, ticketId });
    const history = verbose ? await readHistory(use.ctx, feature) : null;
    return {
      summary: oneLine(
        `${quotedText(feature.name)} (${feature.status}, version ${feature.version}): ${plural(feature.scenarios.length, "scenario")}.`,
      ),
      data: {
        feature: featureView(feature),
        gherkin: feature.gherkin,
        ...(others.length > 0 && { others }),
        ...(history && {
          history: history.map(({ version, what, at, by, status }) => ({
            version,
            what,
            at: at.toISOString(),
            by,
            status,
          })),
        }),
      },
      nextActions: [next(use, "Folder of the feature", "frt_get_feature_groups")],
    };
  },
});

type GroupNode = {
  name: string;
  path: string;
  features: { featureId: string; name: string; status: string }[];
  groups: GroupNode[];
};

export const getGroups = defineTool({
  name: "frt_get_feature_groups",
  title: "Folders of functional features",
  description:
    "All features in their folders, as a tree. Call it to see what is tested; then frt_get_feature reads one.",
  area: "functional",
  profile: "qa",
  mutating: false,
  args: { project: projectArg() },
  data: object({ count: number().required(), tree: mixed().required() }),
  example: {},
  async run(use) {
    const features = await listProjectFeatures(use.ctx, use.caller, { project: use.project });
    const tree: GroupNode = { name: "", path: "", features: [], groups: [] };
    for (const { featureId, name, status, group } of features) {
      let node = tree;
      for (const part of group) {
        let inner = node.groups.find((one) => one.name === part);
        if (!inner) {
          inner = { name: part, path: node.path === "" ? part : `${node.path}/${part}`, features: [], groups: [] };
          node.groups.push(inner);
        }
        node = inner;
      }
      node.features.push({ featureId, name, status });
    }
    const [first] = features;
    return {
      summary:
        features.length === 0
          ? `The project ${oneLine(use.project.name, 100)} has no functional features yet.`
          : `${plural(features.length, "feature")} in ${plural(tree.groups.length, "folder")} at the top.`,
      data: { count: features.length, tree },
      nextActions: first ? [next(use, "Read a feature", "frt_get_feature", { featureId: first.featureId })] : [],
    };
  },
});

export const listFeaturesTool = defineTool({
  name: "frt_list_features",
  title: "List functional features",
  description: "Features by their ids, narrowed by folder, tag, status or ticket. Then frt_get_feature reads one.",
  area: "functional",
  profile: "full",
  mutating: false,
  args: {
    project: projectArg(),
    group: groupArg(),
    tag: described(text(200), "A tag with its @"),
    status: statusArg(),
    ticketId: ticketIdArg(),
    ...pagingArgs,
  },
  data: object({
    count: number().required(),
    features: listData(featureSummaryData.required()),
    nextCursor: string().nullable().defined(),
  }),
  example: {},
  async run(use, { group, tag, status, ticketId, limit, cursor }) {
    const filter = { tag, status, ticketId, ...(group !== undefined && { group: groupOf(group) }) };
    const all = await listProjectFeatures(use.ctx, use.caller, { project: use.project, ...filter });
    const { entries, nextCursor } = pageOf(all, { limit, cursor });
    return {
      summary: `${plural(all.length, "feature")}.`,
      data: { count: all.length, features: entries.map(summaryView), nextCursor },
      nextActions: entries
        .slice(0, 1)
        .map(({ featureId }): NextAction => next(use, "Read it", "frt_get_feature", { featureId })),
    };
  },
});

export const validateGherkin = defineTool({
  name: "frt_validate_gherkin",
  title: "Check Gherkin",
  description:
    "Parses and compiles a text without saving it, and lists undefined steps. Invalid text is refused with line and column. Then frt_create_feature or frt_set_gherkin saves it.",
  area: "functional",
  profile: "full",
  mutating: false,
  args: { project: projectArg(), gherkin: gherkinArg() },
  data: object({
    name: string().defined(),
    scenarios: listData(scenarioData.required()),
    ready: mixed().required(),
    open: listData(string().required()),
  }),
  example: { gherkin: 'Feature: Basket\n  Scenario: Opens\n    Given I am on "/cart"\n    Then I should see "Basket"' },
  async run(use, { gherkin }) {
    const compiled = compileFeature(gherkin);
    const planned = planCompiled(compiled, await projectLibrary(use.ctx, use.project._id));
    const open = readiness(planned);
    return {
      summary: `The text is valid: ${plural(planned.length, "scenario")}. ${open.length === 0 ? "All of it is prepared." : `${plural(open.length, "thing")} would keep it a draft.`}`,
      data: {
        name: compiled.name,
        scenarios: compiled.scenarios.map(({ id, name, rule, tags, place, steps }) => ({
          id,
          name,
          rule,
          tags,
          line: place.line,
          steps: steps.length,
        })),
        ready: open.length === 0,
        open: open.slice(0, 50),
      },
    };
  },
});

const plannedStepData = object({
  index: number().required(),
  line: number().required(),
  text: string().required(),
  state: string().oneOf(["prepared", "undefined", "ambiguous"]).required(),
  stepDefId: string().nullable().defined(),
  problem: string(),
  candidates: array().of(string().required()),
  actions: number(),
});

export const dryRun = defineTool({
  name: "frt_dry_run_feature",
  title: "Dry run of a feature",
  description:
    "Which definition each step of a feature means, without a browser, and what keeps the feature from being ready. Call it after a change; then run the feature.",
  area: "functional",
  profile: "full",
  mutating: false,
  args: {
    project: projectArg(),
    featureId: featureIdArg(),
    tags: described(text(500), "Tag expression, such as @smoke and not @slow"),
    verbose: verboseArg(),
  },
  data: object({
    featureId: string().required(),
    ready: mixed().required(),
    open: listData(string().required()),
    scenarios: rowsData({ id: string().required(), name: string().defined(), steps: listData(plannedStepData) }),
  }),
  example: { featureId: "basket" },
  async run(use, { featureId, tags, verbose }) {
    const { feature } = await readFeatureOf(use.ctx, use.caller, { project: use.project, featureId });
    const chosen = tagFilter(tags ?? "");
    const library = await projectLibrary(use.ctx, use.project._id);
    const all = planCompiled(compileFeature(feature.gherkin), library);
    const planned = all.filter((one) => chosen(one.tags));
    const isNone = planned.length === 0 && all.length > 0;
    const open = isNone ? ["No scenario of the feature matches the tag expression."] : readiness(planned);
    const states = planned.flatMap(({ steps }) => steps.map(({ state }) => state));
    return {
      summary: isNone
        ? `No scenario matches the tag expression; the feature has ${plural(all.length, "scenario")}.`
        : `${states.filter((state) => state === "prepared").length} of ${plural(states.length, "step")} are prepared in ${plural(planned.length, "scenario")}.`,
      data: {
        featureId,
        ready: open.length === 0,
        open: open.slice(0, 50),
        scenarios: planned.map(({ id, name, steps }) => ({
          id,
          name,
          // Prepared steps are numerous and need no action from the reader.
          steps: steps
            .filter(({ state }) => verbose || state !== "prepared")
            .map(({ index, place, text, state, stepDefId, problem, candidates, actions }) => ({
              index,
              line: place.line,
              text,
              state,
              stepDefId,
              ...(problem !== null && { problem }),
              ...(candidates.length > 0 && { candidates }),
              ...(actions.length > 0 && { actions: actions.length }),
            })),
        })),
      },
      nextActions: nextOf(use, featureId, []),
    };
  },
});

export const getCoverage = defineTool({
  name: "frt_get_coverage",
  title: "Coverage of functional tests",
  description:
    "Pages, elements, events and variables that the steps touch, of one feature or of all, with the features that touch each page and event. Then frt_list_features.",
  area: "functional",
  profile: "full",
  mutating: false,
  args: { project: projectArg(), featureId: described(text(120), "One feature; default: all"), group: groupArg() },
  data: object({
    features: number().required(),
    ready: number().required(),
    scenarios: number().required(),
    coverage: coverageData.required(),
    byPage: rowsData({ page: string().required(), features: listData(string().required()) }),
    byEvent: rowsData({ event: string().required(), features: listData(string().required()) }),
  }),
  example: {},
  async run(use, { featureId, group }) {
    const { ctx, caller, project } = use;
    const features =
      featureId !== undefined
        ? [(await readFeatureOf(ctx, caller, { project, featureId })).feature]
        : await listProjectFeatures(ctx, caller, { project, ...(group !== undefined && { group: groupOf(group) }) });
    const touching = (kind: "pages" | "events") => {
      const found = new Map<string, string[]>();
      for (const one of features)
        for (const name of one.coverage[kind]) found.set(name, [...(found.get(name) ?? []), one.featureId]);
      return found;
    };
    const [byPage, byEvent] = [touching("pages"), touching("events")];
    const all = (kind: keyof (typeof features)[0]["coverage"]) =>
      [...new Set(features.flatMap(({ coverage }) => coverage[kind]))].slice(0, LISTED);
    return {
      summary: `${plural(features.length, "feature")} touch ${plural(byPage.size, "page")} and ${plural(byEvent.size, "event")}.`,
      data: {
        features: features.length,
        ready: features.filter(({ status }) => status === "ready").length,
        scenarios: features.reduce((sum, one) => sum + one.scenarios.length, 0),
        coverage: {
          pages: all("pages"),
          elements: all("elements"),
          events: all("events"),
          variables: all("variables"),
        },
        byPage: [...byPage].slice(0, LISTED).map(([page, of]) => ({ page, features: of })),
        byEvent: [...byEvent].slice(0, LISTED).map(([event, of]) => ({ event, features: of })),
      },
      nextActions: [next(use, "The features", "frt_list_features")],
    };
  },
});
const LISTED = 200;
