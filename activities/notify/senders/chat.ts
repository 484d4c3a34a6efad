// Incoming webhooks of chat apps: their address is the secret, and each has its own body format.
import { slackBody, teamsBody } from "../../../domain/notify/chat.ts";
import type { NotificationBody } from "../../../domain/notify/message.ts";
import type { Sender } from "../sending.ts";
import { post } from "./post.ts";

const sendAs =
  (shape: (message: NotificationBody) => object): Sender =>
  (deps, { secrets: { url = "" }, eventId, message }) =>
    post(deps, url, { id: eventId, headers: {}, body: JSON.stringify(shape(message)) });

export const sendSlack = sendAs(slackBody);
export const sendTeams = sendAs(teamsBody);
