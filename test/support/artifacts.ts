// Records an artifact whose bytes the test has stored directly.
import { type ArtifactNote, recordArtifacts } from "../../models/artifacts/access.ts";
import type { Models } from "../../models/index.ts";

export const recordArtifact = (models: Models, note: ArtifactNote): Promise<void> => recordArtifacts(models, [note]);
