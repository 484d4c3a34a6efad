// The programs that a test of several machines needs besides Plumbline's own: found, built, or reported with how to get them.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { findGo, putInPlace } from "../../temporal-dev/lib/go.mjs";
import { cacheDir, isProgram, onPath } from "../../temporal-dev/lib/paths.mjs";
import { run, SetupError } from "../../temporal-dev/lib/run.mjs";
import { setUpTemporalServer } from "../../temporal-dev/lib/temporalServer.mjs";
import { setUpVersitygw } from "../../temporal-dev/lib/versitygw.mjs";
import { setUp } from "../../temporal-dev/setup.mjs";

export type Programs = {
  nginx: string;
  /** initdb and postgres. They refuse to run as root, so they run as `account`. */
  postgres: { initdb: string; server: string; account: string };
  temporal: { server: string; sqlTool: string };
  database: { kind: "mongod" | "embedded"; path: string };
  s3: string;
  slowLink: string;
};

const SLOW_LINK = path.join(import.meta.dirname, "slowLink");
/** Debian does not put PostgreSQL's server programs on the PATH. */
const POSTGRES_HOME = "/usr/lib/postgresql";

/** @throws SetupError in one line: what is missing, and the command that installs it */
export async function findPrograms(log: (line: string) => void): Promise<Programs> {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    throw new SetupError("Several machines on one are made of Linux's network namespaces, which only root can make");
  for (const name of ["ip", "nsenter", "unshare", "setpriv"])
    if (!onPath(name)) throw new SetupError(`${name} is missing: apt-get install iproute2 util-linux`);
  const nginx = onPath("nginx") ?? ["/usr/sbin/nginx"].find(isProgram);
  const [initdb, server] = ["initdb", "postgres"].map(findPostgres);
  if (!nginx || !initdb || !server)
    throw new SetupError("nginx and PostgreSQL are needed: apt-get install --no-install-recommends nginx postgresql");
  const { mongo, browsers } = await setUp({ parts: ["mongo", "browsers"], log });
  if (!browsers?.chromium) throw new SetupError("no browser was found: npm run setup");
  if (!mongo || mongo.kind === "external")
    throw new SetupError("MONGODB_URI is set, and a database elsewhere cannot be cut off: unset it");
  return {
    nginx,
    postgres: { initdb, server, account: accountOf("postgres") ?? "nobody" },
    temporal: await setUpTemporalServer(log),
    database: mongo,
    s3: await setUpVersitygw(log),
    slowLink: await setUpSlowLink(log),
  };
}

function findPostgres(name: string): string | undefined {
  const versions = () => {
    try {
      return readdirSync(POSTGRES_HOME).sort((a, b) => Number(b) - Number(a));
    } catch {
      return [];
    }
  };
  return (
    onPath(name) ??
    versions()
      .map((one) => path.join(POSTGRES_HOME, one, "bin", name))
      .find(isProgram)
  );
}

const accountOf = (name: string): string | null =>
  readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .some((line) => line.startsWith(`${name}:`))
    ? name
    : null;

async function setUpSlowLink(log: (line: string) => void): Promise<string> {
  const hash = createHash("sha256")
    .update(readFileSync(path.join(SLOW_LINK, "main.go")))
    .digest("hex");
  const target = path.join(cacheDir(), "bin", `slowlink-${hash.slice(0, 12)}`);
  if (isProgram(target)) return target;
  const go = findGo();
  if (!go) throw new SetupError("The slow network is built with Go (1.24 or newer), which is missing");
  await putInPlace(target, async (folder) => {
    const program = path.join(folder, "slowlink");
    const args = ["build", "-trimpath", "-buildvcs=false", "-o", program, "."];
    await run(go, args, { what: "slow network: building", log, cwd: SLOW_LINK });
    return program;
  });
  return target;
}
