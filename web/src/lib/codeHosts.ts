// Names of code hosts.
import type { CodeAccounts } from "../../../api/endpoints/answers/app/comments.ts";

export const HOST_TITLE: Record<CodeAccounts["hosts"][number], string> = { github: "GitHub", gitlab: "GitLab" };
