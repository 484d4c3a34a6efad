// The terminal sessions that documents show. A new one is a row here; `npm run -s docs:terminal` writes docs/screens/<file>.
export type Session = { file: string; command: string };

export const SESSIONS: readonly Session[] = [
  { file: "terminal-doctor-light.png", command: "plumbline doctor" },
  { file: "terminal-failures-light.png", command: "plumbline run visual a11y --wait" },
];
