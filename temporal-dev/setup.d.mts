// Types of setup.mjs, for the TypeScript that uses it.

export type TemporalPart = { kind: "external"; address: string } | { kind: "cli"; path: string };
export type MongoPart = { kind: "external"; uri: string } | { kind: "mongod" | "embedded"; path: string };
export type Browser = { kind: "playwright" } | { kind: "system"; path: string };

export interface Setup {
  temporal?: TemporalPart;
  mongo?: MongoPart;
  browsers?: { chromium: Browser; firefox: Browser | null };
}

export type PartName = "packages" | "web" | "clients" | "temporal" | "mongo" | "browsers" | "fonts";

/**
 * Makes sure that the parts are there and says where. The choice is kept in <cache>/setup.json.
 * @throws {Error} one line: what is missing, why, and the command that mends it
 */
export function setUp(options?: {
  parts?: readonly PartName[];
  log?: (line: string) => void;
  refresh?: boolean;
}): Promise<Setup>;

/** What the last set-up chose, without servers that the environment named; empty when there was none. */
export function readSetup(): Setup;
