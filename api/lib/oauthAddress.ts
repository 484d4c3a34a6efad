// The resource that tokens of connected apps are for, and where it is described.

const RESOURCE_PATH = "/mcp";

/** `issuer`: without a slash at its end. */
export const resourceOf = (issuer: string): string => issuer + RESOURCE_PATH;

/** Where the description of the resource is (RFC 9728). Below the issuer: a proxy may pass on nothing else. */
export const resourceMetadataOf = (issuer: string): string =>
  `${issuer}/.well-known/oauth-protected-resource${RESOURCE_PATH}`;
