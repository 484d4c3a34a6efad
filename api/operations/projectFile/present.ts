// Reads the current project in the format of the project file.
import { createHash } from "node:crypto";
import { byName } from "../../../domain/projectFile/canonical.ts";
import { canonicalText } from "../../../domain/projectFile/differences.ts";
import type { Kind, ProjectFile } from "../../../domain/projectFile/types.ts";
import { nextTurn } from "../../../platform/inTurns.ts";
import { requireRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import type { Present, Use } from "./section.ts";
import { fileOf, SECTIONS } from "./sections.ts";

export type PresentState = {
  parts: ReadonlyMap<Kind, Present[]>;
  /** Changes with every change of the project that a file can express. */
  state: string;
};

export async function readPresent(use: Use): Promise<PresentState> {
  const parts = new Map<Kind, Present[]>();
  const hash = createHash("sha256");
  for (const section of SECTIONS) {
    const present = byName(await section.present(use));
    parts.set(section.kind, present);
    for (const { name, view } of present) {
      hash.update(`${section.kind} ${name}\n`).update(canonicalText(view));
      await nextTurn();
    }
  }
  return { parts, state: hash.digest("hex").slice(0, 32) };
}

/** Returns the project as a file. Throws the same errors as `resolveProject`. */
export async function readProjectFile(
  ctx: OperationContext,
  caller: Caller,
  { project: reference }: { project?: string },
): Promise<{ file: ProjectFile; state: string }> {
  requireRight(caller, "mcpRead");
  const project = await resolveProject(ctx, caller, reference);
  const { parts, state } = await readPresent({ ctx, caller, project, values: {}, branch: null });
  const file = fileOf((kind) => (parts.get(kind) ?? []).filter(({ usual }) => !usual));
  return { file, state };
}
