// The terminal sessions that documents show. A new one is a row here; `npm run -s docs:terminal` writes docs/screens/<name>-<theme>.png.

/** `good`: the shop as its baselines have it; `flawed`: with its defects; `away`: it is closed, and nothing after it finds it. `key`: of the service, or a wrong one. */
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

/** The picture of a session in a theme. */
export const fileOf = ({ name }: Session, theme: Theme): string => `${name}-${theme}.png`;
/** All of a session. */
export const filesOf = (session: Session): string[] => THEMES.map((theme) => fileOf(session, theme));
