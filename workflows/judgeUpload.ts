import { proxyActivities } from "@temporalio/workflow";
import type { JudgeUploadActivities } from "../activities/compare/judgeUpload.ts";
import type { UploadVerdict } from "../domain/visual/uploadVerdict.ts";
import { POLICIES } from "./policies.ts";

/** Compares one uploaded screenshot while its test waits for the verdict; stores no decision. */
export async function judgeUpload(input: { uploadId: string }): Promise<UploadVerdict> {
  const { judgeUpload: judge } = proxyActivities<JudgeUploadActivities>(POLICIES.verdict);
  return judge(input);
}
