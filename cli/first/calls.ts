// What `plumbline init` asks of the process that acts at the service's own data folder, and what it answers.
import type { Allowing } from "../../api/operations/installation/allowedHosts.ts";
import type { SitePlace } from "../../api/operations/setup/projectOfSite.ts";

/** Each call with its input and its answer. */
export type Calls = {
  /** Finds the service on the data folder, or starts it. */
  service: { input: object; answer: { apiUrl: string; started: boolean } };
  /** Lets the service visit the host of the site. */
  allow: { input: { site: string }; answer: Allowing };
  /** Finds the project of the site, or makes it. */
  project: { input: { site: string; slug: string | null; local: boolean }; answer: SitePlace };
  /** Makes a key of the project: a secret. */
  key: { input: { project: string }; answer: { key: string } };
  /** A link that signs in, a secret; null where several people could be meant. */
  link: { input: object; answer: { link: string | null } };
};
export type CallName = keyof Calls;

/** Over the channel to the process. */
export type Asked = { [N in CallName]: { id: number; call: N; input: Calls[N]["input"] } }[CallName];
/** From it. `held`: the data folder is this process's alone. `busy`: another one has it. */
export type Told =
  | { kind: "held" | "busy" }
  | { kind: "note"; line: string }
  | { kind: "answer"; id: number; answer: unknown }
  | { kind: "refused"; id: number; message: string };
