// Response schemas for the visual review and the scenario screens.
import { array, boolean, number, object, string } from "yup";
import { SEVERITIES } from "../../../../domain/audit/finding.ts";
import { REGION_KINDS, SHOT_STATUSES } from "../../../../domain/visual/outcome.ts";
import { REVIEW_DECISIONS } from "../../../../domain/visual/reviewDecisions.ts";
import { REVIEW_KINDS } from "../../../../domain/visual/reviewGroups.ts";
import { BROWSERS, COMPARISON_MODES, VIEWPORT_NAMES } from "../../../../domain/visual/shot.ts";
import { WIDE_KINDS } from "../../../../domain/visual/wideRules/wideRule.ts";
import { IGNORE_END_NAMES } from "../../../../domain/words/ignored.ts";
import { comparedWith } from "../comparedWith.ts";
import {
  address,
  box,
  carriedFrom,
  count,
  id,
  listOf,
  maybeNumber,
  maybeObject,
  maybeText,
  maybeTime,
  nextCursor,
  note,
  oneOf,
  rowsOf,
  text,
  texts,
  time,
} from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";
import { versionFields } from "../visual.ts";
import { commitFields, hiddenShare, pillar, runRow } from "./shared.ts";
import { waiting, waitingOfBranch } from "./waiting.ts";

const project = object({ id: id(), name: text(), slug: text(), baseUrl: address(), mainBranch: text() });
const size = maybeObject({ width: number().required(), height: number().required() });
const status = () => oneOf(["pending", ...SHOT_STATUSES]).required();
/** Which view of its scenario a screenshot shows. */
export const place = {
  viewport: oneOf(VIEWPORT_NAMES).required(),
  browser: oneOf(BROWSERS).required(),
  mode: string().meta(note("Missing: without a mode")),
  selector: maybeText().meta(note("null: the whole page")),
};
const review = maybeObject({
  decision: oneOf(REVIEW_DECISIONS).required(),
  note: maybeText(),
  by: text(),
  at: time(),
  fromRunId: string().meta(note("The run in which it was rejected; missing: in this one")),
  end: oneOf(IGNORE_END_NAMES).meta(
    note("For how long a change is ignored; missing: no ignored change, or of an earlier version"),
  ),
});
const pictures = { baseline: maybeText(), test: maybeText(), diff: maybeText(), map: maybeText() };
const progress = object({
  total: count(),
  judged: count(),
  approved: count(),
  rejected: count(),
  later: count(),
  ignored: count(),
  changes: count().meta(note("Different changes of the results that are not approved, each once over all of them")),
  changedScreenshots: count().meta(note("Results that show them")),
});
const mark = () => text().meta(note("State that a decision must send back"));

const row = {
  shotId: id(),
  index: count(),
  groupId: id(),
  kind: oneOf(REVIEW_KINDS).required(),
  mark: mark(),
  scenarioLabel: text(),
  url: address(),
  ...place,
  status: status(),
  carriedFrom: carriedFrom(),
  title: text(),
  thumbnail: maybeText().meta(note("Signed link to a thumbnail of the top of the page, 144 by 108 pixels")),
  review,
};

const detail = {
  scenarioId: id(),
  flaky: boolean().required(),
  attempts: count(),
  mismatchPercent: maybeNumber(),
  changedPixels: maybeNumber(),
  threshold: number().required(),
  reasons: rowsOf({ code: text(), message: text() }),
  changes: rowsOf({
    sentence: text(),
    lines: texts().meta(note("What is known: texts before and after, styles")),
    selector: string().defined().meta(note("At most three levels, for people")),
    tiny: boolean().required(),
    regions: listOf(count()).meta(note("Places in `regions`")),
  }).meta(note("What happened, the largest first, the first 20")),
  changeCount: count(),
  regions: rowsOf({
    box,
    kind: oneOf(REGION_KINDS).required(),
    selector: string().defined(),
    share: number().required(),
    sentence: text(),
  }).meta(note("In pixels of the new screenshot, the first 20")),
  regionCount: count(),
  shifts: rowsOf({
    kind: oneOf(["inserted", "removed"]).required(),
    y: number().required(),
    height: number().required(),
  }),
  sizes: object({ baseline: size, test: size }).required(),
  pictures: object({ ...pictures, firstTest: maybeText() })
    .required()
    .meta(note("Signed links")),
  traceViewer: maybeText().meta(note("Path of Playwright's viewer with the trace of the test that took it")),
  comparedWith,
  baselineMoved: boolean().required().meta(note("The baseline has changed since")),
  decidedAt: maybeTime(),
};

const group = object({
  id: id(),
  kind: oneOf(REVIEW_KINDS).required(),
  title: text(),
  count: count().meta(note("Results of the whole list")),
});
const rule = object({
  id: id(),
  kind: oneOf(["comparison", "content", "page", "tolerance"]).required(),
  scenarioLabel: text(),
  selector: string().defined(),
  value: text(),
  scope: string().meta(note("Of a rule for several scenarios: project, tag:<tag> or path:<pattern>")),
});
const page = {
  progress: progress.required(),
  groups: listOf(group).meta(note("That have results on this page, in the order of the review")),
  rules: listOf(rule).meta(note("That hold for the scenarios of `details`")),
  nextCursor: nextCursor(),
};
const shotsNote = note("Group after group");
const detailsNote = note("Everything about the requested results");

export const appReview = named(
  "AppReview",
  object({
    project: project.nullable().defined().default(undefined),
    run: runRow,
    ...page,
    shots: listOf(object(row)).meta(shotsNote),
    details: rowsOf({ ...row, ...detail }).meta(detailsNote),
  }).required(),
);
export type AppReview = AnswerOf<typeof appReview>;

/** A result in the inbox. */
const inboxRow = { ...row, runId: id().meta(note("The run that looked last")) };

export const appInbox = named(
  "AppInbox",
  object({
    project: project.required(),
    waiting: waiting().meta(note("What waits for review")),
    branches: listOf(waitingOfBranch).meta(
      note("Where something waits in the environment, the main branch first, whatever the branch is"),
    ),
    runs: rowsOf({
      runId: id(),
      ...commitFields,
      environmentName: maybeText(),
      createdAt: time(),
    }).meta(note("Of the results of this page")),
    last: runRow.nullable().defined().default(undefined).meta(note("The newest visual test")),
    ...page,
    shots: listOf(object(inboxRow)).meta(shotsNote),
    details: rowsOf({ ...inboxRow, ...detail }).meta(detailsNote),
  }).required(),
);
export type AppInbox = AnswerOf<typeof appInbox>;

export const appOwnDecision = named(
  "AppOwnDecision",
  object({
    at: maybeTime().meta(note("null: there is none")),
    shots: texts().meta(note("Results where the decision stands")),
  }).required(),
);
export type AppOwnDecision = AnswerOf<typeof appOwnDecision>;

const decided = {
  message: text(),
  results: rowsOf({
    shotId: id(),
    ok: boolean().required(),
    refused: maybeText().meta(note("What happened in between, or why it is not possible")),
    now: maybeObject({ status: status(), mark: mark(), review }),
  }),
  progress: progress.required(),
};
export const appDecided = named("AppDecided", object({ runId: id(), ...decided }).required());
export type AppDecided = AnswerOf<typeof appDecided>;

export const appInboxDecided = named("AppInboxDecided", object(decided).required());
export type AppInboxDecided = AnswerOf<typeof appInboxDecided>;

export const appRulePreview = named(
  "AppRulePreview",
  object({
    runId: id(),
    scenarioLabel: text(),
    selector: text(),
    mode: oneOf(COMPARISON_MODES).required(),
    results: rowsOf({
      shotId: id(),
      ...place,
      status: status(),
      mismatchBefore: maybeNumber(),
      mismatchAfter: maybeNumber(),
      matched: maybeNumber().meta(note("Elements; null: unknown from the stored map")),
      boxes: listOf(box).meta(note("In pixels of the new screenshot")),
      hides: maybeNumber().meta(note("Part of the page that the rule leaves out, 0 to 1; null: unknown")),
      wouldPass: boolean().nullable().defined().meta(note("null: known only after a run")),
      why: string().defined(),
    }),
  }).required(),
);
export type AppRulePreview = AnswerOf<typeof appRulePreview>;

export const appElements = named(
  "AppElements",
  object({
    shotId: id(),
    side: oneOf(["test", "baseline"]).required(),
    known: boolean().required().meta(note("false: no map of the page is stored")),
    cut: boolean().required(),
    elements: rowsOf({
      parent: number().required().meta(note("Place of the element around it, -1: none")),
      tag: string().defined(),
      selector: string().defined(),
      role: string().defined(),
      text: string().defined(),
      box,
    }).meta(note("In pixels of the screenshot, at most 2,000")),
  }).required(),
);
export type AppElements = AnswerOf<typeof appElements>;

const scenario = {
  scenarioId: id(),
  label: text(),
  url: address(),
  viewports: listOf(oneOf(VIEWPORT_NAMES).required()),
  selectors: texts(),
  delay: number().required(),
  misMatchThreshold: number().required(),
  modes: array().of(string().required()).meta(note("Missing: as the project's settings say")),
  tags: array().of(string().required()).meta(note("By which rules for several scenarios apply to it; missing: none")),
  rev: count().meta(note("Sent back with a change")),
  baselines: object({
    state: oneOf(["complete", "partial", "none"]).required(),
    have: count(),
    of: count(),
  }).required(),
  lastTest: maybeObject({ runId: id(), verdict: oneOf(["pass", "fail"]).required(), passed: count(), failed: count() }),
};

export const appScenarios = named(
  "AppScenarios",
  object({
    project: project.required(),
    total: count(),
    scenarios: rowsOf({ ...scenario, picture: maybeText().meta(note("Signed link to its baseline")) }),
    nextCursor: nextCursor(),
  }).required(),
);
export type AppScenarios = AnswerOf<typeof appScenarios>;

const version = object({
  ...versionFields,
  how: oneOf(["baseline_run", "approve", "branch_merge", "rollback"]).required(),
});

export const appScenario = named(
  "AppScenario",
  object({
    project: project.required(),
    scenario: object({
      ...scenario,
      readySelector: maybeText(),
      hideSelectors: texts(),
      removeSelectors: texts(),
    }).required(),
    comparisonRules: rowsOf({
      id: id(),
      selector: text(),
      mode: oneOf(COMPARISON_MODES).required(),
      share: hiddenShare(),
    }),
    contentRules: rowsOf({ id: id(), selector: text(), normalize: text() }),
    wideRules: rowsOf({
      id: id(),
      scope: text(),
      kind: oneOf(WIDE_KINDS).required(),
      selector: string().defined(),
      value: text(),
      share: hiddenShare(),
    }).meta(note("Rules for several scenarios that hold for this one")),
    baselines: rowsOf({
      baselineId: id(),
      scenarioLabel: string().defined(),
      ...place,
      branch: text(),
      environmentId: maybeText(),
      version: count(),
      versionId: id(),
      updatedAt: time(),
      picture: address(),
      renderer: object({
        browser: string().defined(),
        version: string().defined(),
        platform: string().defined(),
      }).required(),
      versions: count(),
      history: listOf(version).meta(note("Newest first, 30 at most; POST /api/baselines/rollback goes back to one")),
    }),
    latest: rowsOf({
      shotId: id(),
      runId: id(),
      ...place,
      status: status(),
      flaky: boolean().required(),
      mismatchPercent: maybeNumber(),
      pictures: object(pictures).required(),
      review,
    }).meta(note("Of the newest test that had it")),
    pillars: object({
      pillars: rowsOf({
        pillar: pillar(),
        status: oneOf(["passed", "failed", "not_measured", "never"]).required(),
        runId: maybeText(),
        at: maybeTime(),
        score: maybeNumber(),
        reason: maybeText(),
        trend: object({ direction: text(), sentence: text() }).required(),
      }),
      worst: rowsOf({
        pillar: pillar(),
        rule: text(),
        severity: oneOf(SEVERITIES).required(),
        target: string().defined(),
        message: string().defined(),
        help: string().defined(),
        new: boolean().nullable().defined(),
      }),
    }).required(),
  }).required(),
);
export type AppScenario = AnswerOf<typeof appScenario>;
