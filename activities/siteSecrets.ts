// Selects the values of an environment's access that its steps may use, and those that must never be shown.
import type { SiteEntry } from "../browsers/page/access.ts";
import { createMasker, type EnvironmentValues, type Masker } from "../domain/functional/values.ts";
import { basicPair } from "../domain/net/basicAuth.ts";
import { TOTP_REFERENCE } from "../domain/signIn/call.ts";
import { isToken, secretsOfSignIn } from "../domain/signIn/secrets.ts";

/** Returns all credentials in the access. */
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

/** Returns a mask for all credentials in the access, including those obtained by signing in later. */
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

/** Returns a mask for credentials that a page may echo, for audit data and page maps. */
export function createAccessMask(access: SiteEntry | undefined): Masker {
  // Headers and cookies also contain settings: short values or ordinary words appear on pages by coincidence.
  const settings = new Set([
    ...Object.values(access?.headers ?? {}),
    ...(access?.cookies ?? []).map(({ value }) => value),
  ]);
  return createMasker(secretsOf(access).filter((one) => !settings.has(one) || isToken(one)));
}

/** Returns the values for steps: `{env.baseUrl}` and `{env.name}` always exist; the rest are the environment's variables. */
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
