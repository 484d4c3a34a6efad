// Finds the service that `run --local` starts: this package contains only the command line.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { wrongUse } from "../client/exit.ts";

export const SERVICE_SCRIPT = path.join("temporal-dev", "local.ts");

/** The clone that contains this file. */
const HERE = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the folder of a clone of the service. Throws ClientError (2), with what to do, if none is found. */
export function findService(cwd: string, named: string | undefined, env: Readonly<Record<string, string | undefined>>) {
  const given = named ?? (env.PLUMBLINE_SERVICE || undefined);
  const folder = given === undefined ? HERE : path.resolve(cwd, given);
  if (existsSync(path.join(folder, SERVICE_SCRIPT))) return folder;
  if (given !== undefined) throw wrongUse(`${folder} is not a clone of Plumbline: it has no ${SERVICE_SCRIPT} in it.`);
  throw wrongUse(
    "run --local starts the service, which is not part of this package: clone Plumbline's repository and pass its folder as --service or PLUMBLINE_SERVICE.",
  );
}
