// What is asked about apps that registered themselves. Those that nobody connects are forgotten.
import type { Models } from "../index.ts";
import type { OauthClient } from "./schema.ts";

export async function insertClient(models: Models, client: OauthClient): Promise<void> {
  await models.oauthClients.create(client);
}

export const findClient = (models: Models, clientId: string): Promise<OauthClient | null> =>
  models.oauthClients.findOne({ _id: clientId }).lean<OauthClient>().exec();

/** How many apps are registered that nobody has connected. */
export const countUnconnected = (models: Models): Promise<number> =>
  models.oauthClients.countDocuments({ connectedAt: null });

/** Forgets the apps that registered before then and that nobody has connected. */
export async function deleteUnconnected(models: Models, before: Date): Promise<void> {
  await models.oauthClients.deleteMany({ connectedAt: null, createdAt: { $lt: before } });
}

/** Forgets the apps that nobody has connected or used since then. */
export async function deleteForgotten(models: Models, before: Date): Promise<void> {
  await models.oauthClients.deleteMany({ connectedAt: { $ne: null, $lt: before } });
}

/** The app was connected, or renewed a connection. */
export async function noteConnected(models: Models, clientId: string, at: Date): Promise<void> {
  await models.oauthClients.updateOne({ _id: clientId }, { $set: { connectedAt: at } });
}
