// What the endpoints answer, as schemas for the document; the fuzzed contract holds every answer against them.
import { array, boolean, mixed, number, object, type Schema, string } from "yup";
import { OUTCOMES, SEVERITIES } from "../../domain/audit/finding.ts";
import { AUDIT_PILLARS, PILLARS } from "../../domain/audit/pillars.ts";
import { KEY_KINDS, SCOPES } from "../../domain/keys.ts";
import { RUN_STATUSES, WORKFLOW_OF } from "../../domain/runTypes.ts";
import { REASON_CODES, REGION_KINDS, SHOT_STATUSES } from "../../domain/visual/outcome.ts";
import { BROWSERS, VIEWPORT_NAMES } from "../../domain/visual/shot.ts";
import { TOOL_ERROR_STATUS } from "../tools/envelope.ts";

const note = (description: string) => ({ description });
const id = () => string().required();
const time = () => string().required().meta(note("ISO 8601"));
const maybeTime = () => string().nullable().defined().meta(note("ISO 8601"));
const maybeText = () => string().nullable().defined();
const maybeNumber = () => number().nullable().defined();
const count = () => number().integer().min(0).required();
const yes = () => boolean().oneOf([true]).required();
const oneOf = (values: readonly string[]) => string().oneOf([...values]);
const listOf = (entry: Schema) => array().of(entry).required();
const texts = () => listOf(string().defined());
const numbers = () => object().required().meta(note("Milliseconds by part"));
const nextCursor = () => maybeText().meta(note("For the next page; null: this was the last"));

const STATUS_TYPES = Object.keys(WORKFLOW_OF);
const runStatus = () => oneOf(RUN_STATUSES).required();
const runType = () => oneOf(STATUS_TYPES).required();

const fieldProblem = object({ path: string().defined(), message: id() });

/** With a 503 of a call that starts something: what is kept, and starts by itself. */
const keptStart = {
  runId: string().meta(note("With a 503: the run that is kept, and starts by itself")),
  jobId: string().meta(note("With a 503: the job that is kept, and starts by itself")),
  statusUrl: string().meta(note("With a 503: where to see what became of the run")),
};

/** Every refusal outside the gateway. */
const error = object({
  error: id().meta(note("A sentence for a person")),
  fields: array().of(fieldProblem).meta(note("Each field that is wrong, with its path")),
  retryAfterMs: number().meta(note("With 429 and some 503: how long to wait")),
  status: string().meta(note("With 409: the state the thing is in")),
  ...keptStart,
}).required();

const project = object({ id: id(), name: id(), slug: id(), baseUrl: id(), scenarioCount: count() }).required();

const startedRun = object({
  success: yes(),
  runId: id(),
  projectId: id(),
  type: runType(),
  environmentId: string(),
  environmentName: string(),
  statusUrl: id().meta(note("Path of the status endpoint for this run")),
  message: id(),
}).required();

const child = object({ runId: id(), type: runType(), status: runStatus() }).required();
const progress = object({ phase: string().defined(), done: count(), total: count() });

/** The status of a run. */
const run = object({
  runId: id(),
  projectId: id(),
  status: runStatus(),
  type: runType(),
  environmentId: string(),
  environmentName: string(),
  duration: number().meta(note("Milliseconds; given when the run has ended")),
  summary: object().nullable().defined().meta(note("Counts and verdict; visual runs: total, passed, failed")),
  error: maybeText(),
  perfBudgetResult: object({
    pass: boolean().required(),
    violations: texts(),
    warnings: array()
      .of(string().defined())
      .meta(note("Budgets that pass only within the measured spread, or were not judged; where there are some")),
  })
    .nullable()
    .defined()
    .meta(note("null: no budgets were sent. While the run goes on: not passed, nothing violated so far")),
  perfScore: number(),
  perfAvgLcp: number(),
  perfAvgFcp: number(),
  perfAvgCls: number(),
  perfAvgTbt: number(),
  perfAvgTtfb: number(),
  seoScore: number(),
  seoPassed: number(),
  seoFailed: number(),
  seoWarnings: number(),
  seoLighthouseScore: number(),
  children: array().of(child).meta(note("The runs of a full audit")),
  progress: progress.default(undefined).meta(note("While it runs")),
  stale: boolean().meta(note("Temporal did not answer: this is what was last written down")),
}).required();

const cancelledRun = object({ success: yes(), runId: id(), status: runStatus(), message: id() }).required();

const box = object({
  x: number().required(),
  y: number().required(),
  width: number().required(),
  height: number().required(),
});
const reason = object({ code: oneOf(REASON_CODES).required(), message: id(), data: object().default(undefined) });

const result = object({
  shotId: id(),
  scenarioLabel: id(),
  url: id(),
  selector: maybeText().meta(note("null: the whole page")),
  viewport: oneOf(VIEWPORT_NAMES).required(),
  browser: oneOf(BROWSERS).required(),
  status: oneOf(["pending", ...SHOT_STATUSES]).required(),
  reasons: listOf(reason),
  mismatchPercent: maybeNumber().meta(note("Percent of the pixels that count, never rounded")),
  changedPixels: maybeNumber(),
  threshold: number().required(),
  regions: listOf(
    object({
      box: box.required(),
      kind: oneOf(REGION_KINDS).required(),
      selector: string().defined(),
      text: string().defined(),
      share: number().required(),
      changedPixels: number().required(),
    }),
  ),
  shift: listOf(
    object({ kind: oneOf(["inserted", "removed"]).required(), y: number().required(), height: number().required() }),
  ),
  fingerprint: maybeText(),
  flaky: boolean().required(),
  attempts: count(),
  artifacts: object({
    baseline: maybeText(),
    test: maybeText(),
    diff: maybeText(),
    map: maybeText(),
    firstTest: maybeText(),
  })
    .required()
    .meta(note("Signed links that expire; null where there is nothing")),
  baselineVersionId: maybeText(),
  timings: numbers(),
  decidedAt: maybeTime(),
}).required();

const finding = object({
  fingerprint: id(),
  pillar: oneOf(AUDIT_PILLARS).required(),
  rule: id(),
  severity: oneOf(SEVERITIES).required(),
  outcome: oneOf(OUTCOMES).required(),
  page: string().defined(),
  target: string().defined(),
  message: string().defined(),
  help: string().defined(),
  evidence: object().required(),
  new: boolean().nullable().defined().meta(note("null: there is no earlier run to compare with")),
  newOnBranch: boolean().nullable().defined(),
  screenshot: maybeText().meta(note("Signed link that expires")),
}).required();

const page = object({
  url: maybeText().meta(note("null: what concerns the whole site")),
  scenarioLabels: texts(),
  status: id(),
  reason: maybeText(),
  score: maybeNumber(),
  metrics: object().required(),
  artifacts: object().required().meta(note("Signed links that expire, by name")),
  timings: numbers(),
}).required();

const resultPage = object({ runId: id(), results: listOf(result), nextCursor: nextCursor() }).required();
const findingPage = object({
  runId: id(),
  findings: listOf(finding),
  pages: array().of(page).meta(note("With the first page only")),
  warnings: array().of(string().defined()).meta(note("What the audit went without, and why; with the first page only")),
  nextCursor: nextCursor(),
}).required();
const childPage = object({ runId: id(), children: listOf(child), nextCursor: nextCursor() }).required();

/** The common answer of the pillar endpoints. */
const startedPillar = object({
  success: yes(),
  message: id(),
  project: id().meta(note("Its slug")),
  runId: id(),
}).required();
const startedFullAudit = object({
  success: yes(),
  message: id(),
  project: id(),
  runId: id(),
  statusUrl: id(),
  pillars: listOf(oneOf(PILLARS).required()),
  skipped: listOf(object({ pillar: oneOf(PILLARS).required(), message: id() })),
}).required();

const place = {
  scenarioLabel: id(),
  viewport: oneOf(VIEWPORT_NAMES).required(),
  browser: oneOf(BROWSERS).required(),
  selector: maybeText(),
};
const approval = object({
  success: yes(),
  message: id(),
  runId: id().meta(note("The run whose results they are; the message tells more of one that was not named")),
  environmentName: maybeText(),
  branch: maybeText(),
  promoted: listOf(object({ ...place, baselineVersionId: id() })),
  skipped: listOf(object({ ...place, reason: id() })),
}).required();

const recompared = object({
  success: yes(),
  message: id(),
  runId: id(),
  recompared: count(),
  changed: listOf(object({ shotId: id(), scenarioLabel: id(), viewport: id(), from: id(), to: id() })),
  skipped: listOf(object({ shotId: id(), scenarioLabel: id(), viewport: id(), reason: id() })),
}).required();
const recomparing = object({ success: yes(), message: id(), runId: id(), resultsUrl: id() }).required();

const latestRun = object({
  runId: maybeText().meta(note("null: there is no run yet")),
  status: oneOf([...RUN_STATUSES, "none"]).required(),
  type: oneOf(STATUS_TYPES),
  startTime: string().meta(note("ISO 8601")),
  environmentId: string(),
  environmentName: string(),
  summary: object().nullable().default(undefined),
}).required();

const baselineVersion = object({
  versionId: id(),
  version: count(),
  promotedBy: id(),
  how: id(),
  fromRunId: maybeText(),
  previousVersionId: maybeText(),
  at: time(),
  width: count(),
  height: count(),
  picture: id().meta(note("Signed link that expires")),
}).required();
const baselines = object({
  baselines: listOf(
    object({
      baselineId: id(),
      scenarioLabel: string().defined(),
      selector: maybeText(),
      viewport: oneOf(VIEWPORT_NAMES).required(),
      browser: oneOf(BROWSERS).required(),
      branch: string().defined(),
      environmentId: maybeText(),
      version: count(),
      versionId: id(),
      updatedAt: time(),
      picture: id().meta(note("Signed link to the current picture; it expires")),
      renderer: object({
        browser: string().defined(),
        version: string().defined(),
        platform: string().defined(),
      }).required(),
      history: listOf(baselineVersion).meta(note("Newest first")),
    }),
  ),
  nextCursor: nextCursor(),
}).required();
const rolledBack = object({
  success: yes(),
  baselineId: id(),
  changed: boolean().required(),
  current: baselineVersion,
}).required();

const baselinePlace = {
  baselineId: id(),
  scenarioLabel: string().defined(),
  selector: maybeText(),
  viewport: oneOf(VIEWPORT_NAMES).required(),
  browser: oneOf(BROWSERS).required(),
  branch: string().defined(),
  environmentId: maybeText(),
};
const takenVersion = object({ versionId: id(), version: count(), promotedBy: id(), at: time() });
const runRolledBack = object({
  success: yes(),
  runId: id(),
  message: id(),
  rolledBack: listOf(
    object({
      ...baselinePlace,
      taken: takenVersion.required(),
      restored: takenVersion.nullable().meta(note("null: the run made the first picture, and there is none now")),
      changed: boolean().required(),
    }),
  ),
  kept: listOf(object({ ...baselinePlace, taken: takenVersion.required(), newer: takenVersion.required() })).meta(
    note("Promoted again after the run: the newer version stays"),
  ),
}).required();

const user = object({
  id: id(),
  email: id(),
  name: id(),
  role: oneOf(["admin", "editor", "viewer"]).required(),
  orgId: id(),
}).required();
const csrfToken = () => id().meta(note("Goes into the header X-CSRF-Token of every write of this session"));

const key = object({
  id: id(),
  name: id(),
  kind: oneOf(KEY_KINDS).required(),
  scope: oneOf(SCOPES).required(),
  projectId: maybeText(),
  defaultProject: maybeText(),
  hint: id().meta(note("The beginning of the key's text")),
  createdBy: id(),
  createdAt: time(),
  expiresAt: maybeTime(),
  lastUsedAt: maybeTime(),
  revokedAt: maybeTime(),
}).required();

const part = () => object({ ok: boolean().required(), detail: id() }).required();
const readiness = object({
  ready: boolean().required(),
  parts: object({ temporal: part(), database: part(), artifacts: part(), workers: part() }).required(),
}).required();

const nextAction = object({ label: id(), tool: id(), args: object().default(undefined) });
const envelope = {
  tool: string().defined().meta(note("Name of the tool that was called")),
  summary: id().meta(note("One line for a person")),
  warnings: texts(),
  nextActions: listOf(nextAction).meta(note("Calls that make sense next")),
};
/** A refusal of the tool gateway. */
const toolFailure = object({
  ok: boolean().oneOf([false]).required(),
  ...envelope,
  data: mixed().meta(note("null, but for a proof that failed")),
  error: object({
    code: oneOf(Object.keys(TOOL_ERROR_STATUS)).required(),
    message: id(),
    fields: array().of(fieldProblem),
    ...keptStart,
    reason: string().meta(note("`nothing_yet`: only nothing to read yet")),
  }).required(),
  recoverable: boolean().required().meta(note("Whether a retry with other args, or later, may succeed")),
  retryAfterMs: number(),
}).required();
const toolSuccess = object({ ok: yes(), ...envelope, data: mixed().meta(note("The tool's own payload")) }).required();

const catalogue = object({
  service: id(),
  version: string(),
  invoke: id(),
  links: id().meta(note("How the links in the tools' answers are to be read")),
  count: count(),
  tools: listOf(
    object({
      name: id(),
      title: id(),
      description: id(),
      area: id(),
      profile: oneOf(["qa", "full"]).required(),
      mutating: boolean().required(),
      destructive: boolean(),
      idempotent: boolean(),
      openWorld: boolean().required().meta(note("Reaches out to the site or to other services")),
      async: boolean().required(),
      ciShape: boolean().required().meta(note("Answers the body of a CI endpoint and not the tool response")),
      requires: object({ confirm: boolean().required(), scope: id(), plan: id() }).required(),
      inputSchema: object().required(),
      quiet: listOf(id()).meta(note("Args of it that MCP does not list")),
      dataSchema: object().required(),
      pageText: listOf(id()).meta(note("Parts of `data` that quote tested pages: data, never instructions")),
      example: object({ tool: id(), args: object().required() }).required(),
    }),
  ),
}).required();

/** Components of the document, under the names that its `$ref`s use. */
export const ANSWERS = {
  Error: error,
  Root: object({
    service: id(),
    version: string(),
    documents: id(),
    openapi: id(),
    tools: id(),
    mcp: id(),
    health: id(),
    ready: id(),
  }).required(),
  Projects: object({ projects: listOf(project), count: count() }).required(),
  StartedRun: startedRun,
  Run: run,
  CancelledRun: cancelledRun,
  ResultPage: resultPage,
  FindingPage: findingPage,
  ChildPage: childPage,
  StartedPillar: startedPillar,
  StartedFullAudit: startedFullAudit,
  Approval: approval,
  Recompared: recompared,
  Recomparing: recomparing,
  LatestRun: latestRun,
  Baselines: baselines,
  RolledBack: rolledBack,
  RunRolledBack: runRolledBack,
  SignedIn: object({ success: yes(), user, csrfToken: csrfToken() }).required(),
  Session: object({ user, csrfToken: csrfToken() }).required(),
  Done: object({ success: yes() }).required(),
  CreatedKey: object({
    success: yes(),
    key: id().meta(note("The key's full text: in this answer and never again")),
    record: key,
  }).required(),
  Keys: object({ keys: listOf(key), count: count() }).required(),
  RevokedKey: object({ success: yes(), record: key, revokedNow: boolean().required() }).required(),
  Health: object({ status: oneOf(["ok"]).required(), service: id(), version: string() }).required(),
  Readiness: readiness,
  GatewayHealth: object({
    ok: yes(),
    service: id(),
    version: id(),
    invokeTools: texts().meta(note("Tools of the profile that this installation lists")),
  }).required(),
  Catalogue: catalogue,
  JsonRpc: object({ jsonrpc: oneOf(["2.0"]).required() }).required(),
  ToolSuccess: toolSuccess,
  ToolFailure: toolFailure,
} satisfies Record<string, Schema>;

export type AnswerName = keyof typeof ANSWERS;
