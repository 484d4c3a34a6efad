// The resource that tokens of connected apps are for, and the URL of its metadata.

const RESOURCE_PATH = "/mcp";

/** Returns the URL of the resource. `issuer` has no trailing slash. */
export const resourceOf = (issuer: string): string => issuer + RESOURCE_PATH;

/** Returns the URL of the resource's metadata (RFC 9728). It is below the issuer because a proxy may pass on nothing else. */
export const resourceMetadataOf = (issuer: string): string =>
  `${issuer}/.well-known/oauth-protected-resource${RESOURCE_PATH}`;
