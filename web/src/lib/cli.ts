// CLI commands to copy. The service serves its own CLI package, so they download nothing from a public registry.

const service = document.baseURI.replace(/\/$/, "");

/** Returns a `plumbline` command that runs anywhere: `cliCommand("run visual --wait")`. */
export const cliCommand = (words: string): string => `npx --yes ${service}/cli.tgz ${words} --url ${service}`;
