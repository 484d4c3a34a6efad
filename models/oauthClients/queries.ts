// Queries for apps that registered themselves. Apps that nobody connects are deleted.
import type { Models } from "../index.ts";
import type { OauthClient } from "./schema.ts";

export async function insertClient(models: Models, client: OauthClient): Promise<void> {
  await models.oauthClients.create(client);
}

export const findClient = (models: Models, clientId: string): Promise<OauthClient | null> =>
  models.oauthClients.findOne({ _id: clientId }).lean<OauthClient>().exec();

/** Returns the number of registered apps that nobody has connected. */
export const countUnconnected = (models: Models): Promise<number> =>
  models.oauthClients.countDocuments({ connectedAt: null });

/** Deletes the apps that registered before this date and that nobody has connected. */
export async function deleteUnconnected(models: Models, before: Date): Promise<void> {
  await models.oauthClients.deleteMany({ connectedAt: null, createdAt: { $lt: before } });
}

/** Deletes the connected apps whose last connection or renewal was before this date. */
export async function deleteForgotten(models: Models, before: Date): Promise<void> {
  await models.oauthClients.deleteMany({ connectedAt: { $ne: null, $lt: before } });
}

/** Records that the app was connected, or renewed a connection. */
export async function noteConnected(models: Models, clientId: string, at: Date): Promise<void> {
  await models.oauthClients.updateOne({ _id: clientId }, { $set: { connectedAt: at } });
}
