// The npm packages that an installation hands out itself: their names belong to nobody in a public registry.

/** A package as built; `file` is its path below the service's address, `integrity` what npm writes into a lock file. */
export type ClientPackage = {
  name: string;
  version: string;
  description: string;
  file: string;
  bytes: number;
  integrity: string;
};
