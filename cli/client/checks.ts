// The checks of `plumbline doctor`: pure functions that judge facts and say how to fix problems.
import type { AnswerAt } from "../../api/endpoints/typedPath.ts";

export type Found = { check: string; state: "ok" | "warning" | "problem"; message: string; mend?: string };

const OLDEST_NODE = 20;
/** Signed links and sign-in codes tolerate a minute; a difference of an hour is a wrong time zone. */
const MAX_SKEW_MS = 60_000;

export function judgeNode(version: string): Found {
  const major = Number(version.replace(/^v/, "").split(".")[0]);
  return major >= OLDEST_NODE
    ? { check: "node", state: "ok", message: `Node ${version}.` }
    : {
        check: "node",
        state: "problem",
        message: `Node ${version} is too old.`,
        mend: `Install Node ${OLDEST_NODE} or newer.`,
      };
}

/** `theirs` is the `Date` header of a response, `ours` the time at which it arrived. */
export function judgeClock(theirs: string | null, ours: Date): Found {
  const at = theirs === null ? Number.NaN : Date.parse(theirs);
  if (!Number.isFinite(at))
    return { check: "clock", state: "warning", message: "The service's response has no time to compare with." };
  const seconds = Math.round((ours.getTime() - at) / 1_000);
  if (Math.abs(ours.getTime() - at) <= MAX_SKEW_MS)
    return { check: "clock", state: "ok", message: "The clocks of this computer and of the service agree." };
  return {
    check: "clock",
    state: "problem",
    message: `This computer's clock is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} the service's.`,
    mend: "Synchronise the wrong one with a time server (NTP).",
  };
}

type Readiness = { ready: boolean } & Partial<Record<string, unknown>>;

/** Judges `GET /api/ready`: each part of the service. */
export function judgeReadiness(body: Readiness): Found[] {
  const parts = (body.parts ?? {}) as Record<string, { ok: boolean; detail: string }>;
  return Object.entries(parts).map(([part, { ok, detail }]) =>
    ok
      ? { check: part, state: "ok", message: detail }
      : { check: part, state: "problem", message: detail, mend: MENDS[part] ?? "See the log of the service." },
  );
}
const MENDS: Record<string, string> = {
  temporal: "Start Temporal, or correct the service's TEMPORAL_ADDRESS.",
  database: "Start the database, or correct the service's MONGODB_URI.",
  artifacts:
    "Free space where the service keeps artifacts, or correct SVC_ARTIFACTS and its AWS_ variables, or SVC_DATA_DIR and its owner.",
  workers: 'Start a worker: "npm start" runs one, and "node workers/main.ts" another.',
};

type Checkup = AnswerAt<"GET", "/api/ci/checkup">;

/** Thresholds of free disk space: a run stores several MB of screenshots per page, and the databases need room for compaction. */
const MIN_BYTES = 500_000_000;
const FEW_BYTES = 2_000_000_000;

/**
 * Judges `GET /api/ci/checkup`: the service's disk space, and whether its clock agrees with the database's. With `production`, little
 * space is a problem rather than a warning.
 */
export function judgeCheckup(
  { disk, clock }: Pick<Checkup, "disk" | "clock">,
  { production = false }: { production?: boolean } = {},
): Found[] {
  const found: Found[] = [];
  if (disk !== null) {
    const free = (disk.free / 1e9).toFixed(1);
    const message = `${free} GB of ${(disk.total / 1e9).toFixed(1)} GB are free where the service keeps its data.`;
    const needed = production ? FEW_BYTES : MIN_BYTES;
    const state = disk.free < needed ? "problem" : disk.free < FEW_BYTES ? "warning" : "ok";
    const more = production ? ` until more than ${FEW_BYTES / 1e9} GB are free` : "";
    const mend = `Free disk space there${more}, or delete old runs (the folder is SVC_DATA_DIR).`;
    found.push({ check: "disk", state, message, ...(state !== "ok" && { mend }) });
  }
  if (clock.database !== null) {
    const seconds = Math.round((Date.parse(clock.service) - Date.parse(clock.database)) / 1_000);
    const agree = Math.abs(seconds) * 1_000 <= MAX_SKEW_MS;
    found.push({
      check: "database clock",
      state: agree ? "ok" : "problem",
      message: agree
        ? "The clocks of the service and of its database agree."
        : `The service's clock is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} its database's.`,
      ...(!agree && { mend: "Synchronise the wrong one with a time server (NTP)." }),
    });
  }
  return found;
}

/**
 * Judges the settings that commands in this folder would use, and where they come from. `login` is the file of "plumbline login", if it
 * was read.
 */
export function judgeConfig(use: {
  url: string;
  keyFrom: "SVC_API_KEY" | "login" | null;
  /** Null if there is no file. `wrong`: what is wrong with it. */
  file: { name: string; wrong: string | null } | null;
}): Found[] {
  const { url, keyFrom, file } = use;
  const key =
    keyFrom === null ? "no key" : keyFrom === "login" ? 'the key of "plumbline login"' : `the key of ${keyFrom}`;
  const found: Found[] = [{ check: "config", state: "ok", message: `The service is ${url}, with ${key}.` }];
  if (file === null)
    found.push({ check: "plumbline.yml", state: "ok", message: "Not found; the commands do not need one." });
  else if (file.wrong === null) found.push({ check: file.name, state: "ok", message: "It is valid." });
  else found.push({ check: file.name, state: "problem", message: file.wrong, mend: "Correct the file." });
  return found;
}

/** Judges which branch and commit runs started here would be attributed to. */
export function judgeFacts(facts: {
  commitSha?: string;
  branch?: string;
  prNumber?: number;
  ciProvider?: string;
}): Found {
  const { commitSha, branch, prNumber, ciProvider } = facts;
  const known = [
    ciProvider,
    branch && `branch ${branch}`,
    commitSha && `commit ${commitSha.slice(0, 12)}`,
    prNumber && `pull request ${prNumber}`,
  ].filter(Boolean);
  if (branch !== undefined && commitSha !== undefined)
    return { check: "ci", state: "ok", message: `Runs from here belong to ${known.join(", ")}.` };
  const missing = [branch === undefined && "branch", commitSha === undefined && "commit"]
    .filter(Boolean)
    .join(" and no ");
  return {
    check: "ci",
    state: "warning",
    message: `CI and git do not provide everything: no ${missing}.`,
    mend: "Pass --branch and --commit, or run in a checkout with its history.",
  };
}

type Remark = { code: string; message: string };
export type Setup = { blockers: Remark[]; warnings: Remark[]; passed: Remark[] };

/** Judges the result of the tool `check_setup_health`. The service's own parts are covered by its readiness. */
export function judgeSetup({ blockers, warnings, passed }: Setup): Found[] {
  const of =
    (state: Found["state"]) =>
    ({ code, message }: Remark): Found => {
      const mend = state === "ok" ? undefined : SETUP_MENDS[code];
      return { check: code, state, message, ...(mend !== undefined && { mend }) };
    };
  const found = [...blockers.map(of("problem")), ...warnings.map(of("warning")), ...passed.map(of("ok"))];
  return onceEach(found.filter(({ check }) => check !== "service"));
}

/** Merges the results of each check: the first one, which is the worst, determines the state, and the messages of the others are appended. */
function onceEach(found: readonly Found[]): Found[] {
  const checks = new Map<string, Found>();
  for (const one of found) {
    const first = checks.get(one.check);
    checks.set(one.check, first ? { ...first, message: `${first.message} ${one.message}` } : one);
  }
  return [...checks.values()];
}
/** Fixes by code of check_setup_health. */
const SETUP_MENDS: Record<string, string> = {
  site: "Correct the environment's baseUrl (plumbline apply). A private host must be in the service's SVC_ALLOWED_HOSTS. A protected one needs access data.",
  browsers: "Install what is missing on the worker. Browsers that no run uses are optional.",
  scenarios: "Add pages to plumbline.yml and apply it, or use an import or a crawl.",
  baselines: 'Capture them: "plumbline run baseline --wait".',
  protection:
    "Set settings.visual.protectMain to true in plumbline.yml (false if keys may change baselines), and apply it.",
  snapshots: "Wait for the next month, or ask an administrator to change the plan.",
  plan: "An administrator can change the plan.",
  key: "Use a key with the scope mcp_full to change data. For runs, ci is enough.",
  tracking_plan: "Set tracking in plumbline.yml to the plan's file, or skip tracking audits.",
  step_library: 'Upload features with "plumbline features push", or skip functional tests.',
};
