// The identity provider from the view of the sign-in: an address to send people to, and its claims about those who come back.
import * as oidc from "openid-client";
import { type Claims, isLoopback, joinClaims, type OidcSettings } from "../domain/people/oidc.ts";

/** Values that must come back unchanged; stored in the person's session. */
export type OidcChecks = { state: string; nonce: string; verifier: string };

export type OidcClient = {
  /** Returns the address of the provider's sign-in. */
  begin(redirectUri: string): Promise<OidcChecks & { address: string }>;
  /** Returns the provider's claims about the person. `address`: the complete address they came back to. */
  finish(address: URL, checks: OidcChecks): Promise<Claims>;
};

const TIMEOUT_S = 10;
const SCOPE = "openid email profile";

/** Fetches the provider's metadata at first use; after a failure, again at the next use. */
export function createOidcClient({ issuer, clientId, clientSecret }: OidcSettings): OidcClient {
  let found: Promise<oidc.Configuration> | null = null;
  const configuration = (): Promise<oidc.Configuration> => {
    const server = new URL(issuer);
    // The signature of an ID token is checked even over TLS, because a provider may be behind a proxy that somebody else runs.
    const execute = [oidc.enableNonRepudiationChecks];
    if (server.protocol === "http:" && isLoopback(server)) execute.push(oidc.allowInsecureRequests);
    found ??= oidc
      .discovery(server, clientId, clientSecret ?? undefined, clientSecret ? undefined : oidc.None(), {
        execute,
        timeout: TIMEOUT_S,
      })
      .catch((error: unknown) => {
        found = null;
        throw error;
      });
    return found;
  };
  return {
    async begin(redirectUri) {
      const config = await configuration();
      const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()];
      const address = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      return { address: address.href, state, nonce, verifier };
    },
    async finish(address, { state, nonce, verifier }) {
      const config = await configuration();
      const tokens = await oidc.authorizationCodeGrant(config, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims: Claims = { ...tokens.claims() };
      // Many providers return the e-mail address only from their userinfo endpoint.
      if (claims.email !== undefined || !config.serverMetadata().userinfo_endpoint) return claims;
      const more = await oidc.fetchUserInfo(config, tokens.access_token, String(claims.sub));
      return joinClaims(claims, more);
    },
  };
}

/** Returns a short code for the log, because messages and bodies of these errors may contain tokens. */
export function oidcErrorWord(error: unknown): string {
  if (typeof error !== "object" || error === null) return "unknown";
  const said = [Reflect.get(error, "code"), Reflect.get(error, "error")].filter(
    (word): word is string => typeof word === "string" && /^[\w.-]{1,60}$/.test(word),
  );
  return said.join(" ") || (error instanceof Error ? error.name : "unknown");
}
