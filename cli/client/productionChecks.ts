// Additional checks of `plumbline doctor --production`: what an installation that people rely on must have.

import type { AnswerAt } from "../../api/endpoints/typedPath.ts";
import { storageLevel } from "../../domain/storage/quota.ts";
import type { Found } from "./checks.ts";

type Facts = AnswerAt<"GET", "/api/ci/checkup">["production"];
type Check = {
  check: string;
  mend: string;
  /** `now`: when the response arrived. */
  judge(facts: Facts, now: Date): Pick<Found, "state" | "message">;
};

const MAX_BACKUP_DAYS = 8;
/** Maximum age of the last sweep, which runs daily. */
const MAX_SWEEP_DAYS = 3;
const DAY_MS = 86_400_000;

const ok = (message: string) => ({ state: "ok", message }) as const;
const problem = (message: string) => ({ state: "problem", message }) as const;
/** Returns the age in whole days. */
function ageOf(time: string, now: Date): { days: number; words: string } {
  const days = Math.floor((now.getTime() - Date.parse(time)) / DAY_MS);
  return { days, words: `${days} ${days === 1 ? "day" : "days"}` };
}
const isLoopback = (host: string): boolean => /^(localhost|127\.|::1$)/.test(host);

const CHECKS: readonly Check[] = [
  {
    check: "public address",
    mend: "Put a reverse proxy with TLS in front, and set SVC_PUBLIC_URL to its https address.",
    judge: ({ publicUrl }) => {
      if (publicUrl === null) return problem("SVC_PUBLIC_URL is not set.");
      return publicUrl.startsWith("https://")
        ? ok(`People reach the service at ${publicUrl}.`)
        : problem(`People reach the service at ${publicUrl}, without TLS: cookies and keys can be read on the way.`);
    },
  },
  {
    check: "reverse proxy",
    mend: "Set SVC_TRUST_PROXY to the number of proxies in front.",
    judge: ({ trustProxy }) =>
      trustProxy > 0
        ? ok(`The headers of ${trustProxy} ${trustProxy === 1 ? "proxy" : "proxies"} count.`)
        : problem("SVC_TRUST_PROXY is 0: all callers behind the proxy count as one address."),
  },
  {
    check: "open ports",
    mend: "Set SVC_METRICS_HOST to 127.0.0.1 and SVC_METRICS_ACCESS to local or nobody, or block others with a firewall. Only the reverse proxy should reach SVC_HOST.",
    judge: ({ host = "127.0.0.1", publicUrl, metricsHost, metricsPort, metricsAccess }) => {
      // Behind TLS, this may be a container's own address.
      if (!isLoopback(host) && !publicUrl?.startsWith("https://"))
        return problem(`The API is open on ${host} without TLS: cookies and keys can be read on the way.`);
      if (metricsAccess === "anyone") return problem("Everyone who reaches the API can read /metrics.");
      return metricsPort > 0 && !isLoopback(metricsHost)
        ? problem(`Port ${metricsPort} for /metrics is open on ${metricsHost}.`)
        : ok("Only programs on the same machine can read metrics.");
    },
  },
  {
    check: "sandbox",
    mend: "Run API and workers as another user than root, and allow user namespaces where workers run (in containers: deploy/seccomp.json). The log of each worker has the reason.",
    // An earlier version of the API reports no workers.
    judge({ root, sandbox: { workers, without } = { workers: 0, without: [] } }) {
      if (without.length > 0) return problem(`Chromium runs without its sandbox on ${without.join(", ")}.`);
      if (root) return problem("The service runs as root.");
      return ok(
        workers > 0
          ? "Chromium runs in its sandbox on every worker that has started one."
          : "The service does not run as root, so Chromium can have its sandbox. No worker has started one yet.",
      );
    },
  },
  {
    check: "secret key",
    mend: 'Set SVC_SECRET_KEY to a random value, such as the output of "openssl rand -base64 48". Then enter stored site access again.',
    judge: ({ weakSecret }) =>
      weakSecret ? problem("The secret key can be guessed.") : ok("The secret key cannot be guessed."),
  },
  {
    check: "backup",
    mend: 'Run "npm run -s admin -- backup FILE" every day where the service runs, and keep the files on another machine.',
    judge: ({ lastBackupAt }, now) => {
      if (lastBackupAt === null) return problem("There is no backup.");
      const { days, words } = ageOf(lastBackupAt, now);
      const message = `The last backup is ${words} old.`;
      return days < MAX_BACKUP_DAYS ? ok(message) : problem(message);
    },
  },
  {
    check: "retention",
    mend: 'Set SVC_RETENTION=on, or run "npm run -s admin -- retention run" where the service runs; "retention plan" counts what it deletes. A failed sweep says what to correct.',
    judge({ lastSweepAt, sweep: { daily, announcedAt, runs, error } }, now) {
      if (error !== null) return problem(`The last sweep failed: ${error}`);
      if (announcedAt !== null) {
        const deletes = runs === null ? "" : ` It deletes ${runs} ${runs === 1 ? "run" : "runs"}.`;
        return ok(`The next sweep is on ${announcedAt.slice(0, 10)}.${deletes}`);
      }
      if (lastSweepAt === null)
        return daily
          ? ok("The first sweep is announced within a day.")
          : problem("No expired data has been deleted yet: the store only grows.");
      const { days, words } = ageOf(lastSweepAt, now);
      const message = `Expired data was last deleted ${words} ago.`;
      return days < MAX_SWEEP_DAYS ? ok(message) : problem(message);
    },
  },
  {
    check: "storage",
    mend: 'Keep runs for fewer days, or raise the limit with "npm run -s admin -- organisations quota ORGANISATION SIZE".',
    judge({ storage: { used, limit } }) {
      if (limit === null) return ok("The organisation has no storage limit.");
      const percent = Math.floor((used / limit) * 100);
      const message = `The organisation uses ${percent} % of its storage limit.`;
      return storageLevel({ used, limit }) === "ok" ? ok(message) : problem(message);
    },
  },
];

/** Runs each check. `now`: when the facts arrived. */
export function judgeProduction(facts: Facts, now: Date): Found[] {
  return CHECKS.map(({ check, mend, judge }) => {
    const { state, message } = judge(facts, now);
    return state === "ok" ? { check, state, message } : { check, state, message, mend };
  });
}

/** Names of all checks, for the page that lists them. */
export const PRODUCTION_CHECKS: readonly string[] = CHECKS.map(({ check }) => check);
