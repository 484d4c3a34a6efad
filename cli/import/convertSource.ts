// Converts another tool's configuration, from its file or URL, to sections of plumbline.yml.
import path from "node:path";
import type { Beside, Converted } from "../../domain/import/converted.ts";
import type { Format } from "../../domain/import/formats.ts";
import { wrongUse } from "../client/exit.ts";

/** `text`: the converted source. */
export type ConvertedSource = Converted & { text: string };
type Given = Pick<Beside, "sitemap" | "from"> & { cwd: string };

/**
 * Does not contact the service, because people who are trying Plumbline have no key yet. `from`: the URL at which a file is served. Throws
 * ClientError (2) with the name of the source.
 */
export async function convertSource(
  format: Format,
  source: string,
  { cwd, sitemap, from }: Given,
): Promise<ConvertedSource> {
  const [{ isAddress, readSource }, { readRelated }, { convert, relatedOf }, { ProductError }] = await Promise.all([
    import("./source.ts"),
    import("./related.ts"),
    import("../../domain/import/convert.ts"),
    import("../../domain/errors.ts"),
  ]);
  const read = await readSource(source, cwd);
  const beside: Beside = { sitemap, from: isAddress(source) ? source : from };
  try {
    const names = relatedOf(format, read.text, beside);
    const folder = isAddress(source) ? cwd : path.dirname(path.resolve(cwd, source));
    const { related, leftOut } = await readRelated(names, folder);
    const made = convert(format, read.text, { ...beside, related });
    return { ...made, text: read.text, leftOut: [...made.leftOut, ...leftOut, ...read.leftOut] };
  } catch (error) {
    if (error instanceof ProductError) throw wrongUse(`${source}: ${error.message}`);
    throw error;
  }
}
