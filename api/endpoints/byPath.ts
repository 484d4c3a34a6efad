// Written by `npm run -s docs -- endpoints` from the declared endpoints: do not edit it.
// What each endpoint takes and answers in JSON, by method and path: for clients that are typed by path.
import type * as accounts from "./answers/accounts.ts";
import type * as appComments from "./answers/app/comments.ts";
import type * as appDiscussion from "./answers/app/discussion.ts";
import type * as appFindings from "./answers/app/findings.ts";
import type * as appForMe from "./answers/app/forMe.ts";
import type * as appFunctional from "./answers/app/functional.ts";
import type * as appLive from "./answers/app/live.ts";
import type * as appModes from "./answers/app/modes.ts";
import type * as appProjects from "./answers/app/projects.ts";
import type * as appProofs from "./answers/app/proofs.ts";
import type * as appRetention from "./answers/app/retention.ts";
import type * as appReview from "./answers/app/review.ts";
import type * as appRunOutcome from "./answers/app/runOutcome.ts";
import type * as appRuns from "./answers/app/runs.ts";
import type * as appSearch from "./answers/app/search.ts";
import type * as appSettings from "./answers/app/settings.ts";
import type * as appSetup from "./answers/app/setup.ts";
import type * as appSteady from "./answers/app/steady.ts";
import type * as appTracking from "./answers/app/tracking.ts";
import type * as appTrends from "./answers/app/trends.ts";
import type * as coach from "./answers/coach.ts";
import type * as erasure from "./answers/erasure.ts";
import type * as functional from "./answers/functional.ts";
import type * as gateway from "./answers/gateway.ts";
import type * as notifications from "./answers/notifications.ts";
import type * as oauth from "./answers/oauth.ts";
import type * as people from "./answers/people.ts";
import type * as problems from "./answers/problems.ts";
import type * as projectFile from "./answers/projectFile.ts";
import type * as results from "./answers/results.ts";
import type * as runs from "./answers/runs.ts";
import type * as schedules from "./answers/schedules.ts";
import type * as service from "./answers/service.ts";
import type * as visual from "./answers/visual.ts";
import type { AnswerOf } from "./answers/named.ts";

export type EndpointTypes = {
  "POST /api/ci/run": {
    query: undefined;
    body: { project?: string; type?: "test" | "baseline" | "perf" | "seo" | "a11y" | "security" | "tracking" | "analytics"; scenarios?: readonly string[]; pages?: "scenarios" | "templates" | "crawl"; browsers?: readonly ("chromium" | "firefox" | "webkit")[]; baseUrl?: string; environment?: string; commitSha?: string; branch?: string; baseBranch?: string; history?: readonly unknown[]; scheduled?: boolean; commitMessage?: string; commitAuthor?: string; commitUrl?: string; prNumber?: number | string; prUrl?: string; ciProvider?: string; issueKey?: string; location?: string; perfBudgets?: { lcp?: number; fcp?: number; cls?: number; tbt?: number; ttfb?: number; score?: number }; against?: string; failed?: boolean; worse?: { score?: number; findings?: number; lcp?: number; fcp?: number; cls?: number; tbt?: number; ttfb?: number } };
    answer: AnswerOf<typeof runs.startedRun>;
  };
  "POST /api/ci/full-audit": {
    query: undefined;
    body: { project?: string; scenarios?: readonly string[]; browsers?: readonly ("chromium" | "firefox" | "webkit")[]; pages?: "scenarios" | "templates" | "crawl"; environment?: string; location?: string; baseUrl?: string; branch?: string; commitSha?: string; baseBranch?: string; history?: readonly unknown[]; scheduled?: boolean; commitMessage?: string; commitAuthor?: string; commitUrl?: string; prNumber?: number | string; pillars?: readonly ("visual" | "functional" | "a11y" | "perf" | "seo" | "security" | "tracking" | "privacy")[]; against?: string; failed?: boolean; worse?: { score?: number; findings?: number; lcp?: number; fcp?: number; cls?: number; tbt?: number; ttfb?: number } };
    answer: AnswerOf<typeof runs.startedFullAudit>;
  };
  "POST /api/ci/history": {
    query: undefined;
    body: { project?: string; branch?: string; commits: readonly unknown[] };
    answer: AnswerOf<typeof runs.toldHistory>;
  };
  "GET /api/ci/status/{runId}": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof runs.run>;
  };
  "GET /api/ci/projects": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof runs.projects>;
  };
  "POST /api/ci/runs/{runId}/cancel": {
    query: undefined;
    body: object;
    answer: AnswerOf<typeof runs.cancelledRun>;
  };
  "GET /api/ci/runs/{runId}/results": {
    query: { limit?: number; cursor?: string; status?: readonly ("pending" | "passed" | "failed" | "approved" | "error" | "undefined")[]; outcome?: readonly ("failed" | "warning" | "review" | "accepted" | "passed" | "inapplicable")[]; severity?: readonly ("critical" | "serious" | "moderate" | "minor" | "info")[] };
    body: undefined;
    answer: AnswerOf<typeof results.resultPage> | AnswerOf<typeof results.scenarioPage> | AnswerOf<typeof results.findingPage> | AnswerOf<typeof results.childPage>;
  };
  "GET /api/ci/runs/{runId}/problems": {
    query: { limit?: number };
    body: undefined;
    answer: AnswerOf<typeof results.runProblems>;
  };
  "POST /api/ci/comment": {
    query: undefined;
    body: { project?: string; environment?: string; prNumber: number | string; host?: "github" | "gitlab" };
    answer: AnswerOf<typeof runs.ciComment>;
  };
  "POST /api/ci/uploads": {
    query: undefined;
    body: { environment?: string; commitSha?: string; branch?: string; baseBranch?: string; history?: readonly unknown[]; scheduled?: boolean; commitMessage?: string; commitAuthor?: string; commitUrl?: string; prNumber?: number | string; prUrl?: string; ciProvider?: string; issueKey?: string; project?: string; build: string; type?: "test" | "baseline"; shards?: number; idleMinutes?: number };
    answer: AnswerOf<typeof runs.openedUploads>;
  };
  "POST /api/ci/uploads/{runId}/maps": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof runs.uploadedMap>;
  };
  "POST /api/ci/uploads/{runId}/shots": {
    query: { name: string; viewport: "phone" | "tablet" | "desktop"; width: number; height: number; scale?: number; browser: "chromium" | "firefox" | "webkit"; browserVersion: string; platform: string; url?: string; test?: string; stable?: "yes" | "no"; map?: string; mode?: string; visited?: "yes" | "no" };
    body: undefined;
    answer: AnswerOf<typeof runs.uploadedShot>;
  };
  "POST /api/ci/uploads/{runId}/verdict": {
    query: undefined;
    body: { name: string; viewport: "phone" | "tablet" | "desktop"; browser: "chromium" | "firefox" | "webkit"; mode?: string };
    answer: AnswerOf<typeof runs.uploadVerdict>;
  };
  "POST /api/ci/uploads/{runId}/traces": {
    query: { test: string };
    body: undefined;
    answer: AnswerOf<typeof runs.uploadedTrace>;
  };
  "POST /api/ci/uploads/{runId}/finish": {
    query: undefined;
    body: { shard?: number };
    answer: AnswerOf<typeof runs.finishedUploads>;
  };
  "POST /api/hooks/comments/{hookId}": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof accounts.done>;
  };
  "GET /api/mcp/v1/health": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof gateway.gatewayHealth>;
  };
  "GET /api/mcp": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof gateway.catalogue>;
  };
  "POST /api/mcp/v1/jobs/{jobId}/cancel": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof gateway.toolSuccess>;
  };
  "POST /mcp": {
    query: undefined;
    body: { jsonrpc: "2.0"; id?: string | number; method?: string; params?: object };
    answer: AnswerOf<typeof gateway.jsonRpc>;
  };
  "GET /.well-known/oauth-protected-resource/mcp": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof oauth.resourceMetadata>;
  };
  "GET /.well-known/oauth-protected-resource": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof oauth.resourceMetadata>;
  };
  "GET /.well-known/oauth-authorization-server": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof oauth.serverMetadata>;
  };
  "GET /.well-known/openid-configuration": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof oauth.openIdMetadata>;
  };
  "GET /oauth/keys": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof oauth.noKeys>;
  };
  "POST /oauth/register": {
    query: undefined;
    body: { redirect_uris: readonly string[]; client_name?: string; client_uri?: string };
    answer: AnswerOf<typeof oauth.registeredApp>;
  };
  "POST /oauth/token": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof oauth.tokens>;
  };
  "POST /oauth/revoke": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof accounts.done>;
  };
  "POST /api/coach/v2/agent": {
    query: undefined;
    body: { message: string; project?: string; environment?: string; feature?: string; action?: string; context?: object; maxTurns?: number };
    answer: AnswerOf<typeof coach.coachAnswer>;
  };
  "POST /api/coach/v1/agent": {
    query: undefined;
    body: { orgId: string; message: string; projectId?: string; userId?: string; feature?: string; action?: string; context?: object };
    answer: AnswerOf<typeof coach.legacyCoachAnswer>;
  };
  "POST /api/app/coach": {
    query: undefined;
    body: { message: string; project?: string; environment?: string; feature?: string; action?: string; context?: object; maxTurns?: number; conversationId?: string };
    answer: AnswerOf<typeof coach.appCoachAnswer>;
  };
  "GET /api/app/coach": {
    query: { project?: string };
    body: undefined;
    answer: AnswerOf<typeof coach.conversations>;
  };
  "GET /api/app/coach/{conversationId}": {
    query: { project?: string };
    body: undefined;
    answer: AnswerOf<typeof coach.conversation>;
  };
  "DELETE /api/app/coach/{conversationId}": {
    query: { project?: string };
    body: undefined;
    answer: AnswerOf<typeof accounts.done>;
  };
  "POST /api/app/coach/proposals/{proposalId}/approve": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof coach.proposal>;
  };
  "POST /api/app/coach/proposals/{proposalId}/reject": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof coach.proposal>;
  };
  "POST /api/app/tools/{tool}": {
    query: undefined;
    body: { args?: object };
    answer: AnswerOf<typeof gateway.toolSuccess>;
  };
  "GET /api/app/projects": {
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: AnswerOf<typeof appProjects.appProjects>;
  };
  "GET /api/app/projects/{slug}/frame": {
    query: { environment?: string; branch?: string };
    body: undefined;
    answer: AnswerOf<typeof appProjects.appFrame>;
  };
  "GET /api/app/projects/{slug}/overview": {
    query: { environment?: string; branch?: string };
    body: undefined;
    answer: AnswerOf<typeof appProjects.appOverview>;
  };
  "GET /api/app/projects/{slug}/runs": {
    query: { limit?: number; cursor?: string; environment?: string; branch?: string; type?: "vrt-test" | "baseline" | "frt-test" | "perf-test" | "seo-test" | "a11y-test" | "security-test" | "tracking-test" | "privacy-test" | "full-suite"; status?: "running" | "completed" | "failed"; verdict?: "pass" | "fail"; prNumber?: number | string; text?: string; parts?: number };
    body: undefined;
    answer: AnswerOf<typeof appRuns.appRuns>;
  };
  "GET /api/app/runs/{runId}": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appRuns.appRun>;
  };
  "GET /api/app/runs/{runId}/outcome": {
    query: { limit?: number };
    body: undefined;
    answer: AnswerOf<typeof appRunOutcome.appRunOutcome>;
  };
  "GET /api/app/runs/{runId}/review": {
    query: { limit?: number; cursor?: string; shots?: readonly string[]; at?: number };
    body: undefined;
    answer: AnswerOf<typeof appReview.appReview>;
  };
  "POST /api/app/runs/{runId}/review": {
    query: undefined;
    body: { decision: "approve" | "reject" | "later" | "ignore" | "undo"; shots: readonly { shotId: string; mark: string }[]; note?: string; end?: "7d" | "30d" | "90d" | "baseline" | "forever" };
    answer: AnswerOf<typeof appReview.appDecided>;
  };
  "GET /api/app/runs/{runId}/rule-preview": {
    query: { scenarioLabel: string; selector: string; mode: "full" | "layout_only" | "ignore" | "dynamic" };
    body: undefined;
    answer: AnswerOf<typeof appReview.appRulePreview>;
  };
  "GET /api/app/shots/{shotId}/elements": {
    query: { side?: "test" | "baseline" };
    body: undefined;
    answer: AnswerOf<typeof appReview.appElements>;
  };
  "GET /api/app/projects/{slug}/scenarios": {
    query: { limit?: number; cursor?: string; environment?: string; branch?: string };
    body: undefined;
    answer: AnswerOf<typeof appReview.appScenarios>;
  };
  "GET /api/app/projects/{slug}/scenarios/{label}": {
    query: { environment?: string; branch?: string };
    body: undefined;
    answer: AnswerOf<typeof appReview.appScenario>;
  };
  "GET /api/app/runs/{runId}/threads": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appDiscussion.appThreads>;
  };
  "POST /api/app/runs/{runId}/threads": {
    query: undefined;
    body: { shotId: string; text: string; region?: { box: { x: number; y: number; width: number; height: number }; selector?: string }; key?: string };
    answer: AnswerOf<typeof appDiscussion.appThread>;
  };
  "POST /api/app/runs/{runId}/threads/{threadId}": {
    query: undefined;
    body: { reply?: { text: string; key?: string }; edit?: { id: string; rev: number; text: string }; remove?: { id: string; rev: number }; restore?: { id: string; rev: number }; resolved?: boolean };
    answer: AnswerOf<typeof appDiscussion.appThread>;
  };
  "GET /api/app/runs/{runId}/review-requests": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appDiscussion.appReviewRequests>;
  };
  "POST /api/app/runs/{runId}/review-requests": {
    query: undefined;
    body: { ask?: { people: readonly string[]; note?: string }; takeBack?: string; restore?: string; done?: boolean };
    answer: AnswerOf<typeof appDiscussion.appReviewRequests>;
  };
  "GET /api/app/runs/{runId}/shots/{shotId}/problems": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appDiscussion.appShotProblems>;
  };
  "GET /api/app/me/waiting": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appForMe.appWaiting>;
  };
  "POST /api/app/me/looking": {
    query: undefined;
    body: { runId: string; left?: boolean; inbox?: boolean };
    answer: AnswerOf<typeof appForMe.appPresence>;
  };
  "GET /api/app/me/mail": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appForMe.appPersonalMail>;
  };
  "POST /api/app/me/mail": {
    query: undefined;
    body: { wanted: boolean };
    answer: AnswerOf<typeof appForMe.appPersonalMail>;
  };
  "GET /api/app/projects/{slug}/review": {
    query: { limit?: number; cursor?: string; environment?: string; branch?: string; state?: "waiting" | "later" | "rejected"; shots?: readonly string[]; at?: number };
    body: undefined;
    answer: AnswerOf<typeof appReview.appInbox>;
  };
  "POST /api/app/projects/{slug}/review": {
    query: { environment?: string; branch?: string };
    body: { decision: "approve" | "reject" | "later" | "ignore" | "undo"; shots: readonly { shotId: string; mark: string }[]; note?: string; end?: "7d" | "30d" | "90d" | "baseline" | "forever" };
    answer: AnswerOf<typeof appReview.appInboxDecided>;
  };
  "GET /api/app/projects/{slug}/review/own": {
    query: { environment?: string; branch?: string; before?: string };
    body: undefined;
    answer: AnswerOf<typeof appReview.appOwnDecision>;
  };
  "GET /api/app/projects/{slug}/ignored-changes": {
    query: { scenario?: string };
    body: undefined;
    answer: AnswerOf<typeof appSteady.appIgnoredChanges>;
  };
  "POST /api/app/projects/{slug}/ignored-changes/{ignoredId}": {
    query: undefined;
    body: { state: "ignored" | "stopped"; stoppedAt?: string };
    answer: AnswerOf<typeof appSteady.appIgnoredChange>;
  };
  "GET /api/app/projects/{slug}/flakiness": {
    query: { environment?: string; branch?: string };
    body: undefined;
    answer: AnswerOf<typeof appSteady.appFlakyScenarios>;
  };
  "GET /api/app/projects/{slug}/flakiness/{label}": {
    query: { environment?: string; branch?: string };
    body: undefined;
    answer: AnswerOf<typeof appSteady.appFlakiness>;
  };
  "GET /api/app/shots/{shotId}/suggestions": {
    query: object;
    body: undefined;
    answer: AnswerOf<typeof appSteady.appSuggestions>;
  };
  "GET /api/app/runs/{runId}/element-reach": {
    query: { selector: string };
    body: undefined;
    answer: AnswerOf<typeof appSteady.appElementReach>;
  };
  "GET /api/app/runs/{runId}/restless": {
    query: object;
    body: undefined;
    answer: AnswerOf<typeof appSteady.appRestless>;
  };
  "POST /api/app/runs/{runId}/restless": {
    query: undefined;
    body: { selectors: readonly string[] };
    answer: AnswerOf<typeof appSteady.appRestlessRules>;
  };
  "GET /api/app/events": {
    query: { project: string; since?: string };
    body: undefined;
    answer: AnswerOf<typeof appLive.appChanges>;
  };
  "GET /api/app/changes": {
    query: { project: string; since?: string };
    body: undefined;
    answer: AnswerOf<typeof appLive.appChanges>;
  };
  "POST /api/app/jobs/{jobId}/cancel": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appProjects.appCancelledJob>;
  };
  "GET /api/app/projects/{slug}/findings": {
    query: { pillar?: "perf" | "seo" | "a11y" | "security" | "tracking" | "privacy"; runId?: string; status?: readonly ("new" | "standing" | "fixed" | "accepted")[]; severity?: readonly ("critical" | "serious" | "moderate" | "minor" | "info")[]; rule?: string; page?: string; fingerprint?: string; environment?: string; branch?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: AnswerOf<typeof appFindings.appFindings>;
  };
  "GET /api/app/projects/{slug}/findings/{fingerprint}/pages": {
    query: { runId: string; limit?: number; cursor?: string };
    body: undefined;
    answer: AnswerOf<typeof appFindings.appFindingPages>;
  };
  "POST /api/app/projects/{slug}/findings/accept": {
    query: undefined;
    body: { runId: string; fingerprints: readonly string[]; reason: string; until: string; replaces?: readonly string[] };
    answer: AnswerOf<typeof appFindings.appAccepted>;
  };
  "POST /api/app/projects/{slug}/findings/unaccept": {
    query: undefined;
    body: { fingerprints: readonly string[]; runId?: string };
    answer: AnswerOf<typeof appFindings.appUnaccepted>;
  };
  "GET /api/app/projects/{slug}/acceptances": {
    query: { pillar?: "perf" | "seo" | "a11y" | "security" | "tracking" | "privacy"; limit?: number; cursor?: string };
    body: undefined;
    answer: AnswerOf<typeof appFindings.appAcceptances>;
  };
  "POST /api/app/projects/{slug}/problems/change": {
    query: undefined;
    body: { problems: readonly { id: string; rev: number }[]; assignee?: string | null; snooze?: { until?: string; untilItSpreads?: boolean; note?: string } | null; accept?: { reason: string; until?: string } | null };
    answer: AnswerOf<typeof problems.changedProblems>;
  };
  "POST /api/app/projects/{slug}/problems/undo": {
    query: undefined;
    body: { problems: readonly { id: string; rev: number }[] };
    answer: AnswerOf<typeof problems.changedProblems>;
  };
  "GET /api/app/projects/{slug}/trends": {
    query: { pillar: "visual" | "functional" | "a11y" | "perf" | "seo" | "security" | "tracking" | "privacy"; environment?: string; branch?: string; days?: number };
    body: undefined;
    answer: AnswerOf<typeof appTrends.appTrends>;
  };
  "GET /api/app/projects/{slug}/compare": {
    query: { a: string; b: string };
    body: undefined;
    answer: AnswerOf<typeof appTrends.appCompare>;
  };
  "GET /api/app/projects/{slug}/runs/{runId}/pages": {
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: AnswerOf<typeof appTrends.appRunPages>;
  };
  "GET /api/app/projects/{slug}/tracking": {
    query: { environment?: string; branch?: string };
    body: undefined;
    answer: AnswerOf<typeof appTracking.appTracking>;
  };
  "POST /api/app/projects/{slug}/tracking/pages/{pageId}": {
    query: undefined;
    body: { rev: string; row: { label: string; pageType: string; path?: string | null; scenarios?: readonly string[]; scenarioIds?: readonly string[]; attributes?: readonly { name: string; expected: string }[]; closed?: boolean } };
    answer: AnswerOf<typeof appTracking.appSavedPage>;
  };
  "POST /api/app/projects/{slug}/tracking/events/{eventId}": {
    query: undefined;
    body: { rev: string; row: { label: string; eventType: string; pageId?: string | null; trigger?: { on: "load" | "click" | "scroll" | "submit"; path?: string | null; scenario?: string; selector?: string | null; percent?: number | null; fields?: readonly { selector: string; value: string }[] } | null; attributes?: readonly { name: string; expected: string }[]; frtLinks?: readonly { featureId: string; stepIndex: number; stepText: string }[]; count?: number; order?: number | null; closed?: boolean; sentAs?: string | null } };
    answer: AnswerOf<typeof appTracking.appSavedEvent>;
  };
  "DELETE /api/app/projects/{slug}/tracking/pages/{pageId}": {
    query: { rev: string };
    body: undefined;
    answer: AnswerOf<typeof accounts.done>;
  };
  "DELETE /api/app/projects/{slug}/tracking/events/{eventId}": {
    query: { rev: string };
    body: undefined;
    answer: AnswerOf<typeof accounts.done>;
  };
  "POST /api/app/projects/{slug}/tracking/import": {
    query: undefined;
    body: { plan: { pages?: readonly object[]; events?: readonly object[] }; reason: string };
    answer: AnswerOf<typeof appTracking.appImportedPlan>;
  };
  "GET /api/app/projects/{slug}/tracking/proof": {
    query: { runId: string; id: string };
    body: undefined;
    answer: AnswerOf<typeof appTracking.appTrackingProof>;
  };
  "GET /api/app/projects/{slug}/features": {
    query: { environment?: string; branch?: string };
    body: undefined;
    answer: AnswerOf<typeof appFunctional.appFeatures>;
  };
  "POST /api/app/projects/{slug}/features/check": {
    query: undefined;
    body: { gherkin: string };
    answer: AnswerOf<typeof appFunctional.appGherkinCheck>;
  };
  "GET /api/app/projects/{slug}/features/{featureId}": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appFunctional.appFeature>;
  };
  "GET /api/app/projects/{slug}/features/{featureId}/versions/{version}": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appFunctional.appFeatureVersion>;
  };
  "POST /api/app/projects/{slug}/features/{featureId}": {
    query: undefined;
    body: { version: number; gherkin: string; group?: readonly string[]; tickets?: readonly string[]; draft?: boolean };
    answer: AnswerOf<typeof appFunctional.appSavedFeature>;
  };
  "DELETE /api/app/projects/{slug}/features/{featureId}": {
    query: { version: number };
    body: undefined;
    answer: AnswerOf<typeof accounts.done>;
  };
  "GET /api/app/projects/{slug}/steps": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appFunctional.appSteps>;
  };
  "GET /api/app/projects/{slug}/runs/{runId}/timeline": {
    query: { featureId?: string; scenario?: string; browser?: string; viewport?: string; attempt?: number };
    body: undefined;
    answer: AnswerOf<typeof appFunctional.appTimeline>;
  };
  "GET /api/app/projects/{slug}/heals": {
    query: { status?: "proposed" | "applied" | "refused" | "outdated" | "undone"; limit?: number; cursor?: string };
    body: undefined;
    answer: AnswerOf<typeof appFunctional.appHeals>;
  };
  "POST /api/app/projects/{slug}/heals/{healId}": {
    query: undefined;
    body: { decision: "accept" | "reject" | "undo"; reason?: string };
    answer: AnswerOf<typeof appFunctional.appHeal>;
  };
  "GET /api/app/projects/{slug}/recordings": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appFunctional.appRecordings>;
  };
  "GET /api/app/projects/{slug}/recordings/{recordingId}": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appFunctional.appRecording>;
  };
  "POST /api/app/projects/{slug}/proofs": {
    query: undefined;
    body: { issueKey?: string; text?: string; environment?: string; again?: string; eventId?: string; scenarioId?: string; reuseAudit?: boolean };
    answer: AnswerOf<typeof appProofs.appStartedProof>;
  };
  "GET /api/app/projects/{slug}/proofs": {
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: AnswerOf<typeof appProofs.appProofs>;
  };
  "GET /api/app/projects/{slug}/proofs/{jobId}": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appProofs.appProof>;
  };
  "DELETE /api/app/projects/{slug}/proofs/{jobId}": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof accounts.done>;
  };
  "GET /api/app/projects/{slug}/setup": {
    query: { environment?: string };
    body: undefined;
    answer: AnswerOf<typeof appSetup.appSetup>;
  };
  "POST /api/app/projects": {
    query: undefined;
    body: { address: string; name?: string; maxPages?: number };
    answer: AnswerOf<typeof appSetup.appFirstProject>;
  };
  "GET /api/app/projects/{slug}/setup/proposals": {
    query: { jobId?: string };
    body: undefined;
    answer: AnswerOf<typeof appSetup.appProposals>;
  };
  "GET /api/app/projects/{slug}/setup/pages": {
    query: { jobId?: string; text?: string };
    body: undefined;
    answer: AnswerOf<typeof appSetup.appFoundPages>;
  };
  "POST /api/app/projects/{slug}/setup/scenarios": {
    query: undefined;
    body: { scenarios: readonly ({ label: string; url: string; viewports?: readonly ("phone" | "tablet" | "desktop")[] })[]; baseline?: boolean };
    answer: AnswerOf<typeof appSetup.appChosen>;
  };
  "GET /api/app/search": {
    query: { q: string; project?: string };
    body: undefined;
    answer: AnswerOf<typeof appSearch.appSearch>;
  };
  "GET /api/app/projects/{slug}/settings": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appSettings.appSettings>;
  };
  "POST /api/app/projects/{slug}/settings": {
    query: undefined;
    body: { settings: unknown; rev: string };
    answer: AnswerOf<typeof appSettings.appSettings>;
  };
  "POST /api/app/projects/{slug}/facts": {
    query: undefined;
    body: { name: string; baseUrl: string; mainBranch: string; rev: string };
    answer: AnswerOf<typeof appSettings.appSettings>;
  };
  "GET /api/app/projects/{slug}/environments": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appSettings.appEnvironments>;
  };
  "POST /api/app/projects/{slug}/environments": {
    query: undefined;
    body: { name: string; baseUrl: string; access?: unknown; location?: string | null };
    answer: AnswerOf<typeof appSettings.appEnvironment>;
  };
  "POST /api/app/projects/{slug}/environments/{environmentId}": {
    query: undefined;
    body: { name?: string; baseUrl?: string; access?: unknown; location?: string | null; rev?: number };
    answer: AnswerOf<typeof appSettings.appEnvironment>;
  };
  "DELETE /api/app/projects/{slug}/environments/{environmentId}": {
    query: { rev?: number };
    body: undefined;
    answer: AnswerOf<typeof accounts.done>;
  };
  "POST /api/app/projects/{slug}/scenarios/bulk": {
    query: undefined;
    body: { ids: readonly string[]; revs?: readonly number[]; change?: { viewports?: readonly ("phone" | "tablet" | "desktop")[]; delay?: number; misMatchThreshold?: number; modes?: readonly string[] }; remove?: boolean };
    answer: AnswerOf<typeof appSettings.appBulk>;
  };
  "GET /api/app/projects/{slug}/rules": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appSettings.appRules>;
  };
  "DELETE /api/app/projects/{slug}/rules/{ruleId}": {
    query: { before?: string };
    body: undefined;
    answer: AnswerOf<typeof accounts.done>;
  };
  "POST /api/app/projects/{slug}/rules": {
    query: undefined;
    body: { scope: string; kind: "mode" | "normalize" | "page" | "misMatchThreshold"; selector?: string; value: string; scenarioLabel?: string; before?: string | null };
    answer: AnswerOf<typeof appSettings.appWideRuleSet>;
  };
  "GET /api/app/projects/{slug}/rule-effect": {
    query: { scope: string; kind: "mode" | "normalize" | "page" | "misMatchThreshold"; selector?: string; value: string; scenarioLabel?: string };
    body: undefined;
    answer: AnswerOf<typeof appSettings.appWideEffect>;
  };
  "GET /api/app/projects/{slug}/next-sweep": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appRetention.appNextSweep>;
  };
  "POST /api/app/projects/{slug}/next-sweep": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appRetention.appNextSweep>;
  };
  "GET /api/app/projects/{slug}/connectors": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appSettings.appConnectors>;
  };
  "POST /api/app/projects/{slug}/connectors/tickets": {
    query: undefined;
    body: { system: unknown; rev?: string };
    answer: AnswerOf<typeof appSettings.appConnectors>;
  };
  "GET /api/app/projects/{slug}/modes": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appModes.appModes>;
  };
  "POST /api/app/projects/{slug}/modes": {
    query: undefined;
    body: { name: string; mode: unknown; rev?: string };
    answer: AnswerOf<typeof appModes.appModes>;
  };
  "GET /api/app/projects/{slug}/comment-hooks": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appComments.commentHooks>;
  };
  "POST /api/app/projects/{slug}/comment-hooks": {
    query: undefined;
    body: { host: "github" | "gitlab"; repository: string };
    answer: AnswerOf<typeof appComments.createdCommentHook>;
  };
  "DELETE /api/app/projects/{slug}/comment-hooks/{hookId}": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof accounts.done>;
  };
  "GET /api/app/me/code-accounts": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appComments.codeAccounts>;
  };
  "POST /api/app/me/code-accounts": {
    query: undefined;
    body: { host: "github" | "gitlab"; login: string };
    answer: AnswerOf<typeof appComments.linkCode>;
  };
  "DELETE /api/app/me/code-accounts/{accountId}": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof accounts.done>;
  };
  "GET /api/app/oauth/request": {
    query: { response_type?: string; client_id?: string; redirect_uri?: string; scope?: string; state?: string; code_challenge?: string; code_challenge_method?: string; resource?: string };
    body: undefined;
    answer: AnswerOf<typeof oauth.appRequest>;
  };
  "POST /api/app/oauth/decision": {
    query: undefined;
    body: { request: { response_type?: string; client_id?: string; redirect_uri?: string; scope?: string; state?: string; code_challenge?: string; code_challenge_method?: string; resource?: string }; allow: boolean; project?: string; scope?: "read" | "write" };
    answer: AnswerOf<typeof oauth.wayBack>;
  };
  "GET /api/app/connected-apps": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof oauth.connectedApps>;
  };
  "DELETE /api/app/connected-apps/{id}": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof accounts.done>;
  };
  "GET /api/app/projects/{slug}/previews": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof appSettings.appPreviews>;
  };
  "POST /api/app/projects/{slug}/previews": {
    query: undefined;
    body: { hosts: readonly string[]; rev?: string };
    answer: AnswerOf<typeof appSettings.appPreviews>;
  };
  "POST /api/tests/test": {
    query: undefined;
    body: { project: string; scenarios?: readonly string[]; pages?: "scenarios" | "templates" | "crawl"; browsers?: readonly ("chromium" | "firefox" | "webkit")[]; environment?: string; location?: string; baseUrl?: string; branch?: string; commitSha?: string; baseBranch?: string; history?: readonly unknown[]; scheduled?: boolean; commitMessage?: string; commitAuthor?: string; commitUrl?: string };
    answer: AnswerOf<typeof runs.startedPillar>;
  };
  "POST /api/tests/reference": {
    query: undefined;
    body: { project: string; scenarios?: readonly string[]; pages?: "scenarios" | "templates" | "crawl"; browsers?: readonly ("chromium" | "firefox" | "webkit")[]; environment?: string; location?: string; baseUrl?: string; branch?: string; commitSha?: string; baseBranch?: string; history?: readonly unknown[]; scheduled?: boolean; commitMessage?: string; commitAuthor?: string; commitUrl?: string };
    answer: AnswerOf<typeof runs.startedPillar>;
  };
  "POST /api/tests/functional": {
    query: undefined;
    body: { project: string; scenarios?: readonly string[]; pages?: "scenarios" | "templates" | "crawl"; browsers?: readonly ("chromium" | "firefox" | "webkit")[]; environment?: string; location?: string; baseUrl?: string; branch?: string; commitSha?: string; baseBranch?: string; history?: readonly unknown[]; scheduled?: boolean; commitMessage?: string; commitAuthor?: string; commitUrl?: string };
    answer: AnswerOf<typeof runs.startedPillar>;
  };
  "POST /api/tests/a11y": {
    query: undefined;
    body: { project: string; scenarios?: readonly string[]; pages?: "scenarios" | "templates" | "crawl"; browsers?: readonly ("chromium" | "firefox" | "webkit")[]; environment?: string; location?: string; baseUrl?: string; branch?: string; commitSha?: string; baseBranch?: string; history?: readonly unknown[]; scheduled?: boolean; commitMessage?: string; commitAuthor?: string; commitUrl?: string };
    answer: AnswerOf<typeof runs.startedPillar>;
  };
  "POST /api/tests/perf": {
    query: undefined;
    body: { project: string; scenarios?: readonly string[]; pages?: "scenarios" | "templates" | "crawl"; browsers?: readonly ("chromium" | "firefox" | "webkit")[]; environment?: string; location?: string; baseUrl?: string; branch?: string; commitSha?: string; baseBranch?: string; history?: readonly unknown[]; scheduled?: boolean; commitMessage?: string; commitAuthor?: string; commitUrl?: string };
    answer: AnswerOf<typeof runs.startedPillar>;
  };
  "POST /api/tests/seo": {
    query: undefined;
    body: { project: string; scenarios?: readonly string[]; pages?: "scenarios" | "templates" | "crawl"; browsers?: readonly ("chromium" | "firefox" | "webkit")[]; environment?: string; location?: string; baseUrl?: string; branch?: string; commitSha?: string; baseBranch?: string; history?: readonly unknown[]; scheduled?: boolean; commitMessage?: string; commitAuthor?: string; commitUrl?: string };
    answer: AnswerOf<typeof runs.startedPillar>;
  };
  "POST /api/tests/security": {
    query: undefined;
    body: { project: string; scenarios?: readonly string[]; pages?: "scenarios" | "templates" | "crawl"; browsers?: readonly ("chromium" | "firefox" | "webkit")[]; environment?: string; location?: string; baseUrl?: string; branch?: string; commitSha?: string; baseBranch?: string; history?: readonly unknown[]; scheduled?: boolean; commitMessage?: string; commitAuthor?: string; commitUrl?: string };
    answer: AnswerOf<typeof runs.startedPillar>;
  };
  "POST /api/tests/tracking": {
    query: undefined;
    body: { project: string; scenarios?: readonly string[]; pages?: "scenarios" | "templates" | "crawl"; browsers?: readonly ("chromium" | "firefox" | "webkit")[]; environment?: string; location?: string; baseUrl?: string; branch?: string; commitSha?: string; baseBranch?: string; history?: readonly unknown[]; scheduled?: boolean; commitMessage?: string; commitAuthor?: string; commitUrl?: string };
    answer: AnswerOf<typeof runs.startedPillar>;
  };
  "POST /api/tests/analytics": {
    query: undefined;
    body: { project: string; scenarios?: readonly string[]; pages?: "scenarios" | "templates" | "crawl"; browsers?: readonly ("chromium" | "firefox" | "webkit")[]; environment?: string; location?: string; baseUrl?: string; branch?: string; commitSha?: string; baseBranch?: string; history?: readonly unknown[]; scheduled?: boolean; commitMessage?: string; commitAuthor?: string; commitUrl?: string };
    answer: AnswerOf<typeof runs.startedPillar>;
  };
  "POST /api/tests/privacy": {
    query: undefined;
    body: { project: string; scenarios?: readonly string[]; pages?: "scenarios" | "templates" | "crawl"; browsers?: readonly ("chromium" | "firefox" | "webkit")[]; environment?: string; location?: string; baseUrl?: string; branch?: string; commitSha?: string; baseBranch?: string; history?: readonly unknown[]; scheduled?: boolean; commitMessage?: string; commitAuthor?: string; commitUrl?: string };
    answer: AnswerOf<typeof runs.startedPillar>;
  };
  "POST /api/tests/full-suite": {
    query: undefined;
    body: { project: string; scenarios?: readonly string[]; browsers?: readonly ("chromium" | "firefox" | "webkit")[]; pages?: "scenarios" | "templates" | "crawl"; environment?: string; location?: string; baseUrl?: string; branch?: string; commitSha?: string; baseBranch?: string; history?: readonly unknown[]; scheduled?: boolean; commitMessage?: string; commitAuthor?: string; commitUrl?: string; prNumber?: number | string; pillars?: readonly ("visual" | "functional" | "a11y" | "perf" | "seo" | "security" | "tracking" | "privacy")[]; against?: string; failed?: boolean; worse?: { score?: number; findings?: number; lcp?: number; fcp?: number; cls?: number; tbt?: number; ttfb?: number } };
    answer: AnswerOf<typeof runs.startedFullAudit>;
  };
  "POST /api/quality-score/full-audit": {
    query: undefined;
    body: { project: string; pages?: "scenarios" | "templates" | "crawl"; environment?: string; location?: string; baseUrl?: string; branch?: string; commitSha?: string; baseBranch?: string; history?: readonly unknown[]; scheduled?: boolean; commitMessage?: string; commitAuthor?: string; commitUrl?: string; prNumber?: number | string; pillars?: readonly ("visual" | "functional" | "a11y" | "perf" | "seo" | "security" | "tracking" | "privacy")[]; against?: string; failed?: boolean; worse?: { score?: number; findings?: number; lcp?: number; fcp?: number; cls?: number; tbt?: number; ttfb?: number } };
    answer: AnswerOf<typeof runs.startedFullAudit>;
  };
  "POST /api/tests/approve": {
    query: undefined;
    body: { project?: string; runId?: string; scenarios?: readonly string[]; scenarioLabels?: readonly string[]; viewports?: readonly ("phone" | "tablet" | "desktop")[]; browsers?: readonly ("chromium" | "firefox" | "webkit")[]; modes?: readonly string[]; environment?: string; branch?: string };
    answer: AnswerOf<typeof visual.approval>;
  };
  "POST /api/tests/recompare": {
    query: undefined;
    body: { project: string; runId?: string; environment?: string };
    answer: AnswerOf<typeof visual.recompared> | AnswerOf<typeof visual.recomparing>;
  };
  "GET /api/tests/status/{project}": {
    query: { environmentId?: string };
    body: undefined;
    answer: AnswerOf<typeof runs.latestRun>;
  };
  "POST /api/frt/run": {
    query: undefined;
    body: { projectId: string; featureId: string; branch?: string; commitSha?: string; verifyAnalytics?: boolean; verifyTracking?: boolean; environment?: string; location?: string; browsers?: readonly ("chromium" | "firefox" | "webkit")[]; viewports?: readonly ("phone" | "tablet" | "desktop")[]; tags?: string; retries?: number };
    answer: AnswerOf<typeof functional.startedFeature>;
  };
  "POST /api/ci/frt/run": {
    query: undefined;
    body: { verifyAnalytics?: boolean; verifyTracking?: boolean; environment?: string; location?: string; browsers?: readonly ("chromium" | "firefox" | "webkit")[]; viewports?: readonly ("phone" | "tablet" | "desktop")[]; tags?: string; retries?: number; project?: string; featureId?: string; baseUrl?: string; branch?: string; baseBranch?: string; history?: readonly unknown[]; scheduled?: boolean; commitSha?: string; prNumber?: number | string };
    answer: AnswerOf<typeof functional.startedFeature>;
  };
  "POST /api/frt/recorder": {
    query: undefined;
    body: { project: string; recording: object; featureId?: string; group?: string };
    answer: AnswerOf<typeof functional.importedRecording>;
  };
  "GET /api/baselines": {
    query: { limit?: number; cursor?: string; project?: string; scenario?: string };
    body: undefined;
    answer: AnswerOf<typeof visual.baselines>;
  };
  "POST /api/baselines/rollback": {
    query: undefined;
    body: { baselineId: string; versionId: string };
    answer: AnswerOf<typeof visual.rolledBack>;
  };
  "POST /api/baselines/rollback-run": {
    query: undefined;
    body: { runId: string };
    answer: AnswerOf<typeof visual.runRolledBack>;
  };
  "GET /api/notifications/channels": {
    query: { project?: string };
    body: undefined;
    answer: AnswerOf<typeof notifications.channels>;
  };
  "POST /api/notifications/channels": {
    query: undefined;
    body: { project?: string; name: string; kind: "webhook" | "slack" | "teams" | "email" | "github" | "gitlab"; url?: string; recipients?: readonly string[]; repository?: string; events?: readonly ("broke" | "mended" | "first_failure" | "flapping")[]; branches?: "main" | "all"; enabled?: boolean };
    answer: AnswerOf<typeof notifications.madeChannel>;
  };
  "POST /api/notifications/channels/{id}": {
    query: undefined;
    body: { name?: string; url?: string; recipients?: readonly string[]; repository?: string; events?: readonly ("broke" | "mended" | "first_failure" | "flapping")[]; branches?: "main" | "all"; enabled?: boolean; newSecret?: boolean; rev?: number };
    answer: AnswerOf<typeof notifications.madeChannel>;
  };
  "DELETE /api/notifications/channels/{id}": {
    query: { rev?: number };
    body: object;
    answer: AnswerOf<typeof accounts.done>;
  };
  "POST /api/notifications/channels/{id}/test": {
    query: undefined;
    body: object;
    answer: AnswerOf<typeof notifications.startedDelivery>;
  };
  "POST /api/notifications/channels/{id}/ask-again": {
    query: undefined;
    body: object;
    answer: AnswerOf<typeof notifications.askedChannel>;
  };
  "GET /api/notifications/deliveries": {
    query: { project?: string; channel?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: AnswerOf<typeof notifications.deliveries>;
  };
  "POST /api/notifications/deliveries/{id}/redeliver": {
    query: undefined;
    body: object;
    answer: AnswerOf<typeof notifications.startedDelivery>;
  };
  "GET /api/schedules": {
    query: { project?: string };
    body: undefined;
    answer: AnswerOf<typeof schedules.schedules>;
  };
  "GET /api/schedules/preview": {
    query: { cron: string; timeZone: string };
    body: undefined;
    answer: AnswerOf<typeof schedules.scheduleTimes>;
  };
  "POST /api/schedules": {
    query: undefined;
    body: { project?: string; name: string; cron: string; types: readonly ("test" | "functional" | "perf" | "seo" | "a11y" | "security" | "tracking" | "privacy" | "full")[]; timeZone?: string; jitterMinutes?: number; environment?: string | null; scenarios?: readonly string[] | null; browsers?: readonly ("chromium" | "firefox" | "webkit")[] | null; branch?: string | null; location?: string | null; enabled?: boolean };
    answer: AnswerOf<typeof schedules.oneSchedule>;
  };
  "POST /api/schedules/{id}": {
    query: undefined;
    body: { name?: string; cron?: string; types?: readonly ("test" | "functional" | "perf" | "seo" | "a11y" | "security" | "tracking" | "privacy" | "full")[]; timeZone?: string; jitterMinutes?: number; environment?: string | null; scenarios?: readonly string[] | null; browsers?: readonly ("chromium" | "firefox" | "webkit")[] | null; branch?: string | null; location?: string | null; enabled?: boolean; rev?: number };
    answer: AnswerOf<typeof schedules.oneSchedule>;
  };
  "POST /api/schedules/{id}/pause": {
    query: undefined;
    body: object;
    answer: AnswerOf<typeof schedules.oneSchedule>;
  };
  "POST /api/schedules/{id}/resume": {
    query: undefined;
    body: object;
    answer: AnswerOf<typeof schedules.oneSchedule>;
  };
  "POST /api/schedules/{id}/run": {
    query: undefined;
    body: object;
    answer: AnswerOf<typeof schedules.oneSchedule>;
  };
  "DELETE /api/schedules/{id}": {
    query: { rev?: number };
    body: object;
    answer: AnswerOf<typeof accounts.done>;
  };
  "POST /api/auth/sign-in": {
    query: undefined;
    body: { email: string; password: string };
    answer: AnswerOf<typeof accounts.signedIn>;
  };
  "POST /api/auth/sign-out": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof accounts.done>;
  };
  "GET /api/auth/session": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof accounts.session>;
  };
  "POST /api/keys": {
    query: undefined;
    body: { name: string; kind: "project" | "org"; project?: string; scope?: "ci" | "mcp_read" | "mcp_full"; defaultProject?: string; expiresAt?: string };
    answer: AnswerOf<typeof accounts.createdKey>;
  };
  "GET /api/keys": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof accounts.keys>;
  };
  "DELETE /api/keys/{id}": {
    query: undefined;
    body: object;
    answer: AnswerOf<typeof accounts.revokedKey>;
  };
  "GET /api/app/sign-in-options": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof people.signInOptions>;
  };
  "POST /api/app/links/look": {
    query: undefined;
    body: { token: string };
    answer: AnswerOf<typeof people.linkView>;
  };
  "POST /api/app/links/welcome": {
    query: undefined;
    body: { token: string; email: string; name: string; password: string };
    answer: AnswerOf<typeof accounts.signedIn>;
  };
  "POST /api/app/links/sign-in": {
    query: undefined;
    body: { token: string };
    answer: AnswerOf<typeof accounts.signedIn>;
  };
  "POST /api/app/links/invitation": {
    query: undefined;
    body: { token: string; name?: string; password?: string };
    answer: AnswerOf<typeof accounts.signedIn>;
  };
  "POST /api/app/links/reset": {
    query: undefined;
    body: { token: string; password: string };
    answer: AnswerOf<typeof accounts.signedIn>;
  };
  "POST /api/app/links/recipient": {
    query: undefined;
    body: { token: string };
    answer: AnswerOf<typeof accounts.done>;
  };
  "GET /api/app/me": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof people.me>;
  };
  "POST /api/app/me": {
    query: undefined;
    body: { name: string };
    answer: AnswerOf<typeof people.renamed>;
  };
  "POST /api/app/me/password": {
    query: undefined;
    body: { current?: string; password: string };
    answer: AnswerOf<typeof accounts.signedIn>;
  };
  "POST /api/app/me/sign-out-everywhere": {
    query: undefined;
    body: object;
    answer: AnswerOf<typeof accounts.signedIn>;
  };
  "POST /api/app/me/organisation": {
    query: undefined;
    body: { organisation: string };
    answer: AnswerOf<typeof accounts.signedIn>;
  };
  "GET /api/app/members": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof people.members>;
  };
  "POST /api/app/members/{id}/role": {
    query: undefined;
    body: { role: "admin" | "editor" | "viewer"; rev?: string };
    answer: AnswerOf<typeof people.changedMember>;
  };
  "DELETE /api/app/members/{id}": {
    query: undefined;
    body: object;
    answer: AnswerOf<typeof accounts.done>;
  };
  "POST /api/app/members/{id}/reset-link": {
    query: undefined;
    body: object;
    answer: AnswerOf<typeof people.handedOn>;
  };
  "GET /api/app/invitations": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof people.invitations>;
  };
  "POST /api/app/invitations": {
    query: undefined;
    body: { email: string; role: "admin" | "editor" | "viewer" };
    answer: AnswerOf<typeof people.invited>;
  };
  "DELETE /api/app/invitations/{id}": {
    query: undefined;
    body: object;
    answer: AnswerOf<typeof accounts.done>;
  };
  "GET /api/app/organisation": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof people.organisation>;
  };
  "POST /api/app/organisation": {
    query: undefined;
    body: { name: string; rev?: string };
    answer: AnswerOf<typeof people.organisation>;
  };
  "POST /api/app/organisations": {
    query: undefined;
    body: { name: string; slug?: string };
    answer: AnswerOf<typeof people.createdOrganisation>;
  };
  "GET /api/app/usage": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof people.planUsage>;
  };
  "GET /api/app/storage": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof people.storage>;
  };
  "GET /api/app/audit-log": {
    query: { limit?: number; cursor?: string; action?: string; who?: string };
    body: undefined;
    answer: AnswerOf<typeof people.auditLog>;
  };
  "POST /api/app/keys/{id}/revoke": {
    query: undefined;
    body: { name: string };
    answer: AnswerOf<typeof accounts.revokedKey>;
  };
  "GET /api/app/projects/{slug}/deletion": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof erasure.erasurePlan>;
  };
  "POST /api/app/projects/{slug}/deletion": {
    query: undefined;
    body: { confirm: string };
    answer: AnswerOf<typeof erasure.erasure>;
  };
  "GET /api/app/organisation/deletion": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof erasure.erasurePlan>;
  };
  "POST /api/app/organisation/deletion": {
    query: undefined;
    body: { confirm: string };
    answer: AnswerOf<typeof erasure.erasure>;
  };
  "GET /api/app/me/deletion": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof erasure.erasurePlan>;
  };
  "POST /api/app/me/deletion": {
    query: undefined;
    body: { confirm: string };
    answer: AnswerOf<typeof erasure.erasure>;
  };
  "GET /api/app/deletions": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof erasure.erasures>;
  };
  "GET /api/app/deletions/{id}": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof erasure.erasure>;
  };
  "POST /api/app/deletions/{id}/retry": {
    query: undefined;
    body: object;
    answer: AnswerOf<typeof erasure.erasure>;
  };
  "GET /api/problems": {
    query: { project?: string; environment?: string; branch?: string; pillar?: readonly ("visual" | "functional" | "a11y" | "perf" | "seo" | "security" | "tracking" | "privacy")[]; status?: readonly ("new" | "regressed" | "ongoing" | "accepted" | "snoozed" | "fixed")[]; severity?: readonly ("critical" | "serious" | "moderate" | "minor" | "info")[]; assignee?: string; text?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: AnswerOf<typeof problems.problems>;
  };
  "GET /api/problems/{id}": {
    query: { project?: string };
    body: undefined;
    answer: AnswerOf<typeof problems.problem>;
  };
  "POST /api/problems/{id}": {
    query: undefined;
    body: { rev: number; assignee?: string | null; ticket?: string | null; snooze?: { until?: string; untilItSpreads?: boolean; note?: string } | null; accept?: { reason: string; until?: string } | null; comment?: string };
    answer: AnswerOf<typeof problems.problem>;
  };
  "POST /api/problems/{id}/undo": {
    query: undefined;
    body: { rev: number };
    answer: AnswerOf<typeof problems.problem>;
  };
  "GET /api/config": {
    query: { project?: string };
    body: undefined;
    answer: AnswerOf<typeof projectFile.configFile>;
  };
  "POST /api/config": {
    query: undefined;
    body: { project?: string; mode: "compare" | "plan" | "apply"; prune?: boolean; branch?: string; expected?: string; values?: object; config: object };
    answer: AnswerOf<typeof projectFile.appliedConfig>;
  };
  "POST /api/config/convert": {
    query: undefined;
    body: { format: "backstopjs" | "storybook" | "sitemap" | "lighthouserc" | "lighthouse-budget" | "pa11y-ci" | "chrome-recorder"; text: string };
    answer: AnswerOf<typeof projectFile.convertedConfig>;
  };
  "GET /": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof service.root>;
  };
  "GET /api/health": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof service.health>;
  };
  "GET /api/ready": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof service.readiness>;
  };
  "GET /api/ci/checkup": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof service.checkup>;
  };
  "GET /api/packages": {
    query: undefined;
    body: undefined;
    answer: AnswerOf<typeof service.clientPackages>;
  };
};
