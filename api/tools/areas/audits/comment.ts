// Tool that comments on a pull request.
import { boolean, object, string } from "yup";
import { CODE_HOSTS } from "../../../../domain/report/codePlace.ts";
import { choice, prNumberField, text } from "../../../lib/validate.ts";
import { postedSentence, postPrComment } from "../../../operations/prComment/postPrComment.ts";
import { described, environmentArg, projectArg } from "../../args.ts";
import { next } from "../../next.ts";
import { oneLine } from "../../sentences.ts";
import { defineTool } from "../../tool.ts";

export const postPrCommentTool = defineTool({
  name: "post_pr_comment",
  title: "Comment on a pull request",
  description:
    "Writes the gate's verdict, the pillars and their worst failures into one comment on a pull or merge request, updated in place. Call it after gate_pr_quality, when the runs have ended.",
  intent: {
    does: "one comment at the pull request",
    when: [["comment", "merge"], ["comment"]],
    hints: ["prNumber"],
  },
  area: "audits",
  profile: "qa",
  mutating: true,
  idempotent: true,
  openWorld: true,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    prNumber: prNumberField().required("prNumber is required"),
    repository: described(text(), "owner/name; default: that of its runs"),
    host: described(choice(CODE_HOSTS), "Where both are set up"),
    branch: described(text(), "Use its runs instead of those with the prNumber"),
  },
  quiet: ["host", "branch"],
  data: object({
    url: string().required(),
    host: string().oneOf(CODE_HOSTS).required(),
    repository: string().required(),
    created: boolean().required(),
    verdict: string().required(),
  }),
  example: { prNumber: 7, repository: "acme/shop" },
  async run({ ctx, caller, project, environment }, { prNumber, repository, host, branch }) {
    const posted = await postPrComment(ctx, caller, { project, environment, prNumber, repository, host, branch });
    const { links, ...data } = posted;
    return {
      summary: oneLine(postedSentence({ ...data, prNumber })),
      data,
      warnings: links
        ? []
        : [
            "The comment has no links to screenshots and reports because this service has no public address: set SVC_PUBLIC_URL.",
          ],
      nextActions:
        posted.verdict === "pass"
          ? []
          : // Names what was judged: the branch if one was given, rather than the pull request.
            [
              next(
                { project, environment, ...(branch === undefined ? { prNumber } : { branch }) },
                "The reasons",
                "gate_pr_quality",
              ),
            ],
    };
  },
});
