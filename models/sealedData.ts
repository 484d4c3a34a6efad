// What is stored sealed under the installation's secret, and the secret that belongs to it.
import { hostname } from "node:os";
import { createSealer, SealError, type Sealer } from "../platform/sealing.ts";
import { makeSecretFile, readSecretFile, SecretKeyError } from "../platform/secretKey.ts";
import { deriveSecret } from "../platform/secrets.ts";
import type { Models } from "./index.ts";
import { ONLY } from "./installations/schema.ts";

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

type Opening = { models: Models; configured: string | null; dataDir: string; host?: string };

/**
 * The secret of the installation: `configured` (SVC_SECRET_KEY), else that of the data folder, where one is made unless another
 * machine (`host` is this one's name) has it, or the database already holds what it has sealed: a new one could open none of it. The
 * first file that is seen must open what is sealed.
 * Throws SecretKeyError with the way out.
 */
export async function openSecretKey({ models, configured, dataDir, host = hostname() }: Opening): Promise<string> {
  if (configured !== null) {
    // Who configures it decides; a secret that was lost is replaced so.
    await noteSecret(models, { secretMark: markOf(configured), secretHost: null });
    return configured;
  }
  const kept = await readSecretFile(dataDir);
  if (kept === null) {
    if ((await sealedTexts(models)).length > 0) await requireFile(dataDir);
    await requireOwn(models, null, { host, dataDir });
  }
  const secret = kept ?? (await makeSecretFile(dataDir));
  const secretMark = markOf(secret);
  await requireOwn(models, secretMark, { host, dataDir });
  await requireOpens(models, secret, dataDir);
  // Of two machines that come at once the second finds the first one's.
  await noteSecret(models, { secretMark, secretHost: host }, { unlessOf: host });
  await requireOwn(models, secretMark, { host, dataDir });
  return secret;
}

/** Another process may have made it, and sealed with it, since the folder was looked at. */
async function requireFile(dataDir: string): Promise<void> {
  if ((await readSecretFile(dataDir)) !== null) return;
  throw new SecretKeyError(
    `The database holds access data that was sealed, and its secret is missing: ${dataDir} has no secret.key. Put the file back from a backup, or set SVC_SECRET_KEY to the secret that the data was stored under (of every process the same). If it is lost for good, set SVC_SECRET_KEY to a new one of at least 32 characters: what was stored sealed must then be deleted and given again.`,
  );
}

/** While nobody has said which secret is the installation's, what was sealed under it tells. */
async function requireOpens(models: Models, secret: string, dataDir: string): Promise<void> {
  const found = await models.installations.findById(ONLY, { secretMark: 1 }).lean<Partial<Noted>>();
  if (found?.secretMark) return;
  const texts = await sealedTexts(models);
  if (texts.length === 0) return;
  const sealer = createSealer(secret);
  // One is enough: after a change of the secret some may be of the one before.
  if (texts.some((text) => canOpen(sealer, text))) return;
  throw new SecretKeyError(
    `The access data in the database was not sealed with secret.key of ${dataDir}: another machine has the secret of the installation, or SVC_SECRET_KEY was it. Set SVC_SECRET_KEY to that secret for every API and worker. If it is lost for good, set SVC_SECRET_KEY to the text of ${dataDir}/secret.key: what was stored sealed must then be deleted and given again.`,
  );
}

function canOpen(sealer: Sealer, text: string): boolean {
  try {
    sealer.open(text);
    return true;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}

type Noted = { secretMark: string; secretHost: string | null };

const markOf = (secretKey: string): string =>
  deriveSecret({ secretKey }, "telling it apart").toString("hex").slice(0, 32);

/** `unlessOf`: only where nobody has said one, or this machine has. */
async function noteSecret(models: Models, noted: Noted, { unlessOf }: { unlessOf?: string } = {}): Promise<void> {
  const free = unlessOf === undefined ? {} : { $or: [{ secretMark: null }, { secretHost: unlessOf }] };
  await models.installations.updateOne({ _id: ONLY, ...free }, { $set: noted });
}

/** `mark`: of this machine's secret; null: it has none. */
async function requireOwn(
  models: Models,
  mark: string | null,
  { host, dataDir }: { host: string; dataDir: string },
): Promise<void> {
  const found = await models.installations.findById(ONLY, { secretMark: 1, secretHost: 1 }).lean<Partial<Noted>>();
  if (!found?.secretMark || found.secretMark === mark || found.secretHost === host) return;
  const whose = found.secretHost ? `was made on ${found.secretHost}` : "is that of SVC_SECRET_KEY";
  const what = mark === null ? "no secret" : "another secret";
  throw new SecretKeyError(
    `This machine has ${what} (secret.key of ${dataDir}); the secret of the installation ${whose}. Set SVC_SECRET_KEY to the same text for every API and worker.`,
  );
}
