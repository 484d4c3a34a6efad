import path from "node:path";
import { CLIENT_EXIT } from "../client/exit.ts";
import { saveFile } from "../client/saveFile.ts";
import type { Service } from "../client/service.ts";
import { namedProject } from "../client/settings.ts";
import { withContents } from "../projectFile/below.ts";
import { FILE_NAME, FILE_OPTION, type OpenedFile, openFile } from "../projectFile/file.ts";
import { readConfig, sendConfig } from "../projectFile/send.ts";
import { countLine } from "../projectFile/show.ts";
import type { Change, Config } from "../projectFile/types.ts";
import { bringIn, newFileText } from "../projectFile/write.ts";
import { allBelow, FEATURES_FOLDER, TRACKING_FILE, writeBelow } from "../projectFile/writeBelow.ts";
import { type CommandDeclaration, textOf } from "./command.ts";

export const pullCommand: CommandDeclaration = {
  name: "pull",
  summary: "write the project's configuration to plumbline.yml; in an existing file, update only its sections",
  options: [FILE_OPTION],
  example: "plumbline pull --project shop",
  async run({ options, settings, service, out, cwd }) {
    const name = textOf(options, "file") ?? FILE_NAME;
    const opened = await openFile(cwd, name);
    if (!opened) {
      const { file } = await readConfig(service, settings.project);
      await writeNew(path.resolve(cwd, name), file, service);
      out.answer({ file: name, written: true }, [`${name} written.`]);
      return CLIENT_EXIT.passed;
    }
    const changes = await pullInto(opened, { service, project: namedProject(settings), name, cwd });
    const turned = changes.map((one) => ({ ...one, action: TURNED[one.action] }));
    const said =
      changes.length > 0 ? `${name}: ${countLine(turned, ["added", "changed", "removed"])}` : `${name} is up to date.`;
    out.answer({ file: name, written: changes.length > 0, changes: turned }, [said]);
    return CLIENT_EXIT.passed;
  },
};

/** Reverses the actions of a plan: what applying the file would create in the service is deleted from the file. */
export const TURNED = { create: "delete", change: "change", delete: "create" } as const;
/** Kinds that are stored in separate files. */
const BELOW = /^(feature|step|tracking)/;

async function writeNew(file: string, found: Config, service: Service): Promise<void> {
  const { features, steps, tracking, ...own } = found;
  const config: Config = {
    ...own,
    ...(features || steps ? { features: FEATURES_FOLDER } : {}),
    ...(tracking ? { tracking: TRACKING_FILE } : {}),
  };
  const below = (name: string) => path.join(path.dirname(file), name);
  const places = { features: new Map(), steps: new Map(), tracking: tracking ? below(TRACKING_FILE) : null };
  await writeBelow(allBelow(found), found, { features: below(FEATURES_FOLDER), places });
  await saveFile(file, await newFileText(config, `${service.url}/api/config/schema`));
}

type Pulling = { service: Service; project: string | null; name: string; cwd: string };

/** Updates the file. What applying the file would change in the service is exactly what is outdated in the file. Returns those changes. */
async function pullInto(opened: OpenedFile, { service, project, name, cwd }: Pulling): Promise<Change[]> {
  const { config, places } = await withContents(opened.config, opened.folder);
  const origin = { ...opened, name, places, cwd };
  const answer = await sendConfig(service, { project, config, mode: "compare", prune: true, origin });
  // Removing the last scenario with a tag also drops the tag's rules, even if the file has no rules.
  const changes = answer.changes.filter(({ kind }) => kind !== "rule" || config.rules !== undefined);
  if (changes.length === 0) return changes;
  const { file: found } = await readConfig(service, project ?? config.project?.slug ?? null);
  const { features } = opened.config;
  const folder = typeof features === "string" ? path.resolve(opened.folder, features) : null;
  await writeBelow(changes, found, { features: folder, places });
  const own = changes.filter(({ kind }) => !BELOW.test(kind));
  if (own.length > 0) {
    bringIn(opened.document, own, found);
    await saveFile(opened.file, opened.document.toString({ lineWidth: 0 }));
  }
  return changes;
}
