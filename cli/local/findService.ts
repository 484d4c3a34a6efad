// Where the service is that `run --local` starts: this package holds the command line alone.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { wrongUse } from "../client/exit.ts";

export const SERVICE_SCRIPT = path.join("temporal-dev", "local.ts");

/** Of a clone that this file is in. */
const HERE = fileURLToPath(new URL("../..", import.meta.url));

/** The folder of a clone of the service. Throws ClientError (2) where none is found, with what to do. */
export function findService(cwd: string, named: string | undefined, env: Readonly<Record<string, string | undefined>>) {
  const given = named ?? (env.PLUMBLINE_SERVICE || undefined);
  const folder = given === undefined ? HERE : path.resolve(cwd, given);
  if (existsSync(path.join(folder, SERVICE_SCRIPT))) return folder;
  if (given !== undefined) throw wrongUse(`${folder} is not a clone of Plumbline: it has no ${SERVICE_SCRIPT} in it.`);
  throw wrongUse(
    "run --local starts the service, which is not part of this package: clone Plumbline's repository and pass its folder as --service or PLUMBLINE_SERVICE.",
  );
}
