// Configuration from environment variables: one table, read once at start; all problems are reported together.
import { parseS3Place, type S3Place } from "./artifactPlace.ts";
import { PROMOTIONS } from "./deployments.ts";
import { LOCATION, LOCATION_RULE } from "./locations.ts";
import { MODEL_PROVIDERS, type ModelSettings, modelProblems } from "./modelSettings.ts";
import { ROLES, type Role } from "./people/members.ts";
import { type OidcConfig, oidcConfigProblems } from "./people/oidc.ts";
import { PLANS, type PlanName } from "./plans.ts";
import { bytesOf } from "./storage/quota.ts";
import { chooseTemporalTls, type TemporalTlsSettings } from "./temporalTls.ts";
import { TOOL_PROFILES } from "./toolProfiles.ts";
import { QUEUE_ROLES } from "./workflowNames.ts";

export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? "a problem" : `${problems.length} problems`}:\n${problems.map((p) => `  - ${p}`).join("\n")}`,
    );
    this.name = "ConfigError";
    this.problems = problems;
  }
}

type Entry<T> = { env: string; help: string; fallback: T; parse(raw: string): T | string[] };

const bad = (text: string) => [text];
const integer = (env: string, fallback: number, min: number, max: number, help: string): Entry<number> => ({
  env,
  help,
  fallback,
  parse: (raw) => {
    const value = Number(raw);
    return Number.isInteger(value) && value >= min && value <= max
      ? value
      : bad(`must be a whole number from ${min} to ${max}, not "${raw}"`);
  },
});
const text = <T extends string | null>(env: string, fallback: T, help: string): Entry<string | T> => ({
  env,
  help,
  fallback,
  parse: (raw) => raw,
});
const oneOf = <T extends string, F extends T | null = T>(
  env: string,
  values: readonly T[],
  fallback: F | T,
  help: string,
): Entry<T | F> => ({
  env,
  help,
  fallback,
  parse: (raw) => values.find((v) => v === raw) ?? bad(`must be one of ${values.join(", ")}, not "${raw}"`),
});
const matching = (env: string, shape: RegExp, rule: string, help: string): Entry<string | null> => ({
  env,
  help,
  fallback: null,
  parse: (raw) => (shape.test(raw) ? raw : bad(`${rule}, not "${raw}"`)),
});
/** Keeps the raw text; `secondsOf` parses it. */
const seconds = (env: string, help: string): Entry<string | null> => ({
  env,
  help,
  fallback: null,
  parse: (raw) => {
    const values = secondsOf(raw);
    return values.length <= 10 && values.every((value) => value > 0 && value <= 600)
      ? raw
      : bad(`must be at most 10 numbers of seconds up to 600, separated by commas, not "${raw}"`);
  },
});
export const secondsOf = (raw: string): number[] => raw.split(",").map((one) => Number(one.trim() || Number.NaN));

const s3Place = (env: string, help: string): Entry<S3Place | null> => ({
  env,
  help,
  fallback: null,
  parse: parseS3Place,
});

const bytes = (env: string, help: string): Entry<number | null> => ({
  env,
  help,
  fallback: null,
  parse: (raw) => bytesOf(raw) ?? bad(`must be a size such as 500MB or 50GB, not "${raw}"`),
});

const list = (env: string, fallback: string[], help: string): Entry<string[]> => ({
  env,
  help,
  fallback,
  parse: (raw) =>
    raw
      .split(",")
      .map((s) => s.trim())
      .filter(Boolean),
});

/** Minimum length of the secret key that protects cookies, links and stored credentials. */
export const MIN_SECRET_KEY = 32;

const TABLE = {
  host: text("SVC_HOST", "127.0.0.1", "address the API listens on"),
  port: integer("SVC_PORT", 4400, 0, 65535, "port of the API; a taken one is replaced by `npm start`"),
  publicUrl: text("SVC_PUBLIC_URL", null, "address under which people reach the service; used in links"),
  dataDir: text("SVC_DATA_DIR", ".plumbline", "folder for artifacts, the local database and Temporal's file"),
  artifacts: s3Place(
    "SVC_ARTIFACTS",
    "S3-compatible storage of artifacts, as s3://bucket/prefix, reached with the usual AWS_ variables; unset: files in the data folder",
  ),
  artifactsCacheMb: integer(
    "SVC_ARTIFACTS_CACHE_MB",
    2_000,
    0,
    10_000_000,
    "size in MB of a worker's cache of SVC_ARTIFACTS in the data folder; 0: no cache",
  ),
  bundleDir: text(
    "SVC_BUNDLE_DIR",
    null,
    "folder that keeps the workflow bundle; unset: `npm start` uses its cache folder, a worker alone the data folder",
  ),
  mongoUri: text("MONGODB_URI", null, "MongoDB; unset: `npm start` runs one in the data folder"),
  mongoDatabase: text("SVC_MONGO_DATABASE", "plumbline", "name of the database"),
  temporalAddress: text(
    "TEMPORAL_ADDRESS",
    null,
    "Temporal's gRPC address; unset: `npm start` runs a development server",
  ),
  temporalNamespace: text("TEMPORAL_NAMESPACE", "default", "Temporal namespace"),
  temporalApiKey: text("TEMPORAL_API_KEY", null, "API key for Temporal; with one the connection uses TLS"),
  temporalTls: oneOf<"true" | "false", null>(
    "TEMPORAL_TLS",
    ["true", "false"],
    null,
    "whether the connection to Temporal uses TLS; unset: if there is an API key or any TLS setting",
  ),
  temporalTlsCert: text("TEMPORAL_TLS_CLIENT_CERT_PATH", null, "PEM file of the client's certificate for Temporal"),
  temporalTlsKey: text("TEMPORAL_TLS_CLIENT_KEY_PATH", null, "PEM file of that certificate's private key"),
  temporalTlsCa: text(
    "TEMPORAL_TLS_SERVER_CA_CERT_PATH",
    null,
    "PEM file of the authority that signed Temporal's certificate; unset: the usual ones",
  ),
  temporalTlsServerName: text(
    "TEMPORAL_TLS_SERVER_NAME",
    null,
    "server name in Temporal's certificate, if it differs from the address",
  ),
  temporalUiUrl: text("SVC_TEMPORAL_UI_URL", null, "address of Temporal's web interface, for links"),
  queuePrefix: text(
    "SVC_QUEUE_PREFIX",
    null,
    "prefix of the task queues' names, so that several installations can share a Temporal server; unset: a prefix unique to the installation, stored in its database",
  ),
  temporalMark: oneOf(
    "SVC_TEMPORAL_MARK",
    ["claim", "require", "ignore"] as const,
    "claim",
    "how to treat the installation mark in Temporal's namespace: claim (set it if missing), require (`npm start` does this with its own server) or ignore (do not check); otherwise another installation's mark is refused",
  ),
  workerPromotion: oneOf(
    "SVC_WORKER_PROMOTION",
    PROMOTIONS,
    "auto",
    "when new work goes to this worker's version: auto (if there is no current version or none of its workers is running), always (at each start; `npm start` does this), manual (`admin deploy promote`) or off (workers have no versions)",
  ),
  queues: list(
    "SVC_WORKER_QUEUES",
    [...QUEUE_ROLES],
    "roles of this worker: orchestration (workflows, database, comparing), browser (pages), lab (Lighthouse)",
  ),
  location: matching(
    "SVC_LOCATION",
    LOCATION,
    LOCATION_RULE,
    "location of this worker's browsers, such as eu: it takes only runs for that location; unset: only runs without a location",
  ),
  maxQueueHours: integer(
    "SVC_MAX_QUEUE_HOURS",
    48,
    0,
    8_760,
    "new runs are refused with 429 while more work waits than the workers can do in this many hours; 0: only the plans' limits apply",
  ),
  siteWaits: seconds(
    "SVC_SITE_WAITS",
    "pauses in seconds before a run retries pages of a site that does not answer; unset: 5,15,30; pages that still do not answer afterwards are not measured",
  ),
  browserSlots: integer(
    "SVC_BROWSER_SLOTS",
    0,
    0,
    64,
    "screenshots taken at the same time on this worker; 0: from cores and memory",
  ),
  browserMemoryMb: integer(
    "SVC_BROWSER_MEMORY_MB",
    0,
    0,
    1_000_000,
    "memory limit in MB for all processes of one browser, and half of it for one page; above it, the page or the browser is closed; 0: derived from the machine's memory",
  ),
  compareThreads: integer("SVC_COMPARE_THREADS", 0, 0, 64, "threads that compare screenshots; 0: as many as cores"),
  shutdownGraceMs: integer(
    "SVC_SHUTDOWN_GRACE_MS",
    30_000,
    0,
    600_000,
    "time a stopping worker gives activities to finish, in ms",
  ),
  secretKey: text(
    "SVC_SECRET_KEY",
    null,
    "secret for sessions, signed links and stored site access; unset: generated and stored in the data folder",
  ),
  allowedHosts: text(
    "SVC_ALLOWED_HOSTS",
    "",
    "private hosts that may be visited: names, *.names, addresses, CIDR, each with an optional :port, comma separated",
  ),
  defaultPlan: oneOf<PlanName>("SVC_DEFAULT_PLAN", PLANS, "enterprise", "plan of new organisations"),
  defaultProject: text("SVC_DEFAULT_PROJECT", null, "slug of the default project of tool calls"),
  ciRatePerMinute: integer("SVC_CI_RATE_PER_MINUTE", 600, 1, 1_000_000, "CI calls a minute for each key"),
  invokeRatePerMinute: integer("SVC_INVOKE_RATE_PER_MINUTE", 60, 1, 1_000_000, "tool calls a minute for each key"),
  toolProfile: oneOf(
    "SVC_TOOL_PROFILE",
    TOOL_PROFILES,
    "qa",
    "tools that MCP lists: qa, full or core (vrt-qa, frt-qa and tracking-qa mean qa)",
  ),
  recordingIdleMs: integer(
    "SVC_RECORDING_IDLE_MS",
    900_000,
    5_000,
    86_400_000,
    "ms without activity after which a recording ends",
  ),
  triggerRatePerMinute: integer("SVC_TRIGGER_RATE_PER_MINUTE", 60, 1, 1_000_000, "runs started a minute for each key"),
  signInRatePerMinute: integer(
    "SVC_SIGN_IN_RATE_PER_MINUTE",
    30,
    1,
    1_000_000,
    "sign-in attempts a minute for each address",
  ),
  linkRatePerMinute: integer(
    "SVC_LINK_RATE_PER_MINUTE",
    20,
    1,
    1_000_000,
    "one-time links tried a minute from each address",
  ),
  organisationsBy: oneOf(
    "SVC_ORGANISATIONS_BY",
    ["admins", "operator"] as const,
    "admins",
    "who may create further organisations: admins (administrators of any organisation) or operator (only from the terminal)",
  ),
  oidcIssuer: text(
    "SVC_OIDC_ISSUER",
    null,
    "address of the OpenID Connect provider that people sign in at; unset: none",
  ),
  oidcClientId: text("SVC_OIDC_CLIENT_ID", null, "id of this service at that provider"),
  oidcClientSecret: text("SVC_OIDC_CLIENT_SECRET", null, "its secret; a public client has none"),
  oidcName: text("SVC_OIDC_NAME", "single sign-on", "name of the provider on the button of the sign-in page"),
  oidcDomains: text(
    "SVC_OIDC_DOMAINS",
    "",
    "e-mail domains whose users may sign in there and get an account, comma-separated; empty: only people who already have an account",
  ),
  oidcRole: oneOf<Role>("SVC_OIDC_ROLE", ROLES, "viewer", "role of people who sign in there for the first time"),
  oidcGroupsClaim: text("SVC_OIDC_GROUPS_CLAIM", "groups", "claim that lists a person's groups"),
  oidcGroupRoles: text(
    "SVC_OIDC_GROUP_ROLES",
    "",
    "roles by group, such as qa-leads:admin,developers:editor; every sign-in there then sets the role; empty: roles are assigned in Plumbline",
  ),
  reconcileAfterMs: integer(
    "SVC_RECONCILE_AFTER_MS",
    60_000,
    1_000,
    3_600_000,
    "a run without a workflow is started again or closed after this time",
  ),
  reconcileEveryMs: integer(
    "SVC_RECONCILE_EVERY_MS",
    30_000,
    1_000,
    3_600_000,
    "how often a worker looks whether runs, messages or schedules need it; runs in progress are then compared with their workflows",
  ),
  retention: oneOf(
    "SVC_RETENTION",
    ["on", "off"] as const,
    "on",
    "whether expired runs are deleted once a day, according to each project's settings; the first deletion is announced a week before",
  ),
  storageQuota: bytes(
    "SVC_STORAGE_QUOTA",
    "bytes that an organisation may store, such as 50GB, unless it has a quota of its own; unset: no limit",
  ),
  metricsAccess: oneOf(
    "SVC_METRICS_ACCESS",
    ["local", "anyone", "nobody"] as const,
    "local",
    "who may read /metrics on the API's port: local (programs of this machine), anyone or nobody",
  ),
  metricsHost: text("SVC_METRICS_HOST", "127.0.0.1", "address that the separate ports for /metrics listen on"),
  metricsPort: integer(
    "SVC_METRICS_PORT",
    0,
    0,
    65535,
    "an additional port for the API's /metrics, open to all; 0: none",
  ),
  workerMetricsPort: integer(
    "SVC_WORKER_METRICS_PORT",
    4480,
    0,
    65535,
    "port of the worker's /metrics; a taken one is replaced by `npm start`; 0: none",
  ),
  logLevel: oneOf("SVC_LOG_LEVEL", ["error", "warn", "info", "debug"] as const, "info", "minimum log level"),
  chromiumPath: text("SVC_CHROMIUM_PATH", null, "Chromium to use instead of the one found"),
  firefoxPath: text("SVC_FIREFOX_PATH", null, "Firefox to use instead of the one found"),
  advisoriesPath: text(
    "SVC_ADVISORIES_PATH",
    null,
    "file of advisories about JavaScript libraries (Retire.js format) instead of the bundled ones",
  ),
  githubToken: text(
    "SVC_GITHUB_TOKEN",
    null,
    "token that comments on pull requests of GitHub, sets statuses of commits and reads the history of shallow clones",
  ),
  githubApiUrl: text(
    "SVC_GITHUB_API_URL",
    "https://api.github.com",
    "GitHub's API; of an Enterprise server https://HOST/api/v3",
  ),
  githubRepository: text(
    "SVC_GITHUB_REPOSITORY",
    null,
    "default repository (owner/name) if neither call nor run names one",
  ),
  gitlabToken: text(
    "SVC_GITLAB_TOKEN",
    null,
    "token that comments on merge requests of GitLab, sets statuses of commits and reads the history of shallow clones",
  ),
  gitlabUrl: text("SVC_GITLAB_URL", "https://gitlab.com", "address of GitLab"),
  gitlabProject: text("SVC_GITLAB_PROJECT", null, "default project (group/name) if neither call nor run names one"),
  smtpHost: text("SVC_SMTP_HOST", null, "mail server of notifications by e-mail; unset: there are none"),
  smtpPort: integer("SVC_SMTP_PORT", 587, 1, 65535, "port of the mail server"),
  smtpTls: oneOf(
    "SVC_SMTP_TLS",
    ["starttls", "tls", "none"] as const,
    "starttls",
    "starttls (refused by servers without it), tls (from the first byte, usually port 465) or none",
  ),
  smtpUser: text("SVC_SMTP_USER", null, "user at the mail server; unset: it asks for none"),
  smtpPassword: text("SVC_SMTP_PASSWORD", null, "password of that user"),
  smtpFrom: text("SVC_SMTP_FROM", null, "sender of e-mails, such as Plumbline <plumbline@example.com>"),
  prRepositories: text(
    "SVC_PR_REPOSITORIES",
    "",
    "comma-separated repositories whose pull requests may be commented on and whose commits may be marked and read; default: all that the tokens reach",
  ),
  coachProvider: oneOf(
    "SVC_COACH_PROVIDER",
    MODEL_PROVIDERS,
    "builtin",
    "who answers questions and helps with goals and tickets: builtin (no model), anthropic, openai, or compatible (any server that speaks OpenAI's protocol, a local one too)",
  ),
  coachModel: text("SVC_COACH_MODEL", null, "name of the provider's model; it must be able to call tools"),
  coachBaseUrl: text(
    "SVC_COACH_BASE_URL",
    null,
    "address of the provider's API with its version, such as http://127.0.0.1:11434/v1; unset: the provider's own",
  ),
  coachKey: text("SVC_COACH_KEY", null, "key of the provider; a compatible server may do without"),
  coachTimeoutMs: integer(
    "SVC_COACH_TIMEOUT_MS",
    60_000,
    1_000,
    600_000,
    "maximum time for one answer of the model, in ms; after that the built-in planner answers",
  ),
  coachAnswerTokens: integer(
    "SVC_COACH_ANSWER_TOKENS",
    100_000,
    1_000,
    10_000_000,
    "maximum model tokens per answer, input and output together",
  ),
  coachDailyTokens: integer(
    "SVC_COACH_DAILY_TOKENS",
    2_000_000,
    0,
    1_000_000_000,
    "maximum model tokens per organisation and day (UTC); after that the built-in planner answers; 0: no limit",
  ),
  coachInputPrice: integer(
    "SVC_COACH_INPUT_PRICE",
    0,
    0,
    1_000_000,
    "price in cents of a million input tokens; for SVC_COACH_DAILY_CENTS",
  ),
  coachOutputPrice: integer(
    "SVC_COACH_OUTPUT_PRICE",
    0,
    0,
    1_000_000,
    "price in cents of a million output tokens; for SVC_COACH_DAILY_CENTS",
  ),
  coachDailyCents: integer(
    "SVC_COACH_DAILY_CENTS",
    0,
    0,
    10_000_000,
    "maximum cost in cents of an organisation's questions and proofs per day (UTC) at these prices; 0: no limit",
  ),
  coachRatePerMinute: integer(
    "SVC_COACH_RATE_PER_MINUTE",
    20,
    1,
    1_000_000,
    "questions to the coach a minute for each caller",
  ),
  coachAgentKey: text(
    "SVC_COACH_AGENT_KEY",
    null,
    "credential of the legacy coach endpoint, which may read all organisations, at least 32 characters; unset: the endpoint is not there",
  ),
  exploreMaxStates: integer("SVC_EXPLORE_MAX_STATES", 500, 1, 10_000, "maximum number of states per exploration"),
  exploreMaxMinutes: integer("SVC_EXPLORE_MAX_MINUTES", 30, 1, 240, "maximum duration of an exploration in minutes"),
  evidenceDays: integer(
    "SVC_EVIDENCE_DAYS",
    90,
    1,
    3_650,
    "days for which the links of an issue's proof work: its page, screenshots and trace",
  ),
  fixedProblemDays: integer(
    "SVC_FIXED_PROBLEM_DAYS",
    365,
    1,
    3_650,
    "days for which fixed problems are kept; those with an assignee, a ticket or a decision in force are not deleted",
  ),
  trustProxy: integer(
    "SVC_TRUST_PROXY",
    0,
    0,
    10,
    "reverse proxies in front of the API whose X-Forwarded-* headers count",
  ),
} as const;

export type Config = { [K in keyof typeof TABLE]: (typeof TABLE)[K] extends Entry<infer T> ? T : never };

/** Returns the table of docs/settings.md. */
export function settingsTable(): string {
  const rows = Object.values(TABLE).map(({ env, fallback, help }) => {
    const shown = fallback === null || fallback === "" ? "" : `\`${fallback}\``;
    return `| \`${env}\` | ${shown} | ${help} |`;
  });
  return ["| variable | default | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

/**
 * Reads the configuration from an environment. Empty variables count as unset.
 * Throws ConfigError naming every problem: invalid values and unknown SVC_ variables (usually typos).
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const out: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(TABLE) as [string, Entry<unknown>][]) {
    const raw = env[entry.env];
    if (raw === undefined || raw === "") {
      out[key] = entry.fallback;
      continue;
    }
    const value = entry.parse(raw);
    if (Array.isArray(value) && entry.env !== "SVC_WORKER_QUEUES") problems.push(`${entry.env} ${value.join(", ")}`);
    else out[key] = value;
  }
  const queues = (out.queues ?? []) as string[];
  if (queues.length === 0) problems.push(`SVC_WORKER_QUEUES names no queue; known: ${QUEUE_ROLES.join(", ")}`);
  out.queues = [...new Set(queues)];
  for (const q of queues)
    if (!(QUEUE_ROLES as readonly string[]).includes(q))
      problems.push(`SVC_WORKER_QUEUES names the unknown queue "${q}"; known: ${QUEUE_ROLES.join(", ")}`);
  if (typeof out.secretKey === "string" && out.secretKey.length < MIN_SECRET_KEY)
    problems.push(`SVC_SECRET_KEY must have at least ${MIN_SECRET_KEY} characters`);
  if (typeof out.coachAgentKey === "string" && out.coachAgentKey.length < 32)
    problems.push("SVC_COACH_AGENT_KEY must have at least 32 characters");
  problems.push(...oidcConfigProblems(out as Partial<OidcConfig>));
  problems.push(...modelProblems(out as Partial<ModelSettings>));
  problems.push(...chooseTemporalTls(out as TemporalTlsSettings).problems);
  const known = new Set<string>([...Object.values(TABLE).map((e) => e.env), ...KNOWN_ELSEWHERE]);
  for (const name of Object.keys(env))
    if (name.startsWith("SVC_") && !known.has(name)) problems.push(`${name} is not a setting of this service`);
  if (problems.length > 0) throw new ConfigError(problems);
  return out as Config;
}

/** Variables of the command-line clients and other parts; the service ignores them. */
const KNOWN_ELSEWHERE = ["SVC_API_KEY", "SVC_URL", "SVC_TOOL_PROFILE"];
