// A message as chat programs take it.
import { type NotificationBody, textOf } from "./message.ts";

/** What a link may lead to in a chat: without a public address of the service there is none. */
const linkOf = ({ run }: NotificationBody): string | null => (run && /^https?:\/\//.test(run.url) ? run.url : null);

/** Slack reads these three as markup, in names of branches and projects too. */
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The body of an incoming webhook of Slack. */
export function slackBody(message: NotificationBody): { text: string } {
  const link = linkOf(message);
  return { text: escaped(textOf(message)) + (link ? ` <${escaped(link).replaceAll("|", "%7C")}|Open the run>` : "") };
}

/** A text block of an adaptive card is Markdown: what people named must not become a link or a mention. */
const plain = (text: string) => text.replace(/[\\`*_[\]()<>#]/g, "\\$&");

/** The body of an incoming webhook or a workflow of Microsoft Teams: a message with one adaptive card. */
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
