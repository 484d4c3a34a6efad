// Schemas of the endpoints' bodies and queries.

import { OUTCOMES, SEVERITIES } from "../../domain/audit/finding.ts";
import { PILLARS } from "../../domain/audit/pillars.ts";
import { SCENARIO_STATUSES } from "../../domain/functional/attemptStatus.ts";
import { MAX_COMMIT_TEXT } from "../../domain/history/commit.ts";
import { MAX_VIEWPORT } from "../../domain/import/scenarioShape.ts";
import { CODE_HOSTS } from "../../domain/report/codePlace.ts";
import { REPORT_FORMATS } from "../../domain/report/formats.ts";
import { TRIGGER_TYPES } from "../../domain/runTypes.ts";
import { IDLE_MINUTES, MAX_SHARDS } from "../../domain/uploads.ts";
import { SHOT_STATUSES } from "../../domain/visual/outcome.ts";
import { BROWSERS, VIEWPORT_NAMES } from "../../domain/visual/shot.ts";
import { MAX_LIMIT } from "./paging.ts";
import {
  againstField,
  amount,
  choice,
  closed,
  failedField,
  freeObject,
  historyField,
  listOf,
  locationField,
  pagesField,
  previewField,
  prNumberField,
  requiredText,
  scheduledField,
  text,
  wholeNumber,
} from "./validate.ts";

const browsers = listOf(choice(BROWSERS).required());
const viewports = listOf(choice(VIEWPORT_NAMES).required());
const labels = listOf(requiredText(200));
const paging = { limit: wholeNumber(1, MAX_LIMIT), cursor: text(200) };

const webAddress = () =>
  text(2_000).matches(/^https?:\/\/\S+$/, {
    message: ({ path }: { path: string }) => `${path} must be an http or https address`,
    excludeEmptyString: true,
  });

/** The commit's history and description, and whether a schedule triggered the run. */
const HISTORY = {
  baseBranch: text().meta({ description: "Where the branch goes to: the target of its pull request" }),
  history: historyField(),
  scheduled: scheduledField(),
  commitMessage: text(MAX_COMMIT_TEXT).meta({ description: "First line of the commit's message" }),
  commitAuthor: text(MAX_COMMIT_TEXT).meta({ description: "Name of the commit's author" }),
  commitUrl: webAddress().meta({ description: "Page of the commit" }),
};

/** Where a run comes from. */
const FACTS = {
  environment: text(),
  commitSha: text(128),
  branch: text(),
  ...HISTORY,
  prNumber: prNumberField(),
  prUrl: webAddress(),
  ciProvider: text(100),
  issueKey: text(100),
};

/** The same plus the location of the run's browsers, for runs that have any. */
const RUN_FACTS = { ...FACTS, location: locationField() };

/** How much worse the figures may be than those of the reference run. */
const worse = () =>
  closed({
    score: amount(),
    findings: amount(),
    lcp: amount(),
    fcp: amount(),
    cls: amount(),
    tbt: amount(),
    ttfb: amount(),
  })
    .default(undefined)
    .meta({
      description:
        "For audits: the run fails if one of these is worse than in the main branch's run that it is compared with, beyond the noise of both and this amount; 0: it must not be worse at all",
    });

/** POST /api/ci/run. */
export const runBody = closed({
  project: text(),
  type: choice(TRIGGER_TYPES),
  scenarios: labels,
  pages: pagesField(),
  browsers,
  baseUrl: previewField(),
  ...RUN_FACTS,
  perfBudgets: closed({
    lcp: amount(),
    fcp: amount(),
    cls: amount(),
    tbt: amount(),
    ttfb: amount(),
    score: amount(),
  }).default(undefined),
  against: againstField(),
  failed: failedField(),
  worse: worse(),
});

/** POST /api/ci/history. */
export const historyBody = closed({ project: text(), branch: text(), commits: historyField().required() });

/** POST /api/ci/uploads. */
export const openUploadsBody = closed({
  ...FACTS,
  project: text(),
  build: requiredText(200)
    .matches(/^[\x21-\x7e]+$/, "build must be printable ASCII without spaces")
    .meta({ description: "What the test runners that share the run have in common: the build's id in CI" }),
  type: choice(["test", "baseline"]).meta({
    description: "`baseline`: the screenshots become baselines without a comparison",
  }),
  shards: wholeNumber(1, MAX_SHARDS).meta({
    description: "Test runners that report when they are done; default 1",
  }),
  idleMinutes: wholeNumber(1, IDLE_MINUTES.most).meta({
    description: `After this time without a screenshot the run is compared as it is; default ${IDLE_MINUTES.usual}`,
  }),
});

/** POST /api/ci/uploads/{runId}/shots. */
export const uploadQuery = closed({
  name: requiredText(200).trim("name must not begin or end with a space").meta({ description: "Unique in the build" }),
  viewport: choice(VIEWPORT_NAMES).required(),
  width: wholeNumber(1, MAX_VIEWPORT).required().meta({ description: "CSS pixels of the window" }),
  height: wholeNumber(1, MAX_VIEWPORT).required(),
  scale: amount().max(10, "scale must be at most 10"),
  browser: choice(BROWSERS).required(),
  browserVersion: requiredText(50),
  platform: requiredText(50).meta({
    description: "Of the test runner, such as linux-x64: screenshots of different ones are not fully comparable",
  }),
  url: text(2_000).meta({ description: "Of the page; its query is not kept" }),
  test: text(300).meta({ description: "The test that sends it: another one may not use the name" }),
  stable: choice(["yes", "no"]).meta({ description: "`no`: the page kept changing" }),
  map: text(64).meta({ description: "Id of the page map that was sent before: it shows which elements changed" }),
  mode: text(40).meta({ description: "Which of the project's modes it shows; left out: the page without one" }),
  visited: choice(["yes", "no"]).meta({
    description:
      "`yes`, in a run of type baseline: the name is that of a scenario that Plumbline visits, and this is its baseline",
  }),
});

/** POST /api/ci/uploads/{runId}/traces. */
export const uploadTraceQuery = closed({
  test: requiredText(300).meta({ description: "The test, as its screenshots name it" }),
});

/** POST /api/ci/uploads/{runId}/verdict. */
export const uploadVerdictBody = closed({
  name: requiredText(200),
  viewport: choice(VIEWPORT_NAMES).required(),
  browser: choice(BROWSERS).required(),
  mode: text(40).meta({ description: "As the screenshot named it" }),
});

/** POST /api/ci/uploads/{runId}/finish. */
export const finishUploadsBody = closed({
  shard: wholeNumber(1, MAX_SHARDS).meta({ description: "Number of the finished test runner; default 1" }),
});

/** Body shared by the pillar endpoints. */
export const pillarBody = closed({
  project: requiredText(),
  scenarios: labels,
  pages: pagesField(),
  browsers,
  environment: text(),
  location: RUN_FACTS.location,
  baseUrl: previewField(),
  branch: RUN_FACTS.branch,
  commitSha: RUN_FACTS.commitSha,
  ...HISTORY,
});

const wholeSite = {
  pages: pagesField(),
  environment: text(),
  location: locationField(),
  baseUrl: previewField(),
  branch: text(),
  commitSha: text(128),
  ...HISTORY,
  prNumber: prNumberField(),
  pillars: listOf(choice(PILLARS).required()),
  against: againstField(),
  failed: failedField(),
  worse: worse(),
};
/** POST /api/tests/full-suite, and its project-wide equivalent. */
export const fullSuiteBody = closed({ project: requiredText(), scenarios: labels, browsers, ...wholeSite });
export const fullAuditBody = closed({ project: requiredText(), ...wholeSite });
/** POST /api/ci/full-audit; a project key implies its own project. */
export const ciFullAuditBody = closed({ project: text(), scenarios: labels, browsers, ...wholeSite });

export const approveBody = closed({
  project: text(),
  runId: text(),
  scenarios: labels,
  scenarioLabels: labels,
  viewports,
  browsers,
  modes: listOf(requiredText(40), 40).meta({
    description: "Names of modes; `default` is the results without one",
  }),
  environment: text(),
  branch: text(),
});

export const recompareBody = closed({ project: requiredText(), runId: text(), environment: text() });

export const statusQuery = closed({ environmentId: text() });

/** A filter never needs more words than there are different values; longer lists would only create URLs that servers refuse. */
const MAX_WORDS = 20;
const words = <const T extends string>(values: readonly T[]) => listOf(choice(values).required(), MAX_WORDS);

/** Statuses of shots and of scenarios. */
const RESULT_STATUSES = [...new Set(["pending", ...SHOT_STATUSES, ...SCENARIO_STATUSES] as const)];

/** Each filter is one word, or several separated by commas. */
export const resultsQuery = closed({
  ...paging,
  status: words(RESULT_STATUSES),
  outcome: words(OUTCOMES),
  severity: words(SEVERITIES),
});

export const ciCommentBody = closed({
  project: text(),
  environment: text(),
  prNumber: prNumberField().required("prNumber is required"),
  host: choice(CODE_HOSTS),
});

export const problemsQuery = closed({ limit: paging.limit });

export const reportQuery = closed({ format: choice(REPORT_FORMATS) });

export const baselinesQuery = closed({ ...paging, project: text(), scenario: text() });
export const rollbackBody = closed({ baselineId: requiredText(), versionId: requiredText() });
export const rollbackRunBody = closed({ runId: requiredText() });

export const signInBody = closed({ email: requiredText(254), password: requiredText(1_000) });

export const signedLinkQuery = closed({ expires: text(12), sig: text(100) });

/** A session's write may have an empty body. */
export const emptyBody = closed({});

/** POST /api/mcp/v1/invoke. */
export const invokeBody = closed({ tool: requiredText(100), args: freeObject("args") });

/** POST /api/keys; the operation checks it. */
