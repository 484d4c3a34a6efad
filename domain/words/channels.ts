// Kinds of notification channels. Pure data.

export const CHANNEL_KINDS = ["webhook", "slack", "teams", "email", "github", "gitlab"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

export const CHANNEL_WORDS: Readonly<Record<ChannelKind, string>> = {
  webhook: "Webhook",
  slack: "Slack",
  teams: "Microsoft Teams",
  email: "E-mail",
  github: "Commit status on GitHub",
  gitlab: "Commit status on GitLab",
};
