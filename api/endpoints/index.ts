// All endpoints by area. A new endpoint is a declaration in its area's file; a new area is a line here.
import { TOOLS } from "../tools/registry.ts";
import type { AnyTool } from "../tools/tool.ts";
import { accountEndpoints } from "./accounts.ts";
import { appCommentEndpoints } from "./app/comments.ts";
import { connectedAppEndpoints } from "./app/connectedApps.ts";
import { appDiscussionEndpoints } from "./app/discussion.ts";
import { appFindingEndpoints } from "./app/findings.ts";
import { appFunctionalEndpoints } from "./app/functional.ts";
import { appInboxEndpoints } from "./app/inbox.ts";
import { appLiveEndpoints } from "./app/live.ts";
import { appModeEndpoints } from "./app/modes.ts";
import { appPreviewEndpoints } from "./app/previews.ts";
import { appProblemEndpoints } from "./app/problems.ts";
import { appProofEndpoints } from "./app/proofs.ts";
import { appReviewEndpoints } from "./app/review.ts";
import { appScreenEndpoints } from "./app/screens.ts";
import { appSettingEndpoints } from "./app/settings.ts";
import { appSetupEndpoints } from "./app/setup.ts";
import { appSteadyEndpoints } from "./app/steady.ts";
import { appToolEndpoints } from "./app/tools.ts";
import { appTrackingEndpoints } from "./app/tracking.ts";
import { appTrendEndpoints } from "./app/trends.ts";
import { appWaitingEndpoints } from "./app/waiting.ts";
import { artifactEndpoints } from "./artifacts.ts";
import { baselineEndpoints } from "./baselines.ts";
import { ciEndpoints } from "./ci.ts";
import { clientPackageEndpoints } from "./clientPackages.ts";
import { coachEndpoints } from "./coach.ts";
import { coachAppEndpoints } from "./coachApp.ts";
import { commentEndpoints } from "./comments.ts";
import type { Endpoint, EndpointArea } from "./define.ts";
import { docsEndpoints } from "./docs.ts";
import { erasureEndpoints } from "./erasure.ts";
import { functionalEndpoints } from "./functional.ts";
import { gatewayEndpoints } from "./gateway.ts";
import { keyEndpoints } from "./keys.ts";
import { linkEndpoints } from "./links.ts";
import { mcpEndpoints } from "./mcp.ts";
import { meEndpoints } from "./me.ts";
import { memberEndpoints } from "./members.ts";
import { notificationEndpoints } from "./notifications.ts";
import { oauthEndpoints } from "./oauth.ts";
import { oauthDiscoveryEndpoints } from "./oauthDiscovery.ts";
import { oidcEndpoints } from "./oidc.ts";
import { organisationEndpoints } from "./organisation.ts";
import { problemEndpoints } from "./problems.ts";
import { projectFileEndpoints } from "./projectFile.ts";
import { scheduleEndpoints } from "./schedules.ts";
import { rootEndpoints, serviceEndpoints } from "./service.ts";
import { testEndpoints } from "./tests.ts";
import { traceViewerEndpoints } from "./traceViewer.ts";
import { uploadEndpoints } from "./uploads.ts";

/** Returns the endpoint areas of a service with these tools, plus any additional ones. */
export function endpointAreas(
  tools: readonly AnyTool[] = TOOLS,
  added: readonly EndpointArea[] = [],
): readonly EndpointArea[] {
  const areas: readonly EndpointArea[] = [
    ciEndpoints,
    uploadEndpoints,
    commentEndpoints,
    artifactEndpoints,
    gatewayEndpoints(tools, () => endpointsOf(areas)),
    mcpEndpoints(tools),
    oauthDiscoveryEndpoints,
    oauthEndpoints,
    coachEndpoints(tools),
    coachAppEndpoints(tools),
    appToolEndpoints(tools),
    appScreenEndpoints,
    appReviewEndpoints,
    appDiscussionEndpoints,
    appWaitingEndpoints,
    appInboxEndpoints,
    appSteadyEndpoints,
    appLiveEndpoints,
    appFindingEndpoints,
    appProblemEndpoints,
    appTrendEndpoints,
    appTrackingEndpoints,
    appFunctionalEndpoints,
    appProofEndpoints,
    appSetupEndpoints,
    appSettingEndpoints,
    appModeEndpoints,
    appCommentEndpoints,
    connectedAppEndpoints,
    appPreviewEndpoints,
    testEndpoints,
    functionalEndpoints,
    baselineEndpoints,
    notificationEndpoints,
    scheduleEndpoints,
    accountEndpoints,
    keyEndpoints,
    linkEndpoints,
    oidcEndpoints,
    meEndpoints,
    memberEndpoints,
    organisationEndpoints,
    erasureEndpoints,
    problemEndpoints,
    projectFileEndpoints,
    rootEndpoints,
    serviceEndpoints,
    docsEndpoints,
    clientPackageEndpoints,
    traceViewerEndpoints,
    ...added,
  ];
  return areas;
}

export const endpointsOf = (areas: readonly EndpointArea[]): readonly Endpoint[] =>
  areas.flatMap(({ endpoints }) => endpoints);

export const AREAS: readonly EndpointArea[] = endpointAreas();
