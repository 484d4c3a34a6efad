// What `plumbline doctor` finds: pure judgements, each with how to mend it.

export type Found = { check: string; state: "ok" | "warning" | "problem"; message: string; mend?: string };

const OLDEST_NODE = 20;
/** Signed links and sign-in codes bear a minute; an hour is a wrong time zone. */
const MOST_SKEW_MS = 60_000;

export function judgeNode(version: string): Found {
  const major = Number(version.replace(/^v/, "").split(".")[0]);
  return major >= OLDEST_NODE
    ? { check: "node", state: "ok", message: `Node ${version}.` }
    : {
        ...{ check: "node", state: "problem", message: `Node ${version} is too old.` },
        mend: `Install Node ${OLDEST_NODE} or newer.`,
      };
}

/** `theirs`: the `Date` header of an answer; `ours`: when it came. */
export function judgeClock(theirs: string | null, ours: Date): Found {
  const at = theirs === null ? Number.NaN : Date.parse(theirs);
  if (!Number.isFinite(at))
    return { check: "clock", state: "warning", message: "The service's answer says no time to compare with." };
  const seconds = Math.round((ours.getTime() - at) / 1_000);
  if (Math.abs(ours.getTime() - at) <= MOST_SKEW_MS)
    return { check: "clock", state: "ok", message: "The clocks of this computer and of the service agree." };
  return {
    ...{ check: "clock", state: "problem" },
    message: `This computer's clock is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} the service's.`,
    mend: "Let the one that is wrong be set by a time server (NTP).",
  };
}

type Readiness = { ready: boolean } & Partial<Record<string, unknown>>;

/** Of `GET /api/ready`: each part of the service. */
export function judgeReadiness(body: Readiness): Found[] {
  const parts = (body.parts ?? {}) as Record<string, { ok: boolean; detail: string }>;
  return Object.entries(parts).map(([part, { ok, detail }]) =>
    ok
      ? { check: part, state: "ok", message: detail }
      : { check: part, state: "problem", message: detail, mend: MENDS[part] ?? "See the log of the service." },
  );
}
const MENDS: Record<string, string> = {
  temporal: "Start Temporal, or correct TEMPORAL_ADDRESS where the service runs.",
  database: "Start the database, or correct MONGODB_URI where the service runs.",
  artifacts: "Make room on the disk of the service, or correct SVC_DATA_DIR and its owner.",
  workers: 'Start a worker: "npm start" runs one, and "node workers/main.ts" another.',
};

type Remark = { code: string; message: string };
export type Setup = { blockers: Remark[]; warnings: Remark[]; passed: Remark[] };

/** Of the tool `check_setup_health`. The service's own parts are judged by its readiness. */
export function judgeSetup({ blockers, warnings, passed }: Setup): Found[] {
  const of = (state: Found["state"]) => (remark: Remark) => ({ check: remark.code, state, message: remark.message });
  return [...blockers.map(of("problem")), ...warnings.map(of("warning")), ...passed.map(of("ok"))].filter(
    ({ check }) => check !== "service",
  );
}
