// Addresses of the endpoints that this feature reads.
export const projectAt = (project: string, ...parts: readonly string[]): string =>
  ["/api/app/projects", ...[project, ...parts].map(encodeURIComponent)].join("/");
