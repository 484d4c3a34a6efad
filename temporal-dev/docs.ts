// Generates documentation. `npm run -s docs` generates everything, `npm run -s docs -- cli tools` only these parts.
type Generator = { write(): Promise<string> };

/** `write` returns what it wrote. Generators that need a running service (docs:screens, docs:terminal) are not included. */
const GENERATORS: Readonly<Record<string, () => Promise<Generator>>> = {
  ci: () => import("./docs/ci.ts"),
  cli: () => import("./docs/cli.ts"),
  config: () => import("./docs/config.ts"),
  data: () => import("./docs/data.ts"),
  decisions: () => import("./docs/decisions.ts"),
  endpoints: () => import("./docs/endpoints.ts"),
  rules: () => import("./docs/rules.ts"),
  tools: () => import("./docs/tools.ts"),
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(GENERATORS, name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(", ")}. Choose from ${Object.keys(GENERATORS).join(", ")}.\n`);
  process.exit(2);
}
for (const [name, load] of Object.entries(GENERATORS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const { write } = await load();
  process.stdout.write(`${name}: wrote ${await write()}.\n`);
}
