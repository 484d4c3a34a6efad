// Commands to copy. The service hands out its own command line, so they fetch nothing from a public registry.

const service = document.baseURI.replace(/\/$/, "");

/** A command of `plumbline` as it can be typed anywhere: `cliCommand("run visual --wait")`. */
export const cliCommand = (words: string): string => `npx --yes ${service}/cli.tgz ${words} --url ${service}`;
