// The terminal sessions shown in the documentation. To add one, add a row here; `npm run -s docs:terminal` writes
// docs/screens/<name>-<theme>.png.

/**
 * `good`: the shop matches its baselines; `flawed`: with its defects; `away`: the shop is shut down, for all later sessions too. `key`: a
 * valid API key, or a wrong one.
 */
export type Session = {
  name: string;
  command: string;
  columns: number;
  shop: "good" | "flawed" | "away";
  key: "right" | "wrong";
};

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const RUN = "plumbline run visual a11y --wait";

export const SESSIONS: readonly Session[] = [
  { name: "terminal-doctor", command: "plumbline doctor", columns: 80, shop: "flawed", key: "right" },
  { name: "terminal-passed", command: RUN, columns: 80, shop: "good", key: "right" },
  { name: "terminal-failures", command: RUN, columns: 80, shop: "flawed", key: "right" },
  { name: "terminal-failures-narrow", command: RUN, columns: 60, shop: "flawed", key: "right" },
  { name: "terminal-refused", command: RUN, columns: 80, shop: "good", key: "wrong" },
  { name: "terminal-inconclusive", command: RUN, columns: 80, shop: "away", key: "right" },
];

/** Returns the file name of a session's picture in a theme. */
export const fileOf = ({ name }: Session, theme: Theme): string => `${name}-${theme}.png`;
/** Returns all file names of a session. */
export const filesOf = (session: Session): string[] => THEMES.map((theme) => fileOf(session, theme));
