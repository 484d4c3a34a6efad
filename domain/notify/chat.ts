// Formats messages for chat programs.
import { type NotificationBody, textOf } from "./message.ts";

/** Returns the link for the chat message; null if the service has no public URL. */
const linkOf = ({ run }: NotificationBody): string | null => (run && /^https?:\/\//.test(run.url) ? run.url : null);

/** Slack treats these three characters as markup, also in names of branches and projects. */
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Returns the body for an incoming webhook of Slack. */
export function slackBody(message: NotificationBody): { text: string } {
  const link = linkOf(message);
  return { text: escaped(textOf(message)) + (link ? ` <${escaped(link).replaceAll("|", "%7C")}|Open the run>` : "") };
}

/** A text block of an adaptive card is Markdown; names must not become links or mentions. */
const plain = (text: string) => text.replace(/[\\`*_[\]()<>#]/g, "\\$&");

/** Returns the body for an incoming webhook or a workflow of Microsoft Teams: a message with one adaptive card. */
export function teamsBody(message: NotificationBody): object {
  const link = linkOf(message);
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [{ type: "TextBlock", text: plain(textOf(message)), wrap: true }],
          ...(link && { actions: [{ type: "Action.OpenUrl", title: "Open the run", url: link }] }),
        },
      },
    ],
  };
}
