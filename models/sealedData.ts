// What is stored sealed under the installation's secret, and the secret that belongs to it.
import { makeSecretFile, readSecretFile, SecretKeyError } from "../platform/secretKey.ts";
import type { Models } from "./index.ts";

/** One sealed text of each kind that there is. */
export async function sealedTexts({
  commentHooks,
  environments,
  notificationChannels,
  projects,
}: Models): Promise<string[]> {
  const [environment, channel, project, hook] = await Promise.all([
    environments.findOne({ sealedAccess: { $ne: null } }, { sealedAccess: 1 }).lean(),
    notificationChannels.findOne({ sealed: { $ne: null } }, { sealed: 1 }).lean(),
    projects.findOne({ sealedTickets: { $ne: null } }, { sealedTickets: 1 }).lean(),
    commentHooks.findOne({}, { sealedSecret: 1 }).lean(),
  ]);
  return [environment?.sealedAccess, channel?.sealed, project?.sealedTickets, hook?.sealedSecret].filter(
    (text) => typeof text === "string",
  );
}

/**
 * The secret of the installation: `configured` (SVC_SECRET_KEY), else that of the data folder, where one is made unless the
 * database already holds what another one has sealed: a new one could open none of it. Throws SecretKeyError with the way out.
 */
export async function openSecretKey({
  models,
  configured,
  dataDir,
}: {
  models: Models;
  configured: string | null;
  dataDir: string;
}): Promise<string> {
  const known = configured ?? (await readSecretFile(dataDir));
  if (known !== null) return known;
  if ((await sealedTexts(models)).length === 0) return makeSecretFile(dataDir);
  // Another process may have made it, and sealed with it, since the folder was looked at.
  const made = await readSecretFile(dataDir);
  if (made !== null) return made;
  throw new SecretKeyError(
    `The database holds access data that was sealed, and its secret is missing: ${dataDir} has no secret.key. Put the file back from a backup, or set SVC_SECRET_KEY to the secret that the data was stored under (of every process the same). If it is lost for good, set SVC_SECRET_KEY to a new one of at least 32 characters: what was stored sealed must then be deleted and given again.`,
  );
}
