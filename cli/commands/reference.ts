// Generates docs/cli.md: every command, from its declaration.
import { SHARED_OPTIONS } from "./add.ts";
import type { CommandDeclaration, OptionDeclaration } from "./command.ts";

const HEAD = `# The command line

\`plumbline\` starts runs, waits for them and exits with their verdict. It needs a key:

    export SVC_URL=https://plumbline.example.com SVC_API_KEY=svc_live_…
    npx --yes "$SVC_URL/cli.tgz" run visual a11y --wait

The service serves it with all dependencies, for Node 20 or newer: nothing comes from a public registry, where the names \`plumbline-cli\` and \`plumbline-playwright\` are not Plumbline's. \`$SVC_URL/api/packages\` shows version and integrity. To install it:

    npm install --global "$SVC_URL/cli.tgz"

Repeat after updates. \`npx\` caches by URL; \`"$SVC_URL/cli.tgz?0.2.0"\` is a new one. From a clone of this repository it is \`./plumbline\`.

## Exit codes

| code | meaning |
| --- | --- |
| 0 | everything requested passed |
| 1 | a run found regressions |
| 2 | usage error: unknown option, project or run, or no key; nothing started |
| 3 | inconclusive: a run did not complete, was cancelled or measured too little; another apply changed the project first |
| 4 | \`--timeout\` elapsed; the run continues, and the output says how to wait for it |
| 5 | the service is unreachable or refused the key |
| 6 | \`plan\`: the file and the service differ; nothing was changed |

With several runs, the most urgent code wins: 5, 4, 3, then 1.

A run prints its problems, at most 15 lines:

    Visual test  failed  5 of 12 screenshots changed (1 change)       12.9 s
      ✖ "Add to basket" button removed  Cart · desktop
    Performance  failed  Score 71. 0 new findings, 0 fixed            41.0 s
      ✖ LCP 3.1 s, budget 2.5 s (was 2.2 s on main)  /

    Review    https://plumbline.example.com/p/shop/visual/run_01K…
    Intended  plumbline approve Cart --run run_01K…

\`--json\` has them as \`problems\`, with \`problemCount\`; without \`--wait\` the \`message\` of each start.

## Settings

Options override the environment, which overrides what \`plumbline login\` stored.

| variable | meaning |
| --- | --- |
| \`SVC_URL\` | address of the service; without it http://127.0.0.1:4400 |
| \`SVC_API_KEY\` | the key |
| \`SVC_PROJECT\` | slug of the project; a project's key needs none |
| \`SVC_ENVIRONMENT\` | slug or name of the environment |
| \`PLUMBLINE_CONFIG_DIR\` | folder of the stored key instead of the system's |
| \`NODE_EXTRA_CA_CERTS\`, \`NODE_USE_ENV_PROXY=1\` with \`HTTPS_PROXY\` | Node's own settings for a private authority and a proxy |

If the service restarts, it retries safely. Ctrl-C and SIGTERM cancel the runs that \`run --wait\` started. \`run --local\` needs no service at all: [Without a server](without-a-server.md).

## Commands
`;

/** Returns the whole document. */
export function commandReference(commands: readonly CommandDeclaration[]): string {
  return [HEAD, ...commands.map(section), "Every command takes these as well:\n", optionTable(SHARED_OPTIONS), ""].join(
    "\n",
  );
}

function section({ name, args, summary, options = [], example }: CommandDeclaration): string {
  const usage = [name, args].filter(Boolean).join(" ");
  const table = options.length > 0 ? `\n${optionTable(options)}\n` : "";
  // An example that is identical to the usage adds nothing.
  const shown = example === `plumbline ${usage}` ? "" : `\n    ${example}`;
  return `### ${name}\n\n${summary[0]?.toUpperCase()}${summary.slice(1)}.\n\n    plumbline ${usage}${shown}\n${table}`;
}

function optionTable(options: readonly OptionDeclaration[]): string {
  const rows = options.map(
    ({ flags, description, many }) => `| \`${flags}\` | ${description}${many ? "; repeatable" : ""} |`,
  );
  return ["| option | meaning |", "| --- | --- |", ...rows].join("\n");
}
