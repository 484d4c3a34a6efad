// The identity provider configured for this service.
import type { Config } from "../../../domain/config.ts";
import { ProductError } from "../../../domain/errors.ts";
import { type OidcSettings, oidcSettings } from "../../../domain/people/oidc.ts";
import { createOidcClient, type OidcClient, oidcErrorWord } from "../../../platform/oidc.ts";
import type { OperationContext } from "../../lib/context.ts";

export { type OidcClient, oidcErrorWord };

const providers = new WeakMap<Config, { settings: OidcSettings; client: OidcClient }>();

/** Returns the provider's client, which caches the provider's metadata. Throws `not_found` if none is configured. */
export function providerOf({ config }: Pick<OperationContext, "config">): {
  settings: OidcSettings;
  client: OidcClient;
} {
  const known = providers.get(config);
  if (known) return known;
  const settings = oidcSettings(config);
  if (!settings) throw new ProductError("not_found", "OpenID Connect sign-in is not configured (SVC_OIDC_ISSUER).");
  const made = { settings, client: createOidcClient(settings) };
  providers.set(config, made);
  return made;
}
