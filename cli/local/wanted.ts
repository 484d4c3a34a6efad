// What `run --local` starts: from the options, and from plumbline.yml if there is one.
import path from "node:path";
import { readDuration } from "../client/duration.ts";
import { wrongUse } from "../client/exit.ts";
import { type CommandUse, textOf } from "../commands/command.ts";
import { withContents } from "../projectFile/below.ts";
import { FILE_NAME, openFile, requireFile } from "../projectFile/file.ts";
import type { Origin } from "../projectFile/locate.ts";
import { slugOf } from "../projectFile/start.ts";
import { valuesFor } from "../projectFile/values.ts";
import { type Local, localConfig, withoutUnset } from "./config.ts";
import { findService } from "./findService.ts";
import { DATA_FOLDER, DATA_TIMEOUT, SERVE_TIMEOUT } from "./options.ts";

export type Wanted = Local & {
  folder: string;
  serve: string | undefined;
  serveTimeout: number;
  dataTimeout: number;
} & {
  values: Record<string, string>;
  /** Whether the file defines the whole project. */
  prune: boolean;
  origin: Origin | undefined;
  dataDir: string;
  /** Private hosts that are visited in addition to the site's. */
  hosts: readonly string[];
};

/** Finds everything that can be wrong before anything is started. */
export async function readWanted({ options, out, env, cwd, settings }: CommandUse): Promise<Wanted> {
  const folder = findService(cwd, textOf(options, "service"), env);
  const serveTimeout = readDuration(textOf(options, "serveTimeout") ?? SERVE_TIMEOUT, "--serve-timeout");
  const dataTimeout = readDuration(textOf(options, "dataTimeout") ?? DATA_TIMEOUT, "--data-timeout");
  const name = textOf(options, "file");
  const opened = name === undefined ? await openFile(cwd) : await requireFile(cwd, name);
  const whole = opened && (await withContents(opened.config, opened.folder));
  const origin = whole && { ...opened, name: name ?? FILE_NAME, places: whole.places, cwd };
  const slug = textOf(options, "project") ?? slugOf(path.basename(cwd));
  const local = localConfig(whole?.config ?? null, {
    url: textOf(options, "url"),
    environment: settings.environment,
    slug,
  });
  const { environment, address, instead } = local;
  const { missing: unset } = valuesFor(local.config, env);
  const { config, channelOrder } = withoutUnset(local.config, environment, unset);
  local.config = config;
  if (origin) origin.places.channelOrder = channelOrder;
  const { values, missing } = valuesFor(local.config, env);
  if (missing.length > 0)
    throw wrongUse(`The file reads access data from variables that are not set: ${missing.join(", ")}.`);
  if (unset.length > 0)
    out.note(
      `Not set here: ${unset.join(", ")}. The channels and the access of other environments that need them are left out.`,
    );
  if (instead !== null) out.note(`${environment} is tested at ${address} instead of ${instead}.`);
  if (!opened) out.note(`There is no ${FILE_NAME}: the page / of ${address} is tested.`);
  return {
    ...local,
    folder,
    serveTimeout,
    dataTimeout,
    serve: textOf(options, "serve"),
    values,
    prune: opened !== null,
    origin: origin ?? undefined,
    dataDir: path.resolve(cwd, textOf(options, "data") ?? DATA_FOLDER),
    hosts: [],
  };
}
