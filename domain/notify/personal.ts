// Messages to one person: somebody mentioned them, replied to them, asked them for a review, or assigned a problem to them.
import { oneLine, truncate } from "../text.ts";

export const PERSONAL_KINDS = ["mention", "reply", "review", "assigned"] as const;
export type PersonalKind = (typeof PERSONAL_KINDS)[number];

/** Data that is stored with a delivery to a person, and emailed. */
export type PersonalBody = {
  id: string;
  type: `person.${PersonalKind}`;
  createdAt: string;
  summary: string;
  /** The written message or note. */
  text: string;
  project: { id: string; slug: string; name: string };
  url: string;
};

const WORDS: Record<PersonalKind, (by: string, what: string) => string> = {
  mention: (by, what) => `${by} mentioned you on ${what}`,
  reply: (by, what) => `${by} answered your comment on ${what}`,
  review: (by, what) => `${by} asks you to review ${what}`,
  assigned: (by, what) => `${by} assigned you a problem: ${what}`,
};

/** Returns the sentence of the message. `by`: name of a person. `what`: a screenshot, a run or a problem. */
export const personalSummary = (kind: PersonalKind, by: string, what: string): string =>
  WORDS[kind](truncate(oneLine(by), 60), truncate(oneLine(what), 120));

/** Returns the text of the email. */
export function personalMail({ text, url, project }: PersonalBody): string {
  const link = /^https?:/.test(url) ? url : null;
  const why = `You get this because you are a member of the project ${oneLine(project.name)}. Turn it off on your account page.`;
  return `${[text.trim(), link, why].filter(Boolean).join("\n\n")}\n`;
}

/** Returns why no email is sent to a person as a sentence, or null if one is sent. `hasServer`: whether a mail server is configured. */
export function mailProblem({ isProved, hasServer }: { isProved: boolean; hasServer: boolean }): string | null {
  if (!hasServer) return "This service sends no e-mail because no mail server is configured.";
  if (!isProved)
    return "Your address is not confirmed. Sign in with a mailed link or your identity provider to confirm it.";
  return null;
}
