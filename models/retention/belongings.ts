// Defines who owns the documents of each collection and which of their fields reference artifacts: the only table that retention uses.
import type { Models } from "../index.ts";

export type CollectionName = keyof Models;

/**
 * `run`, `job`, `project`, `organisation`, `user`: the field with the id of its owner. A run's documents are deleted with the run, a job's
 * with the job, all of a project's with the project. `within`: it belongs to a document of another collection, referenced by the field `by`. `artifacts`: fields
 * that may contain artifact ids, as text, in JSON or in a text of JSON. `plain`: fields of free content that contain none, or only ids
 * that other fields contain too. `person`: the field with the address or id of the only person the document is about; it is deleted with
 * that person's account. `people`: fields that may name people, as text, in a text or in JSON: with `name`, a placeholder replaces a
 * deleted person; with a list, the person is removed, and the listed fields are cleared as well. `stays`: why it is deleted with no owner.
 */
export type Belonging = {
  run?: string;
  job?: string;
  project?: string;
  organisation?: string;
  user?: string;
  person?: string;
  people?: Readonly<Record<string, "name" | readonly string[]>>;
  within?: { collection: CollectionName; by: string };
  artifacts?: readonly string[];
  plain?: readonly string[];
  stays?: string;
};

export const BELONGINGS: Readonly<Record<CollectionName, Belonging>> = {
  changes: { project: "projectId", plain: ["data"], people: { data: "name" } },
  installations: {
    plain: ["artifactStore", "artifactsAt", "filled"],
    stays: "It is the installation's own.",
  },
  organisations: { organisation: "_id", plain: ["settings", "members", "storageQuota"] },
  projects: {
    project: "_id",
    organisation: "orgId",
    plain: ["viewports", "modes", "settings", "previewHosts"],
    people: { applying: "name" },
  },
  environments: { project: "projectId", plain: ["accessFrom", "preview"] },
  scenarios: {
    project: "projectId",
    plain: [
      "selectors",
      "viewports",
      "hideSelectors",
      "removeSelectors",
      "dismissSelectors",
      "steps",
      "stabilisers",
      "modes",
      "tags",
      "onlyBranches",
    ],
  },
  comparisonRules: { project: "projectId" },
  contentRules: { project: "projectId" },
  wideRules: { project: "projectId" },
  ignoredChanges: {
    project: "projectId",
    artifacts: ["baseline"],
    plain: ["parts", "sentences"],
    people: { by: "name", stoppedBy: "name", note: "name" },
  },
  baselines: { project: "projectId", artifacts: ["picture"], plain: ["accepted"], people: { accepted: "name" } },
  baselineVersions: {
    project: "projectId",
    within: { collection: "baselines", by: "baselineId" },
    artifacts: ["picture", "decision"],
    people: { promotedBy: "name", person: "name", decision: "name" },
  },
  commits: { project: "projectId" },
  runs: {
    run: "_id",
    project: "projectId",
    artifacts: ["reports", "summary", "extra", "upload"],
    plain: [
      "preview",
      "scenarios",
      "browsers",
      "perfBudgets",
      "worse",
      "against",
      "rerun",
      "progress",
      "warnings",
      "historyNotes",
      "ruleTotals",
      "hidden",
      "part",
    ],
    people: {
      requestedBy: "name",
      cancelledBy: "name",
      commitAuthor: "name",
      commitMessage: "name",
      error: "name",
      warnings: "name",
      historyNotes: "name",
      summary: "name",
      extra: "name",
    },
  },
  shots: {
    run: "runId",
    project: "projectId",
    artifacts: ["baseline", "reference", "captures", "artifacts", "traceId", "review", "reviewBefore"],
    plain: [
      "spec",
      "baselineKey",
      "reasons",
      "regions",
      "shifts",
      "bands",
      "causes",
      "movement",
      "changes",
      "ruleUse",
      "timings",
      "carriedTo",
    ],
    people: { review: "name", reviewBefore: "name", reasons: "name", reference: "name" },
  },
  runFacts: { run: "runId", project: "projectId" },
  reviewThreads: {
    project: "projectId",
    artifacts: ["picture"],
    plain: ["region", "messages", "resolved"],
    people: { messages: "name", resolved: "name" },
  },
  threadWaits: { within: { collection: "reviewThreads", by: "threadId" }, person: "email" },
  reviewRequests: { run: "runId", project: "projectId", person: "email", people: { askedBy: "name", note: "name" } },
  presences: { run: "runId", person: "email" },
  reviewItems: { project: "projectId", plain: ["names"] },
  uploads: {
    run: "runId",
    project: "projectId",
    artifacts: ["artifactId", "mapId", "traceId"],
    plain: ["viewport", "renderer"],
  },
  auditPages: {
    run: "runId",
    project: "projectId",
    artifacts: ["gatheredId", "artifacts", "details", "metrics", "rules"],
    plain: ["scenarioLabels", "scenarioIds", "mode", "timings", "cutRules"],
  },
  scenarioRuns: {
    run: "runId",
    project: "projectId",
    artifacts: ["failure"],
    plain: ["tags", "pages"],
  },
  scenarioAttempts: {
    run: "runId",
    project: "projectId",
    artifacts: ["traceId", "steps", "tracking", "error"],
    plain: ["notes"],
  },
  elementPrints: { project: "projectId", artifacts: ["screenshotId"] },
  healProposals: {
    project: "projectId",
    artifacts: ["outcome"],
    plain: ["carried"],
    people: { decidedBy: "name", reason: "name" },
  },
  findings: { run: "runId", project: "projectId", artifacts: ["evidence"], plain: ["pages", "firstSeen"] },
  findingPages: { run: "runId", project: "projectId", plain: ["pages", "indexes"] },
  acceptances: { project: "projectId", plain: ["carried"], people: { by: "name", reason: "name" } },
  prComments: { project: "projectId" },
  commentHooks: { project: "projectId", people: { createdBy: "name" } },
  commentOrders: {
    project: "projectId",
    plain: ["sentences"],
    people: { sentences: "name", answer: "name", problem: "name" },
  },
  codeAccounts: { user: "userId" },
  linkCodes: { user: "userId", organisation: "orgId" },
  problems: {
    project: "projectId",
    artifacts: ["evidence", "before"],
    plain: [
      "places",
      "accepted",
      "firstSeen",
      "lastSeen",
      "fixedIn",
      "snooze",
      "acceptance",
      "comments",
      "peopleBefore",
    ],
    people: {
      snooze: "name",
      acceptance: "name",
      accepted: "name",
      before: "name",
      peopleBefore: "name",
      comments: "name",
      assignee: ["assignedId"],
    },
  },
  // Lists repeat the content of problems.
  problemLists: { project: "projectId", plain: ["first", "counts", "openTexts", "fixedTexts"] },
  problemListBodies: { within: { collection: "problemLists", by: "listId" }, plain: ["open", "fixed"] },
  problemListTexts: { within: { collection: "problemLists", by: "listId" }, plain: ["packed"] },
  jobs: {
    job: "_id",
    project: "projectId",
    artifacts: ["input", "state", "result"],
    plain: ["progress"],
    people: { requestedBy: "name", cancelledBy: "name", error: "name", input: "name", state: "name", result: "name" },
  },
  crawlAddresses: { job: "jobId", project: "projectId", artifacts: ["thumbnailId"], plain: ["links"] },
  explorePlaces: { job: "jobId", project: "projectId", artifacts: ["pictureId", "seen"], plain: ["acts", "reached"] },
  trackingPages: { project: "projectId", plain: ["attributes", "scenarioIds"] },
  trackingEvents: { project: "projectId", plain: ["trigger", "attributes", "frtLinks"] },
  textVectors: {
    plain: ["vector"],
    stays: "It is computed from a text, names nobody, and is dropped when it is not used.",
  },
  features: {
    project: "projectId",
    artifacts: ["coverage"],
    plain: ["group", "tags", "tickets", "scenarios", "sentences"],
    people: { updatedBy: "name" },
  },
  featureVersions: { project: "projectId", people: { by: "name" } },
  recordings: {
    project: "projectId",
    artifacts: ["steps", "turn"],
    people: { createdBy: "name", createdById: "name" },
  },
  stepDefs: { project: "projectId", plain: ["params", "tags", "examples", "actions"], people: { updatedBy: "name" } },
  notificationChannels: {
    project: "projectId",
    plain: ["events", "recipients", "unconfirmed"],
    people: { createdBy: "name", recipients: [], unconfirmed: [] },
  },
  notificationDeliveries: {
    project: "projectId",
    plain: ["tries"],
    person: "to",
    people: { body: "name", tries: "name" },
  },
  verdictTracks: { project: "projectId", plain: ["recent", "outgoing"] },
  schedules: {
    project: "projectId",
    plain: ["types", "scenarios", "browsers", "starting", "recent"],
    people: { createdBy: "name", starting: "name", recent: "name" },
  },
  apiKeys: { project: "projectId", organisation: "orgId", people: { createdBy: "name" } },
  oauthClients: {
    plain: ["redirectUris"],
    stays: "It names an app and nobody, and is forgotten when nobody connects it.",
  },
  oauthGrants: { project: "projectId", organisation: "orgId", user: "userId" },
  users: { user: "_id" },
  oneTimeLinks: { user: "userId", organisation: "orgId", person: "email", people: { createdBy: "name" } },
  signInCounters: { stays: "It holds a keyed hash, and is forgotten after a day." },
  workers: { plain: ["queues", "browsers", "pace"], stays: "It is the installation's own." },
  conversations: { project: "projectId", user: "userId", organisation: "orgId" },
  conversationTurns: {
    within: { collection: "conversations", by: "conversationId" },
    plain: ["calls", "offers"],
  },
  proposals: { user: "userId", organisation: "orgId", plain: ["calls", "results"] },
  idempotency: { stays: "It holds hashes and a run's id, and is dropped after 24 hours." },
  usage: { organisation: "orgId", plain: ["counted"] },
  siteLines: { plain: ["line"], stays: "It says who asks a host, for minutes." },
  admissions: { organisation: "orgId", plain: ["pending"] },
  audit: { organisation: "orgId", plain: ["details"], people: { who: "name", details: "name" } },
  rateWindows: { stays: "It holds a key's id or an address for minutes.", plain: ["slots"] },
  artifacts: { project: "projectId", artifacts: [], plain: ["artifactId"] },
  artifactSweeps: { stays: "It is a sweep's own, for minutes." },
  storageUse: { project: "_id", plain: ["kinds"] },
  // The number of artifacts, not ids.
  backups: { plain: ["artifacts"], stays: "It is the installation's own." },
  sharedFiles: { stays: "It is the installation's own." },
  dataLeases: { stays: "It says whose turn it is, for minutes." },
  restores: { stays: "It is the installation's own." },
  cleanups: { stays: "It says what was deleted, by ids and counts.", plain: ["counts", "stored", "done"] },
  erasures: {
    stays: "It says what was deleted, by ids and counts.",
    plain: ["counts", "orgIds", "named"],
    people: { requestedBy: "name" },
  },
};

/** Collections that may name people, with the fields that do. */
export const NAMING_PEOPLE = Object.entries(BELONGINGS).flatMap(([name, { people }]) =>
  people === undefined ? [] : [{ name: name as CollectionName, people }],
);

/** Collections whose documents are about one person, with the field of the person's address or id. */
export const ABOUT_A_PERSON = Object.entries(BELONGINGS).flatMap(([name, { person }]) =>
  person === undefined ? [] : [{ name: name as CollectionName, field: person }],
);

/** Returns the collections with an owner of this kind, with the field that contains its id. */
export function owned(
  by: "run" | "job" | "project" | "organisation" | "user",
): { name: CollectionName; field: string }[] {
  return Object.entries(BELONGINGS).flatMap(([name, belonging]) => {
    const field = belonging[by];
    return field === undefined ? [] : [{ name: name as CollectionName, field }];
  });
}
