// What of an environment's access its steps may use, and what of it must never be seen.
import type { SiteEntry } from "../browsers/page/access.ts";
import { createMasker, type EnvironmentValues, type Masker } from "../domain/functional/values.ts";
import { basicPair } from "../domain/net/basicAuth.ts";
import { TOTP_REFERENCE } from "../domain/signIn/call.ts";
import { isToken, secretsOfSignIn } from "../domain/signIn/secrets.ts";

/** Everything in the access that lets somebody in. */
export function secretsOf(access: SiteEntry | undefined): string[] {
  if (access === undefined) return [];
  const { basicAuth, headers = {}, cookies = [], signIn, secrets = {}, session } = access;
  return [
    ...Object.values(secrets),
    ...(basicAuth ? [basicAuth.password, basicPair(basicAuth)] : []),
    ...Object.values(headers),
    ...cookies.map(({ value }) => value),
    ...(signIn?.steps ?? []).flatMap((step) =>
      step.op === "fill" && step.value !== TOTP_REFERENCE ? [step.value] : [],
    ),
    ...secretsOfSignIn(access),
    ...(session?.secrets() ?? []),
  ].filter((one) => one !== "");
}

/** Masks everything in the access that lets somebody in, also what signing in gives later. */
export function createSecretMask(access: SiteEntry | undefined): Masker {
  let known: string | undefined;
  let masker: Masker = (text) => text;
  return (text) => {
    const now = (access?.session?.secrets() ?? []).join("\n");
    if (now !== known) {
      known = now;
      masker = createMasker(secretsOf(access));
    }
    return masker(text);
  };
}

/** Masks what a page reflects of the access it was entered with, for what audits gather and page maps hold. */
export function createAccessMask(access: SiteEntry | undefined): Masker {
  // Headers and cookies hold settings as well: one that is short or a mere word occurs on pages by chance.
  const settings = new Set([
    ...Object.values(access?.headers ?? {}),
    ...(access?.cookies ?? []).map(({ value }) => value),
  ]);
  return createMasker(secretsOf(access).filter((one) => !settings.has(one) || isToken(one)));
}

/** `{env.baseUrl}` and `{env.name}` are always there; the rest are the environment's variables. */
export function valuesOf({
  access,
  baseUrl,
  environment,
}: {
  access?: SiteEntry;
  baseUrl: string;
  environment: string | null;
}): EnvironmentValues {
  return {
    env: { baseUrl, name: environment ?? "", ...access?.variables },
    secrets: access?.secrets ?? {},
  };
}
