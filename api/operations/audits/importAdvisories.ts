import { object, string } from "yup";
import { ProductError } from "../../../domain/errors.ts";
import type { AdvisoryData } from "../../../domain/pillars/security/gathered.ts";
import { changeSharedFile, pullSharedFiles } from "../../../models/sharedFiles/share.ts";
import { advisoriesFile, findAdvisories, importedAdvisories } from "../../../platform/advisories.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";

const MAX_CHARACTERS = 20_000_000;
const INPUT = object({
  date: string()
    .matches(/^\d{4}-\d{2}-\d{2}$/, "date must be a day such as 2026-08-20")
    .test("day", "date must be a day of the calendar", (value) => !Number.isNaN(Date.parse(value ?? "")))
    .required(),
  text: string().max(MAX_CHARACTERS).required(),
})
  .noUnknown()
  .required();

/**
 * Imports vulnerability advisories. Only the operator may do this, because the data is shared by all organisations. Data older than the
 * data in use is rejected.
 */
export async function importAdvisories(
  ctx: AdminContext,
  caller: Caller,
  input: { date: string; text: string },
): Promise<AdvisoryData> {
  mustBeAllowed(caller, "operate");
  const { date, text } = checked(INPUT, input);
  if (date > ctx.now().toISOString().slice(0, 10))
    throw new ProductError("validation_error", `The day ${date} is in the future.`);
  const { dataDir } = ctx.config;
  await pullSharedFiles(ctx, dataDir);
  const { data: inUse } = findAdvisories(null, dataDir);
  if (date < inUse.date)
    throw new ProductError("conflict", `The advisories in use are from ${inUse.date}, which is newer than ${date}.`);
  const file = fileOf(date, text);
  await changeSharedFile(ctx, dataDir, "advisories", () => file);
  await recordAudit(ctx, caller, "advisories.import", date, { from: inUse.date, to: date });
  return importedAdvisories(dataDir, date).data;
}

function fileOf(date: string, text: string): ReturnType<typeof advisoriesFile> {
  try {
    return advisoriesFile(date, text);
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && error.message.startsWith("The advisories")))
      throw new ProductError(
        "validation_error",
        `The file is not a Retire.js repository (jsrepository.json): ${error instanceof SyntaxError ? "it is not valid JSON." : error.message}`,
      );
    throw error;
  }
}
