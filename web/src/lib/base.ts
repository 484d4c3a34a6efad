// Base path of the dashboard: the API writes it into <base>, so that everything works under any path.

/** Path of the dashboard without a trailing slash; "" at the root. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, "");

/** Returns the address of a service path: `serviceUrl("/api/health")`. */
export const serviceUrl = (path: string): string => `${basePath}${path}`;
