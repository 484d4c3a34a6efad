// Messages for sign-in calls without a session: why, and what to do. Callers must mask them, because a site may echo what it was sent.
import { oneLine } from "../text.ts";

export const CALL_FAILURES = {
  refused: ({ where, status, said }: { where: string; status: number; said: string }) =>
    `The sign-in call to ${where} answered ${status}${said === "" ? "." : `: "${said}".`} Check the secrets of the environment.`,
  noCookie: ({ where, status }: { where: string; status: number }) =>
    `The sign-in call to ${where} answered ${status} and set no cookie. If its answer contains a token, name it in signInCall.take.`,
  notJson: ({ where }: { where: string }) =>
    `The sign-in call to ${where} did not answer with JSON, so no token could be taken from it.`,
  noToken: ({ where, path, fields, said }: { where: string; path: string; fields: string; said: string }) =>
    `The answer of the sign-in call to ${where} holds no value at ${path}${said === "" ? `; its fields are ${fields}` : `: "${said}"`}. Correct the path in signInCall.take.`,
  hostRefused: ({ host }: { host: string }) =>
    `The sign-in call was not made, because ${host} leads to an address that this service does not visit. An operator can allow it in SVC_ALLOWED_HOSTS.`,
  otherHost: ({ where, host }: { where: string; host: string }) =>
    `The sign-in call to ${where} redirects to another host (${host}), which does not get the secrets. Enter the address that answers without a redirect.`,
  redirects: ({ where }: { where: string }) => `The sign-in call to ${where} redirects too often.`,
  timeout: ({ where, seconds }: { where: string; seconds: number }) =>
    `The sign-in call to ${where} did not answer within ${seconds} s.`,
  unreachable: ({ where }: { where: string }) =>
    `The sign-in call to ${where} failed, because the host could not be reached.`,
  noTotp: () => "The sign-in needs a one-time code, and the environment's access has no totp. Add its secret.",
  badTotp: () => "The TOTP secret of the environment is not base32 (letters A to Z and digits 2 to 7). Enter it again.",
  missing: ({ reference }: { reference: string }) =>
    `The sign-in call uses ${reference}, which the environment does not have. Add it to the environment's access.`,
} as const;

const SAID = ["error_description", "message", "detail", "error", "title", "reason"] as const;
const MAX_SAID = 200;

/** Returns the site's error message on one line; "" if there is no readable one. */
export function whatItSaid(body: string, contentType: string): string {
  if (/html/i.test(contentType)) return "";
  let text = body;
  try {
    text = saidIn(JSON.parse(body)) ?? "";
  } catch {
    // Not JSON: use the text as it is.
  }
  return oneLine(text)
    .slice(0, MAX_SAID)
    .replace(/[.\s]+$/, "");
}

function saidIn(answer: unknown, depth = 0): string | null {
  if (typeof answer === "string") return answer;
  if (typeof answer !== "object" || answer === null || depth > 2) return null;
  const list = Array.isArray(answer) ? answer[0] : Object.values(answer).find((one) => Array.isArray(one));
  const named = SAID.map((name) => saidIn((answer as Record<string, unknown>)[name], depth + 1));
  return named.find((one) => one !== null) ?? (list === undefined ? null : saidIn(list, depth + 1));
}

/** Returns the field names of a response, to help correct a path. */
export function fieldsOf(answer: unknown): string {
  if (typeof answer !== "object" || answer === null) return "none";
  const names = Object.keys(answer).slice(0, 10);
  return names.length === 0 ? "none" : names.join(", ");
}
