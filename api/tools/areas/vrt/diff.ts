// Inspects one result: its figures, and why it failed.
import { array, boolean, number, object, string } from "yup";
import { given } from "../../../../domain/given.ts";
import { forScenarios } from "../../../../domain/guidance/calls.ts";
import { referenceSentence } from "../../../../domain/history/referenceSentence.ts";
import { FAILURE_ACTIONS } from "../../../../domain/visual/cause.ts";
import type { ShotCause } from "../../../../domain/visual/explain/shotCause.ts";
import { modeField } from "../../../../domain/visual/viewWords.ts";
import type { Shot } from "../../../../models/shots/schema.ts";
import { publicLink } from "../../../lib/publicLink.ts";
import { text } from "../../../lib/validate.ts";
import { explainFailure } from "../../../operations/visual/explainFailure.ts";
import { findShot, type ShotPlace, sizesOf } from "../../../operations/visual/findShot.ts";
import { diffArtifactId, resultView } from "../../../operations/visual/resultView.ts";
import { boxData, listData, rowsData } from "../../answers.ts";
import {
  browserArg,
  described,
  environmentArg,
  labelArg,
  projectArg,
  runIdArg,
  verboseArg,
  viewportArg,
} from "../../args.ts";
import { next, type Place, placeOfRun } from "../../next.ts";
import { scenarioRunOf } from "../../runOf.ts";
import { oneLine, plural, quotedText, reasonText } from "../../sentences.ts";
import { type AnyTool, defineTool, type NextAction, type ToolPicture } from "../../tool.ts";

/** Maximum number of regions listed; of 100 regions, the first ones contain nearly all of the change. */
const REGIONS = 15;
const SHIFTS = 20;
const PLACES = 10;

const shotArgs = () => ({
  project: projectArg(),
  environment: environmentArg(),
  scenarioLabel: labelArg(),
  viewport: viewportArg().required(({ path }: { path: string }) => `${path} is required`),
  runId: runIdArg(),
  browser: browserArg(),
  selector: described(text(1_000), "Area of the page; default: the worst"),
  mode: described(text(40), "Default: the worst"),
});
const QUIET = ["browser", "selector", "mode"];

const size = () => object({ width: number().required(), height: number().required() });
const box = boxData();
const placeData = object({
  scenarioLabel: string().required(),
  viewport: string().required(),
  browser: string().required(),
  selector: string().nullable().defined(),
  mode: string(),
});
const shotFields = {
  runId: string().required(),
  scenarioLabel: string().required(),
  viewport: string().required(),
  browser: string().required(),
  selector: string().nullable().defined(),
  mode: string(),
  status: string().required(),
  mismatchPercent: number().nullable().defined(),
  threshold: number().required(),
  comparedWith: string(),
  others: array().of(placeData),
};
const link = () => string().nullable().defined();

const getDiffStats = defineTool({
  name: "get_diff_stats",
  title: "Figures of one visual result",
  description:
    "Figures of one scenario on one viewport: changed regions with their elements, moved rows, where on the page, links to the screenshots. Call it for a failure of get_run_failures; explain_vrt_failure shows the cause.",
  intent: {
    does: "figures of one difference",
    when: [["diff", "fail"], ["diff"]],
    hints: ["scenarioLabel", "viewport"],
  },
  area: "vrt",
  profile: "qa",
  mutating: false,
  pageText: ["regions", "reasons[].message"],
  args: { ...shotArgs(), verbose: verboseArg() },
  quiet: [...QUIET, "verbose"],
  data: object({
    ...shotFields,
    url: string().required(),
    changedPixels: number().nullable().defined(),
    sizes: object({ baseline: size(), test: size() }).nullable().default(undefined).defined(),
    reasons: rowsData({ code: string().required(), message: string().required() }),
    flaky: boolean().required(),
    fingerprint: string().nullable().defined(),
    regionCount: number().required(),
    regions: rowsData({
      selector: string().defined(),
      text: string(),
      kind: string().required(),
      share: number().required(),
      changedPixels: number().required(),
      box,
    }),
    shifts: rowsData({ kind: string().required(), y: number().required(), height: number().required() }),
    bands: rowsData({
      y: number().required(),
      height: number().required(),
      changedPixels: number().required(),
      percent: number().required(),
    }),
    pictures: object({ baseline: link(), test: link(), diff: link() }),
  }),
  example: { scenarioLabel: "Home", viewport: "desktop" },
  async run(use, { runId, scenarioLabel, viewport, browser, selector, mode, verbose }) {
    const run = await scenarioRunOf(use, runId, scenarioLabel);
    const { shot, others } = await findShot(use.ctx, run, { scenarioLabel, viewport, browser, selector, mode });
    const view = resultView(use.ctx, shot);
    const linkTo = (path: string | null) => (path === null ? null : publicLink(use.ctx, path));
    const { baseline, test, diff } = view.artifacts;
    const failed = shot.status === "failed" || shot.status === "error";
    return {
      summary: oneLine(sentenceOf(shot)),
      data: {
        ...headOf(shot, others),
        url: view.url,
        changedPixels: view.changedPixels,
        sizes: sizesOf(shot),
        reasons: view.reasons.slice(0, 10).map(({ code, message }) => ({ code, message: oneLine(message) })),
        flaky: view.flaky,
        fingerprint: view.fingerprint,
        regionCount: view.regions.length,
        regions: view.regions.slice(0, verbose ? view.regions.length : REGIONS).map((region) => ({
          selector: oneLine(region.selector, 200),
          ...(region.text && { text: oneLine(region.text, 60) }),
          kind: region.kind,
          share: rounded(region.share),
          changedPixels: region.changedPixels,
          box: region.box,
        })),
        shifts: view.shift.slice(0, SHIFTS),
        bands: (shot.bands ?? []).map((band) => ({ ...band, percent: rounded(band.percent) })),
        pictures: { baseline: linkTo(baseline), test: linkTo(test), diff: linkTo(diff) },
      },
      warnings: warningsOf(others),
      pictures: picturesOf(shot),
      nextActions: failed ? [explainAction(use, shot)] : [],
    };
  },
});

const explainVrtFailure = defineTool({
  name: "explain_vrt_failure",
  title: "Why a visual result failed",
  description:
    "Likely causes of a failure with confidence and evidence, and what to do: approve, set a rule, or fix. Call it before approve_vrt_results or create_comparison_rule.",
  intent: {
    does: "likely causes of a visual difference",
    when: [
      ["explain", "fail"],
      ["explain", "diff"],
      ["explain"],
      ["fail"],
      ["fix", "fail"],
      ["flake", "question"],
      ["flake", "fail"],
      ["doubt", "approve"],
    ],
    not: ["release", "merge"],
    hints: ["scenarioLabel", "viewport"],
    wider: ["pillar"],
  },
  area: "vrt",
  profile: "qa",
  core: true,
  mutating: false,
  // The advice is written by the service and names tools, so it does not count as page text.
  pageText: ["causes[].selector", "causes[].evidence"],
  args: shotArgs(),
  quiet: QUIET,
  data: object({
    ...shotFields,
    causes: rowsData({
      kind: string().required(),
      selector: string().defined(),
      confidence: number().min(0).max(1).required(),
      evidence: string().required(),
      action: string().oneOf(FAILURE_ACTIONS).required(),
      share: number().nullable().defined(),
    }),
    advice: listData(string().required()),
    history: object({
      earlier: number().required(),
      failed: number().required(),
      same: number().required(),
      since: string().nullable().defined(),
      different: number().required(),
    }),
    sameChange: number().required(),
    sameChangeIn: listData(placeData),
  }),
  example: { scenarioLabel: "Home", viewport: "desktop" },
  async run(use, { runId, scenarioLabel, viewport, browser, selector, mode }) {
    const run = await scenarioRunOf(use, runId, scenarioLabel);
    const wanted = { scenarioLabel, viewport, browser, selector, mode };
    const { shot, others, causes, advice, history, sameChange, approvable } = await explainFailure(
      use.ctx,
      use.caller,
      run,
      wanted,
    );
    const failed = shot.status === "failed" || shot.status === "error";
    const [first] = causes;
    return {
      summary: oneLine(
        !failed
          ? `${quotedText(shot.scenarioLabel)} on ${shot.viewport} did not fail: it is ${shot.status}.`
          : first === undefined
            ? `${quotedText(shot.scenarioLabel)} on ${shot.viewport} failed without a stored reason.`
            : `${quotedText(shot.scenarioLabel)} on ${shot.viewport}: ${first.kind.replaceAll("_", " ")}, ${Math.round(first.confidence * 100)} % sure.`,
      ),
      data: {
        ...headOf(shot, others),
        causes: causes.map(({ advice: _, rule: _rule, change: _change, ...cause }) => ({
          ...cause,
          selector: oneLine(cause.selector, 200),
          evidence: oneLine(cause.evidence),
          confidence: rounded(cause.confidence),
          share: cause.share === null ? null : rounded(cause.share),
        })),
        advice,
        history,
        sameChange: sameChange.length,
        sameChangeIn: sameChange.slice(0, PLACES),
      },
      warnings: [
        ...warningsOf(others),
        ...(sameChange.length > PLACES
          ? [
              `${plural(sameChange.length - PLACES, "more result")} with the same change not listed: get_run_failures has all that failed, with verbose the fingerprint of each change.`,
            ]
          : []),
      ],
      pictures: picturesOf(shot),
      nextActions: failed ? actionsOf(placeOfRun(use, run), shot, first, approvable) : [],
    };
  },
});

const rounded = (value: number): number => Number(value.toFixed(4));

function headOf(shot: Shot, others: ShotPlace[]) {
  const { runId, scenarioLabel, viewport, browser, selector, status, mismatchPercent, threshold } = shot;
  return {
    runId,
    scenarioLabel,
    viewport,
    browser,
    selector: selector || null,
    ...modeField(shot),
    status,
    mismatchPercent,
    threshold,
    ...(shot.reference && { comparedWith: oneLine(referenceSentence(shot.reference)) }),
    ...(others.length > 0 && { others: others.slice(0, PLACES) }),
  };
}

function warningsOf(others: ShotPlace[]): string[] {
  if (others.length === 0) return [];
  const names = others.some(({ mode }) => mode !== undefined) ? "browser, selector or mode" : "browser or selector";
  return [`${plural(others.length, "other result")} of this viewport: name ${names} to see one.`];
}

function sentenceOf({ scenarioLabel, viewport, mode, status, mismatchPercent, regions, reasons }: Shot): string {
  const what = `${quotedText(scenarioLabel)} on ${viewport}${mode === undefined ? "" : ` in mode ${mode}`} is ${status}`;
  if (mismatchPercent === null || status === "error")
    return `${what}: ${reasonText(reasons[0]?.message ?? "it has no verdict.")}`;
  const where = regions.length > 0 ? ` in ${plural(regions.length, "region")}` : "";
  return `${what}: ${Number(mismatchPercent.toPrecision(3))} % of the pixels differ${where}.`;
}

/** Returns the pictures for clients that can show them: baseline, current screenshot and diff. */
function picturesOf(shot: Shot): ToolPicture[] {
  const { baseline, test } = shot.artifacts;
  return [
    ...(baseline ? [{ artifactId: baseline, label: "baseline" }] : []),
    ...(test && test !== baseline ? [{ artifactId: test, label: "test" }] : []),
    ...(baseline && test && baseline !== test ? [{ artifactId: diffArtifactId(shot._id), label: "diff" }] : []),
  ];
}

function explainAction(place: Place, { runId, scenarioLabel, viewport, browser, selector, mode }: Shot): NextAction {
  const args = given({ scenarioLabel, viewport, runId, browser, selector: selector || undefined, mode });
  return next(place, "Why it failed", "explain_vrt_failure", args);
}

/** Suggests actions for the most likely cause; calls that change something need the caller's `confirm`. */
function actionsOf(place: Place, shot: Shot, cause: ShotCause | undefined, approvable: string[]): NextAction[] {
  const { runId, scenarioLabel, viewport, browser, mode } = shot;
  const approve = next(place, "Approve it if the change is intended", "approve_vrt_results", {
    runId,
    scenarios: [scenarioLabel],
    viewports: [viewport],
    browsers: [browser],
    ...given({ modes: mode === undefined ? undefined : [mode] }),
  });
  if (cause === undefined) return [approve];
  if (cause.rule) {
    const { kind, ...rule } = cause.rule;
    const part = { scenarioLabel, ...rule };
    return [
      kind === "comparison"
        ? next(place, "Tolerate changes there", "create_comparison_rule", part)
        : next(place, "Replace what changes before the shot", "create_content_rule", part),
    ];
  }
  if (cause.action === "fix") {
    const again = { scenarios: [scenarioLabel], browsers: [browser] };
    return [next(place, "Test it again once it is fixed", "run_vrt", again)];
  }
  if (approvable.length === 0) return [approve];
  const { label, args } = forScenarios("Approve the same change everywhere", approvable);
  return [approve, next(place, label, "approve_vrt_results", { runId, ...args })];
}

export const diffTools: readonly AnyTool[] = [getDiffStats, explainVrtFailure];
