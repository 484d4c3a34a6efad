// Calls that `plumbline init` makes to the process that works on the service's data folder.
import type { Allowing } from "../../api/operations/installation/allowedHosts.ts";
import type { SitePlace } from "../../api/operations/setup/projectOfSite.ts";

/** Each call with its input and its answer. */
export type Calls = {
  /** Finds the service of the data folder, or starts it. */
  service: { input: object; answer: { apiUrl: string; started: boolean } };
  /** Allows the service to visit the site's host. */
  allow: { input: { site: string }; answer: Allowing };
  /** Finds the project of the site, or creates it. */
  project: { input: { site: string; slug: string | null; local: boolean }; answer: SitePlace };
  /** Creates a key of the project, which is a secret. */
  key: { input: { project: string }; answer: { key: string } };
  /** Returns a sign-in link, which is a secret; null if several people could be meant. */
  link: { input: object; answer: { link: string | null } };
};
export type CallName = keyof Calls;

/** Messages to the process. */
export type Asked = { [N in CallName]: { id: number; call: N; input: Calls[N]["input"] } }[CallName];
/** Messages from the process. `held`: the process has exclusive use of the data folder. `busy`: another one is using it. */
export type Told =
  | { kind: "held" | "busy" }
  | { kind: "note"; line: string }
  | { kind: "answer"; id: number; answer: unknown }
  | { kind: "refused"; id: number; message: string };
