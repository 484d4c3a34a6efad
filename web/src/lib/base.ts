// Where the dashboard is served: the API writes the path into <base>, so that all works below any path.

/** The path that the dashboard is reached under, without a slash at its end; "" at the top. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, "");

/** An address of the service, from its path: `serviceUrl("/api/health")`. */
export const serviceUrl = (path: string): string => `${basePath}${path}`;
