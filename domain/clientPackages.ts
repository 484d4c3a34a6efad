// The npm packages that an installation serves itself. Their names are not registered in a public registry.

/** A built package. `file` is its path below the service's URL, `integrity` the hash that npm writes to lock files. */
export type ClientPackage = {
  name: string;
  version: string;
  description: string;
  file: string;
  bytes: number;
  integrity: string;
};
